package org.driftfield.report;

import java.util.Arrays;

/** Probabilities that should be uniform, as their distribution function beside the diagonal and its band. */
public final class PitChart {
    /** 99 % of the largest distances of n uniform numbers from the diagonal are below this over the root of n. */
    private static final double KOLMOGOROV_99 = 1.63;

    private PitChart() {}

    /**
     * The chart of some probabilities.
     *
     * @param one what each of them is of, as in {@code return}
     */
    public static LineChart of(String title, String one, double[] pits) {
        double[] sorted = pits.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double[] shares = new double[n];
        Arrays.setAll(shares, i -> (i + 0.5) / n);
        double width = KOLMOGOROV_99 / Math.sqrt(Math.max(1, n));
        double[] x = new double[51];
        double[] lower = new double[x.length];
        double[] upper = new double[x.length];
        for (int k = 0; k < x.length; k++) {
            x[k] = (double) k / (x.length - 1);
            lower[k] = Math.max(0, x[k] - width);
            upper[k] = Math.min(1, x[k] + width);
        }
        return LineChart.of(title, "predictive probability of a smaller " + one, "share of the " + one + "s")
                .band("99% of right models", x, lower, upper)
                .line(one + "s", sorted, shares);
    }
}
