package org.driftfield.report.volatility;

import java.util.Arrays;
import org.driftfield.report.LineChart;

/** Probabilities that should be uniform, as their distribution function beside the diagonal and its band. */
final class PitChart {
    /** 99 % of the largest distances of n uniform numbers from the diagonal are below this over the root of n. */
    private static final double KOLMOGOROV_99 = 1.63;

    private PitChart() {}

    static LineChart of(String title, double[] pits) {
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
        return LineChart.of(title, "predictive probability of a smaller return", "share of the returns")
                .band("99% of right models", x, lower, upper)
                .line("returns", sorted, shares);
    }
}
