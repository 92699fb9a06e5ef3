package org.driftfield.diagnostics;

import java.util.Arrays;
import org.driftfield.InputException;

/**
 * Leave-one-out cross-validation without refitting: how well the model predicts an observation it has not seen,
 * estimated from the posterior draws given all observations.
 *
 * <p>Vehtari, Gelman and Gabry (2017), Practical Bayesian model evaluation using leave-one-out cross-validation and WAIC,
 * Statistics and Computing 27, with the smoothed weights of {@link Psis}.
 */
public final class Loo {
    /** Above this shape the estimate for an observation is unreliable however many draws there are. */
    public static final double K_LIMIT = 0.7;

    private Loo() {}

    /** The log-likelihood of one observation under every draw; asked for one observation at a time. */
    @FunctionalInterface
    public interface LogLikelihood {
        /** Writes log p(y_observation | draw s) into {@code out[s]} for every draw s. */
        void fill(int observation, double[] out);
    }

    /**
     * What leaving out each observation in turn gives.
     *
     * @param elpd expected log pointwise predictive density, the sum of {@code pointwise}; larger is better
     * @param standardError of {@code elpd}
     * @param effectiveParameters p_loo, the optimism of predicting observations that have been seen
     * @param pointwise log predictive density of each observation given the others
     * @param kHats shape of the tail of the weights of each observation
     */
    public record Result(
            double elpd, double standardError, double effectiveParameters, double[] pointwise, double[] kHats) {
        /** The information criterion -2 elpd; smaller is better. */
        public double looic() {
            return -2 * elpd;
        }

        /** The number of observations whose estimate is unreliable, their k-hat being above {@link #K_LIMIT}. */
        public int unreliable() {
            return (int) Arrays.stream(kHats).filter(k -> k > K_LIMIT).count();
        }
    }

    /** For independent draws. */
    public static Result estimate(int observations, int draws, LogLikelihood logLikelihood) {
        return estimate(observations, draws, 1, logLikelihood);
    }

    /** For correlated draws with a relative efficiency as in {@link Psis#smooth(double[], double)}. */
    public static Result estimate(int observations, int draws, double relativeEfficiency, LogLikelihood logLikelihood) {
        InputException.require(observations >= 1, "observations must be at least 1, got %d", observations);
        InputException.require(draws >= 1, "draws must be at least 1, got %d", draws);
        double[][] points = new double[observations][];
        double[] log = new double[draws];
        for (int i = 0; i < observations; i++) {
            logLikelihood.fill(i, log);
            points[i] = point(log, relativeEfficiency);
        }
        return of(points);
    }

    /**
     * What is needed of one observation: its log predictive density given the others, the shape of the tail of its weights,
     * and its log predictive density given all; NaN where a log-likelihood is not finite.
     *
     * @param log its log-likelihood under each draw
     */
    public static double[] point(double[] log, double relativeEfficiency) {
        return point(log, relativeEfficiency, new double[log.length]);
    }

    /**
     * The same, which leaves the weights of the draws.
     *
     * @param weights what each draw counts given the other observations alone; they sum to one
     */
    public static double[] point(double[] log, double relativeEfficiency, double[] weights) {
        int draws = log.length;
        double[] work = new double[draws];
        for (int s = 0; s < draws; s++) {
            if (!Double.isFinite(log[s])) {
                return new double[] {Double.NaN, Double.NaN, Double.NaN};
            }
            work[s] = -log[s];
        }
        var psis = Psis.smooth(work, relativeEfficiency);
        for (int s = 0; s < draws; s++) {
            work[s] = psis.logWeights()[s] + log[s];
            weights[s] = Math.exp(psis.logWeights()[s]);
        }
        // Eq. 10 of Vehtari, Gelman and Gabry (2017); the weights sum to one.
        return new double[] {LogSum.exp(work), psis.kHat(), LogSum.exp(log) - Math.log(draws)};
    }

    /** The estimate from what {@link #point} says of each observation. */
    public static Result of(double[][] points) {
        int observations = points.length;
        double[] pointwise = new double[observations];
        double[] kHats = new double[observations];
        double elpd = 0;
        double seen = 0;
        for (int i = 0; i < observations; i++) {
            InputException.require(
                    !Double.isNaN(points[i][0]),
                    "log-likelihood of observation %d must be finite in every draw",
                    i + 1);
            pointwise[i] = points[i][0];
            kHats[i] = points[i][1];
            elpd += pointwise[i];
            seen += points[i][2];
        }
        double error = observations < 2 ? Double.NaN : Math.sqrt(observations * Chains.variance(pointwise));
        return new Result(elpd, error, seen - elpd, pointwise, kHats);
    }

    /**
     * The estimate for many observations from some of them, which stand for all: the sum of what an approximation says of all,
     * and the average by which it is off on those looked at. Its error is small where the approximation is near.
     *
     * <p>Magnusson, Vehtari, Jonasson and Andersen (2020), Leave-one-out cross-validation for Bayesian model comparison in
     * large data, AISTATS, eq. 7 and 8.
     *
     * @param points what {@link #point} says of those looked at
     * @param near what the approximation says of the same
     * @param observations how many there are in all
     * @param sums of the approximation and of its square over all of them
     */
    public static Result ofSome(double[][] points, double[] near, long observations, double[] sums) {
        Result some = of(points);
        double n = observations;
        int m = points.length;
        double[] off = new double[m];
        Arrays.setAll(off, i -> some.pointwise()[i] - near[i]);
        double ofSample = n * n * (1 - m / n) * Chains.variance(off) / m;
        double ofObservations = n / (n - 1) * (sums[1] - sums[0] * sums[0] / n);
        return new Result(
                sums[0] + n * Arrays.stream(off).average().orElse(Double.NaN),
                Math.sqrt(ofObservations + ofSample),
                some.effectiveParameters() * n / m,
                some.pointwise(),
                some.kHats());
    }
}
