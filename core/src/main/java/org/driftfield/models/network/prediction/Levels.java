package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A line in pieces that puts right what a curve of few numbers has left wrong: counts, targets in steps and mixtures have told probabilities
 * that no smooth curve makes true. Held-out rows say where the levels at which intervals end come out, and each is moved there, by as
 * much less as may be chance.
 *
 * @param from what each level is told from, as a quantile of the normal distribution
 */
record Levels(double[] from) {
    private static final double[] AT = {0.05, 0.25, 0.5, 0.75, 0.95};

    /** The quantiles of the normal distribution there. */
    private static final double[] TO = {
        -1.6448536269514722, -0.6744897501960817, 0, 0.6744897501960817, 1.6448536269514722
    };

    static final Levels NONE = new Levels(TO);

    static final int COUNT = AT.length;

    /** No piece is steeper than this, or flatter than one over it: of values that are all alike little more can be said. */
    private static final double STEEPEST = 3;

    private static final double LESS = 0.8;

    /** @param z what would be standard normal if levels were right */
    static Levels of(double[] z) {
        double[] sorted = z.clone();
        Arrays.sort(sorted);
        double[] moves = new double[COUNT];
        for (int k = 0; k < COUNT; k++) {
            double move = at(sorted, AT[k]) - TO[k];
            double density = Math.exp(-0.5 * TO[k] * TO[k]) / Math.sqrt(2 * Math.PI);
            double chance = AT[k] * (1 - AT[k]) / z.length / (density * density);
            moves[k] = move * move > chance ? move * (1 - chance / (move * move)) : 0;
        }
        Levels found = moved(moves);
        while (!found.isGentle()) {
            boolean[] less = new boolean[COUNT];
            for (int k = 0; k + 1 < COUNT; k++) {
                if (!found.isGentle(k)) {
                    less[k] = true;
                    less[k + 1] = true;
                }
            }
            Arrays.setAll(moves, k -> less[k] ? LESS * moves[k] : moves[k]);
            found = moved(moves);
        }
        return found;
    }

    /** The value that a part of those like these is below: the part of n is taken of n + 1, so that it is so on average (Weibull 1939). */
    private static double at(double[] sorted, double part) {
        double place = Math.max(0, Math.min(sorted.length - 1, part * (sorted.length + 1) - 1));
        int below = (int) Math.min(place, sorted.length - 1);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    private static Levels moved(double[] moves) {
        double[] from = new double[COUNT];
        Arrays.setAll(from, k -> TO[k] + moves[k]);
        return new Levels(from);
    }

    /** Whether it rises everywhere, and nowhere by too much. */
    boolean isGentle() {
        return IntStream.range(0, COUNT - 1).allMatch(this::isGentle);
    }

    private boolean isGentle(int piece) {
        double slope = (TO[piece + 1] - TO[piece]) / (from[piece + 1] - from[piece]);
        return slope > 1 / STEEPEST && slope < STEEPEST;
    }

    double up(double z) {
        return map(from, TO, z);
    }

    double down(double there) {
        return map(TO, from, there);
    }

    double logSlope(double z) {
        int k = piece(from, z);
        return k < 0 || k + 1 == COUNT ? 0 : Math.log((TO[k + 1] - TO[k]) / (from[k + 1] - from[k]));
    }

    private static double map(double[] these, double[] those, double z) {
        int k = piece(these, z);
        if (k < 0 || k + 1 == COUNT) {
            int end = Math.max(k, 0);
            return those[end] + z - these[end];
        }
        return those[k] + (z - these[k]) * (those[k + 1] - those[k]) / (these[k + 1] - these[k]);
    }

    /** The last place that z is not below; -1 below all of them. */
    private static int piece(double[] places, double z) {
        int k = -1;
        while (k + 1 < COUNT && z >= places[k + 1]) {
            k++;
        }
        return k;
    }
}
