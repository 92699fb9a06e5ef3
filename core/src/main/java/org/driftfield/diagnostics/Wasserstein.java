package org.driftfield.diagnostics;

import java.util.Arrays;
import org.driftfield.InputException;

/** The Wasserstein-1 distance between two samples: how far, on average, one has to be moved to become the other. */
public final class Wasserstein {
    private Wasserstein() {}

    /** The exact distance between two samples of any sizes: the integral over u of |F^-1(u) - G^-1(u)|. */
    public static double distance(double[] first, double[] second) {
        double[] x = sorted(first);
        double[] y = sorted(second);
        // The quantile functions jump at i/n and j/m; in units of 1/(n m) these levels are integers, so no rounding.
        long level = 0;
        double sum = 0;
        int i = 0;
        int j = 0;
        while (i < x.length && j < y.length) {
            long endOfX = (i + 1L) * y.length;
            long endOfY = (j + 1L) * x.length;
            long next = Math.min(endOfX, endOfY);
            sum += (next - level) * Math.abs(x[i] - y[j]);
            level = next;
            if (endOfX == next) {
                i++;
            }
            if (endOfY == next) {
                j++;
            }
        }
        return sum / ((double) x.length * y.length);
    }

    private static double[] sorted(double[] sample) {
        InputException.require(sample.length > 0, "sample must not be empty, got 0 values");
        double[] copy = sample.clone();
        Arrays.sort(copy);
        return copy;
    }
}
