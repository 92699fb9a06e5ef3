package org.driftfield.models.glm;

import java.io.Serializable;
import java.util.Arrays;
import org.driftfield.models.glm.family.Likelihood;

/**
 * The log-likelihood of single rows at each of some draws of the parameters: a value that can be shipped to the rows.
 *
 * @param likelihood null for a normal response
 * @param logSigma of each draw, for a normal response
 * @param precision of each draw, for a normal response
 */
record DrawLikelihood(RowLikelihood likelihood, int d, double[][] draws, double[] logSigma, double[] precision)
        implements Serializable {
    private static final Likelihood NORMAL = Family.GAUSSIAN.likelihood();
    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    static DrawLikelihood of(RowLikelihood likelihood, int d, double[][] draws) {
        return new DrawLikelihood(likelihood, d, draws, null, null);
    }

    static DrawLikelihood of(Scale scale, int d, double[][] draws) {
        return new DrawLikelihood(
                null,
                d,
                draws,
                Arrays.stream(draws)
                        .mapToDouble(draw -> scale.logSigma(draw[d]))
                        .toArray(),
                Arrays.stream(draws)
                        .mapToDouble(draw -> scale.precision(draw[d]))
                        .toArray());
    }

    /** Those of row i of a chunk, one for each draw. */
    void of(GlmRows rows, int i, double[] out) {
        for (int s = 0; s < draws.length; s++) {
            double eta = rows.linearPredictor(i, draws[s], d);
            double residual = rows.response(i) - eta;
            out[s] = likelihood == null
                    ? -HALF_LOG_TWO_PI - logSigma[s] - 0.5 * precision[s] * residual * residual
                    : likelihood.ofRow(rows, i, eta);
        }
    }

    /**
     * How probable a smaller response of row i of a chunk was under weighted draws.
     *
     * @param place where within its own probability the response is taken to lie, where it has one
     */
    double below(GlmRows rows, int i, double[] weights, double place) {
        Likelihood family = likelihood == null ? NORMAL : likelihood.terms();
        double y = rows.response(i);
        double sum = 0;
        for (int s = 0; s < draws.length; s++) {
            double eta = rows.linearPredictor(i, draws[s], d);
            double mean = rows.trials(i) * family.inverseLink(eta);
            double sigma = precision == null ? Double.NaN : 1 / Math.sqrt(precision[s]);
            double up = family.cumulative(y, mean, rows.trials(i), sigma);
            sum += weights[s]
                    * (family.whole()
                            ? place * up + (1 - place) * family.cumulative(y - 1, mean, rows.trials(i), sigma)
                            : up);
        }
        return Math.min(1, sum);
    }
}
