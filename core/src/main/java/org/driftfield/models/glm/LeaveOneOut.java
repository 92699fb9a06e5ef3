package org.driftfield.models.glm;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.diagnostics.Loo;
import org.driftfield.engine.Rows;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Thinned;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Leave-one-out cross-validation of a fit, or why there is none. Of many observations some are looked at, evenly spread; what
 * they have in common with all others, the log-likelihood at one place, is summed over all (the difference estimator of
 * Magnusson, Vehtari, Jonasson and Andersen, 2020, Leave-one-out cross-validation for Bayesian model comparison in large
 * data, AISTATS).
 *
 * @param skipped why it was not computed; empty when it was
 * @param elpd expected log predictive density of new observations
 * @param standardError of {@code elpd}, with that of looking at some observations only
 * @param effectiveParameters p_loo
 * @param observations of the fit
 * @param sampled how many of them were left out in turn
 * @param unreliable how many of these weigh too much for the estimate to hold
 * @param points single observations, evenly spread where there are many, and those that weigh too much
 */
public record LeaveOneOut(
        String skipped,
        double elpd,
        double standardError,
        double effectiveParameters,
        int observations,
        Integer sampled,
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
        // Fits of earlier versions looked at all, and do not have the points.
        sampled = sampled == null || sampled == 0 ? observations : sampled;
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

    /** Which observations are looked at, counted from the first: all, or each of this many. */
    private static int step(int observations) {
        return observations <= MOST_ROWS ? 1 : over(observations, SAMPLED_ROWS);
    }

    /** Which are told: each of this many. */
    private static int every(int observations) {
        int step = step(observations);
        return step * over(over(observations, step), MOST_POINTS);
    }

    private static int over(int count, int parts) {
        return (int) (((long) count + parts - 1) / parts);
    }

    /**
     * What is computed of one observation.
     *
     * @param point what {@link Loo#point} says of it
     * @param near its log-likelihood at the mean of the draws
     * @param pit how probable a smaller response was; NaN where it is not told
     */
    private record One(double[] point, double near, double pit) implements Serializable {}

    private static final int MOST_DRAWS = 1000;

    /** Beyond this a sample is looked at. */
    private static final int MOST_ROWS = 50_000;

    /** The most that a sample has. */
    private static final int SAMPLED_ROWS = 5000;

    /** Observations that are told one by one. */
    private static final int MOST_POINTS = 1000;

    public static LeaveOneOut of(GlmModel model, Posterior posterior) {
        int n = model.observations();
        Posterior thinned = Thinned.of(posterior, MOST_DRAWS);
        double[][] thetas = new double[thinned.size()][thinned.names().size()];
        for (int s = 0; s < thetas.length; s++) {
            thinned.draw(s, thetas[s]);
        }
        double[] centre = new double[thetas[0].length];
        for (double[] theta : thetas) {
            for (int j = 0; j < centre.length; j++) {
                centre[j] += theta[j] / thetas.length;
            }
        }
        DrawLikelihood there = model.drawLikelihood(new double[][] {centre});
        List<One> all = all(model, model.drawLikelihood(thetas), there);
        double[][] points = all.stream().map(One::point).toArray(double[][]::new);
        double[] near = all.stream().mapToDouble(One::near).toArray();
        try {
            Loo.Result result = points.length == n
                    ? Loo.of(points)
                    : Loo.ofSome(points, near, n, model.rows().sum(new AtOnePlace(there)));
            return new LeaveOneOut(
                    "",
                    result.elpd(),
                    result.standardError(),
                    result.effectiveParameters(),
                    n,
                    points.length,
                    result.unreliable(),
                    told(all, n));
        } catch (InputException e) {
            return new LeaveOneOut(
                    "not computed: " + e.getMessage(), Double.NaN, Double.NaN, Double.NaN, n, 0, 0, List.of());
        }
    }

    /** The observations that are looked at, in their order. */
    private static List<One> all(GlmModel model, DrawLikelihood likelihood, DrawLikelihood there) {
        int step = step(model.observations());
        int every = every(model.observations());
        return model
                .rows()
                .map((rows, number) -> {
                    ArrayList<One> own = new ArrayList<>();
                    double[] log = new double[likelihood.draws().length];
                    double[] weights = new double[log.length];
                    double[] near = new double[1];
                    for (int i = 0; i < rows.rows(); i++) {
                        long row = number * Rows.CHUNK + i;
                        if (row % step == 0) {
                            likelihood.of(rows, i, log);
                            there.of(rows, i, near);
                            double[] point = Loo.point(log, 1, weights);
                            boolean told = row % every == 0 || point[1] > Loo.K_LIMIT;
                            own.add(new One(
                                    point,
                                    near[0],
                                    told ? likelihood.below(rows, i, weights, place(row)) : Double.NaN));
                        }
                    }
                    return own;
                })
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    /** The log-likelihood of all observations at one place, and the sum of its squares. */
    private record AtOnePlace(DrawLikelihood likelihood) implements Rows.Sum<GlmRows> {
        @Override
        public int width() {
            return 2;
        }

        @Override
        public void add(GlmRows rows, long number, double[] sums) {
            double[] log = new double[1];
            for (int i = 0; i < rows.rows(); i++) {
                likelihood.of(rows, i, log);
                sums[0] += log[0];
                sums[1] += log[0] * log[0];
            }
        }
    }

    /** Where within its own probability a whole number lies: always the same for a row. */
    private static double place(long row) {
        return RandomStream.of(0, 0, StreamKeys.LOO_PLACE, (int) row).nextDouble();
    }

    private static List<Point> told(List<One> all, int n) {
        List<Point> told = new ArrayList<>();
        int step = step(n);
        int every = every(n) / step;
        int heavy = 0;
        for (int i = 0; i < all.size(); i++) {
            One one = all.get(i);
            boolean even = i % every == 0;
            heavy += even || Double.isNaN(one.pit()) ? 0 : 1;
            if (even || (!Double.isNaN(one.pit()) && heavy <= MOST_POINTS)) {
                told.add(new Point(i * step + 1, Digits.rounded(one.point()[1], 4), Digits.rounded(one.pit(), 4)));
            }
        }
        return told;
    }
}
