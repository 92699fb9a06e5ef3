package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Room for numbers that are all given up at once. */
final class Arena {
    private static final int CHUNK = 1 << 13;
    private static final int LARGEST_CHUNK = 1 << 20;

    private final List<double[]> chunks = new ArrayList<>();
    private int current = -1;
    private int used;

    /** Numbers taken since this was made, those given up included. */
    private long taken;

    /** Where the last request was granted. */
    double[] array = new double[0];

    int at;

    /** Sets {@link #array} and {@link #at} to a place of n numbers, whose content is undefined. */
    void take(int n) {
        if (used + n > array.length) {
            advance(n);
        }
        at = used;
        used += n;
        taken += n;
    }

    long taken() {
        return taken;
    }

    void takeZeros(int n) {
        take(n);
        Arrays.fill(array, at, at + n, 0);
    }

    private void advance(int n) {
        do {
            current++;
            if (current == chunks.size()) {
                int size = Math.min(LARGEST_CHUNK, CHUNK << Math.min(current, 10));
                chunks.add(new double[Math.max(n, size)]);
            }
        } while (chunks.get(current).length < n);
        array = chunks.get(current);
        used = 0;
    }

    void clear() {
        current = chunks.isEmpty() ? -1 : 0;
        array = chunks.isEmpty() ? new double[0] : chunks.get(0);
        used = 0;
    }

    /** Sets everything that was taken, and perhaps more, to zero. */
    void zero() {
        for (int c = 0; c <= current; c++) {
            Arrays.fill(chunks.get(c), 0);
        }
    }
}
