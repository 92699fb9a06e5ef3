package org.driftfield.report.glm;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.driftfield.diagnostics.Loo;
import org.driftfield.models.glm.LeaveOneOut;
import org.driftfield.report.LineChart;
import org.driftfield.report.PitChart;

/** What leaving out single observations shows: how much each weighs, and how probable it was given the others. */
final class LooCharts {
    /** Observations below which a distribution of probabilities tells nothing. */
    private static final int FEWEST = 10;

    private LooCharts() {}

    /** None for a fit that was written before there were any. */
    static List<LineChart> of(LeaveOneOut loo) {
        List<LeaveOneOut.Point> points = loo.points();
        if (points.isEmpty()) {
            return List.of();
        }
        double[] k = column(points, LeaveOneOut.Point::shape);
        String some = points.size() < loo.observations()
                ? " Of " + loo.observations() + " observations " + points.size()
                        + " are shown, evenly spread, with those above the line."
                : "";
        LineChart shapes = LineChart.of(
                        "Weight of each observation", "observation, in the order of the rows used", "Pareto k")
                .points("observations", column(points, LeaveOneOut.Point::row), k)
                .horizontal("", Loo.K_LIMIT)
                .caption("How much the answer leans on each observation. Above " + Loo.K_LIMIT
                        + " what the model would say without it cannot be told from this fit." + some);
        double[] even = column(loo.evenly(), LeaveOneOut.Point::pit);
        if (even.length < FEWEST) {
            return List.of(shapes);
        }
        LineChart pit = PitChart.of("Probability of what was observed (LOO-PIT)", "response", even)
                .caption(
                        "Each observation predicted from the others: the line should follow the diagonal. An S means intervals"
                                + " that are too wide or too narrow, a line to one side of the diagonal a bias.");
        return List.of(shapes, pit);
    }

    private static double[] column(List<LeaveOneOut.Point> points, ToDoubleFunction<LeaveOneOut.Point> part) {
        return points.stream().mapToDouble(part).toArray();
    }
}
