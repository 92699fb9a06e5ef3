package org.driftfield.models.glm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.diagnostics.Loo;
import org.driftfield.engine.Rows;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Thinned;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Leave-one-out cross-validation of a fit, or why there is none.
 *
 * @param skipped why it was not computed; empty when it was
 * @param elpd expected log predictive density of new observations
 * @param standardError of {@code elpd}
 * @param effectiveParameters p_loo
 * @param observations left out in turn
 * @param unreliable how many of them weigh too much for the estimate to hold
 * @param points single observations, evenly spread where there are many, and those that weigh too much
 */
public record LeaveOneOut(
        String skipped,
        double elpd,
        double standardError,
        double effectiveParameters,
        int observations,
        int unreliable,
        List<Point> points) {
    /**
     * One observation.
     *
     * @param row which of those used it is, counted from 1
     * @param shape k-hat, the shape of the tail of its weights
     * @param pit how probable a smaller response was, given the other observations; of a whole number a random place within
     *     its own probability
     */
    public record Point(int row, double shape, double pit) {}

    public LeaveOneOut {
        skipped = skipped == null ? "" : skipped;
        // Fits of earlier versions do not have them.
        points = points == null ? List.of() : points;
    }

    /** Whether there is one. */
    public boolean computed() {
        return skipped.isEmpty();
    }

    /** Those points that are evenly spread over the observations, whatever they weigh. */
    public List<Point> evenly() {
        int every = every(observations);
        return points.stream().filter(point -> (point.row() - 1) % every == 0).toList();
    }

    private static int every(int observations) {
        return Math.max(1, (observations + MOST_POINTS - 1) / MOST_POINTS);
    }

    private static final int MOST_DRAWS = 1000;
    private static final int MOST_ROWS = 50_000;

    /** Observations that are told one by one. */
    private static final int MOST_POINTS = 1000;

    public static LeaveOneOut of(GlmModel model, Posterior posterior) {
        int n = model.observations();
        if (n > MOST_ROWS) {
            return skipped(n, "skipped for more than " + MOST_ROWS + " rows");
        }
        Posterior thinned = Thinned.of(posterior, MOST_DRAWS);
        int draws = thinned.size();
        double[][] thetas = new double[draws][thinned.names().size()];
        for (int s = 0; s < draws; s++) {
            thinned.draw(s, thetas[s]);
        }
        DrawLikelihood likelihood = model.drawLikelihood(thetas);
        int every = every(n);
        try {
            double[][] points = model
                    .rows()
                    .map((rows, number) -> {
                        double[][] own = new double[rows.rows()][];
                        double[] log = new double[draws];
                        double[] weights = new double[draws];
                        for (int i = 0; i < own.length; i++) {
                            likelihood.of(rows, i, log);
                            long row = number * Rows.CHUNK + i;
                            double[] point = Loo.point(log, 1, weights);
                            own[i] = Arrays.copyOf(point, point.length + 1);
                            own[i][point.length] = row % every == 0 || point[1] > Loo.K_LIMIT
                                    ? likelihood.below(rows, i, weights, place(row))
                                    : Double.NaN;
                        }
                        return own;
                    })
                    .stream()
                    .flatMap(Arrays::stream)
                    .toArray(double[][]::new);
            Loo.Result result = Loo.of(points);
            return new LeaveOneOut(
                    "",
                    result.elpd(),
                    result.standardError(),
                    result.effectiveParameters(),
                    n,
                    result.unreliable(),
                    told(points));
        } catch (InputException e) {
            return skipped(n, "not computed: " + e.getMessage());
        }
    }

    /** Where within its own probability a whole number lies: always the same for a row. */
    private static double place(long row) {
        return RandomStream.of(0, 0, StreamKeys.LOO_PLACE, (int) row).nextDouble();
    }

    private static List<Point> told(double[][] points) {
        List<Point> told = new ArrayList<>();
        int every = every(points.length);
        int heavy = 0;
        for (int i = 0; i < points.length; i++) {
            double pit = points[i][points[i].length - 1];
            boolean even = i % every == 0;
            heavy += even || Double.isNaN(pit) ? 0 : 1;
            if (even || (!Double.isNaN(pit) && heavy <= MOST_POINTS)) {
                told.add(new Point(i + 1, Digits.rounded(points[i][1], 4), Digits.rounded(pit, 4)));
            }
        }
        return told;
    }

    private static LeaveOneOut skipped(int n, String why) {
        return new LeaveOneOut(why, Double.NaN, Double.NaN, Double.NaN, n, 0, List.of());
    }
}
