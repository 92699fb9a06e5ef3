package org.driftfield.models.glm;

import java.util.Arrays;
import org.driftfield.InputException;
import org.driftfield.diagnostics.Loo;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Thinned;

/**
 * Leave-one-out cross-validation of a fit, or why there is none.
 *
 * @param skipped why it was not computed; empty when it was
 * @param elpd expected log predictive density of new observations
 * @param standardError of {@code elpd}
 * @param effectiveParameters p_loo
 * @param observations left out in turn
 * @param unreliable how many of them weigh too much for the estimate to hold
 */
public record LeaveOneOut(
        String skipped,
        double elpd,
        double standardError,
        double effectiveParameters,
        int observations,
        int unreliable) {
    public LeaveOneOut {
        skipped = skipped == null ? "" : skipped;
    }

    /** Whether there is one. */
    public boolean computed() {
        return skipped.isEmpty();
    }

    private static final int MOST_DRAWS = 1000;
    private static final int MOST_ROWS = 50_000;

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
        try {
            double[][] points = model
                    .rows()
                    .map((rows, number) -> {
                        double[][] own = new double[rows.rows()][];
                        double[] log = new double[draws];
                        for (int i = 0; i < own.length; i++) {
                            likelihood.of(rows, i, log);
                            own[i] = Loo.point(log, 1);
                        }
                        return own;
                    })
                    .stream()
                    .flatMap(Arrays::stream)
                    .toArray(double[][]::new);
            Loo.Result result = Loo.of(points);
            return new LeaveOneOut(
                    "", result.elpd(), result.standardError(), result.effectiveParameters(), n, result.unreliable());
        } catch (InputException e) {
            return skipped(n, "not computed: " + e.getMessage());
        }
    }

    private static LeaveOneOut skipped(int n, String why) {
        return new LeaveOneOut(why, Double.NaN, Double.NaN, Double.NaN, n, 0);
    }
}
