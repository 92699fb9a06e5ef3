package org.driftfield.models.network;

import java.util.Arrays;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Split;
import org.driftfield.random.StreamKeys;

/** The rows in parts that stand aside in turn: the validation rows are the first, the training rows make the others. */
final class Parts {
    static final int COUNT = 5;

    /** The part of the rows set aside where there are none for validation. */
    private static final double SET_ASIDE = 0.2;

    /** With fewer validation rows than these, and enough others, a share that they leave open is found on all rows in turn. */
    private static final int FEW_VALIDATION = 1000;

    private static final int ENOUGH_OTHERS = 20;

    /** The square of a share in standard errors, from which on it is not open any more. */
    static final double CLEAR = 36;

    /** So many held-out rows make coverage of 90 % known to two percentage points. */
    private static final int ENOUGH_HELD_OUT = 225;

    static final int FEWEST_TURNS = 2;

    private Parts() {}

    /** Whether rows stand aside in turn. */
    static boolean inTurn(int validation, int train) {
        return validation < FEW_VALIDATION && train >= ENOUGH_OTHERS;
    }

    /** How many parts do besides those for validation: all where the share of the networks is open, else as many as recalibration needs. */
    static int turns(double strength, int validation) {
        return strength > CLEAR ? clearTurns(validation) : COUNT - 1;
    }

    static int clearTurns(int validation) {
        return Math.max(FEWEST_TURNS, Math.min(COUNT - 1, (ENOUGH_HELD_OUT - 1) / validation));
    }

    /** Rows that stand aside, and all others. */
    record Part(EncodedRows aside, EncodedRows rest) {}

    /** Rows that stand aside where there are none for validation. */
    static Part setAside(EncodedRows rows, long seed) {
        int n = rows.count();
        int aside = (int) Math.round(SET_ASIDE * n);
        int[] order = Split.shuffled(n, seed ^ StreamKeys.Order.SET_ASIDE);
        int[] out = Arrays.copyOf(order, aside);
        int[] in = Arrays.copyOfRange(order, aside, n);
        Arrays.sort(out);
        Arrays.sort(in);
        return new Part(rows.some(out), rows.some(in));
    }

    /** @param k from 1 on */
    static Part of(EncodedRows train, EncodedRows validation, int k, long seed) {
        int n = train.count();
        int[] order = Split.shuffled(n, seed ^ StreamKeys.Order.PARTS);
        int from = (int) ((k - 1L) * n / (COUNT - 1));
        int to = (int) ((long) k * n / (COUNT - 1));
        int[] out = Arrays.copyOfRange(order, from, to);
        int[] in = Arrays.copyOf(order, n - out.length);
        System.arraycopy(order, to, in, from, n - to);
        Arrays.sort(out);
        Arrays.sort(in);
        return new Part(train.some(out), train.some(in).and(validation));
    }
}
