package org.driftfield.report.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.report.Content;
import org.driftfield.report.ForestChart;
import org.driftfield.report.LineChart;
import org.driftfield.report.Section;

/** Pictures of all draws of a fit: intervals of the parameters, and whether the chains agree on ranks. */
final class PosteriorSections {
    private static final int MOST_INTERVALS = 40;
    private static final int MOST_RANKS = 6;
    private static final int BINS = 20;
    private static final int MOST_CHAINS = 4;

    /** Draws of a chain below which a histogram of ranks is only noise. */
    private static final int FEWEST_DRAWS = 10 * BINS;

    private PosteriorSections() {}

    /** The intervals of the parameters below each other. */
    static Section forest(Posterior posterior) {
        List<Summary.Row> rows = posterior.summary().rows();
        ForestChart chart = ForestChart.of("Intervals");
        int shown = Math.min(MOST_INTERVALS, rows.size());
        for (Summary.Row row : rows.subList(0, shown)) {
            double[] sorted =
                    Arrays.stream(posterior.draws(row.parameter())).sorted().toArray();
            chart.interval(
                    row.parameter(),
                    row.q05(),
                    sorted[(sorted.length - 1) / 4],
                    row.q50(),
                    sorted[3 * (sorted.length - 1) / 4],
                    row.q95());
        }
        return FitPage.partly(
                new Section(
                        "Intervals",
                        "Median, half of the probability (thick) and 90% of it (thin).",
                        new Content.Charts(chart)),
                shown,
                rows.size());
    }

    /** Ranks of the draws by chain, of the parameters whose chains agree least; empty where there are too few draws. */
    static Optional<Section> ranks(Posterior posterior) {
        int chains = Math.min(MOST_CHAINS, posterior.units());
        int length = posterior.snapshots() * (posterior.units() / Math.max(1, chains));
        if (posterior.kind() == Posterior.Kind.INDEPENDENT || chains < 2 || length < FEWEST_DRAWS) {
            return Optional.empty();
        }
        List<Summary.Row> worst = posterior.summary().rows().stream()
                .filter(row -> !Double.isNaN(row.rhat()))
                .sorted(Comparator.comparingDouble(Summary.Row::rhat).reversed())
                .limit(MOST_RANKS)
                .toList();
        if (worst.isEmpty()) {
            return Optional.empty();
        }
        List<LineChart> charts = new ArrayList<>();
        String what = posterior.kind() == Posterior.Kind.CHAINS ? "chain " : "group ";
        for (Summary.Row row : worst) {
            double[][] counts = counts(posterior, posterior.draws(row.parameter()), chains);
            LineChart chart = LineChart.of(row.parameter(), "rank among all draws (%)", "share of its draws");
            double[] x = IntStream.range(0, BINS)
                    .mapToDouble(b -> (b + 0.5) * 100 / BINS)
                    .toArray();
            for (int c = 0; c < chains; c++) {
                chart.line(what + (c + 1), x, counts[c]);
            }
            charts.add(chart.horizontal("", 1.0 / BINS).range(0, 2.0 / BINS));
        }
        return Optional.of(new Section(
                "Ranks",
                "Where the draws of each " + what.strip()
                        + " stand among those of all: about level where they agree. A hill, a"
                        + " valley or a slope means that one of them is elsewhere. The parameters that agree least.",
                new Content.Charts(charts)));
    }

    /** The shares of the draws of each chain, or quarter of the particles, in equal ranges of the ranks. */
    private static double[][] counts(Posterior posterior, double[] draws, int chains) {
        double[] sorted = draws.clone();
        Arrays.sort(sorted);
        // Equal draws take the ranks from the first of them on, in their own order.
        int[] taken = new int[draws.length];
        double[][] counts = new double[chains][BINS];
        double[] all = new double[chains];
        for (int i = 0; i < draws.length; i++) {
            int first = Quantiles.firstAtLeast(sorted, draws[i]);
            int rank = first + taken[first]++;
            int chain = (int) ((long) (i % posterior.units()) * chains / posterior.units());
            counts[chain][(int) ((long) rank * BINS / draws.length)]++;
            all[chain]++;
        }
        for (int c = 0; c < chains; c++) {
            for (int b = 0; b < BINS; b++) {
                counts[c][b] /= all[c];
            }
        }
        return counts;
    }
}
