package org.driftfield.models.glm;

import java.util.Arrays;
import java.util.Optional;
import org.driftfield.InputException;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.ClosedForm;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;

/**
 * The Gaussian family, whose likelihood depends on the data through {@link LeastSquares} only: its density, the exact
 * expectation over other factors, and the closed forms of q(β) (normal) and q(σ²) (inverse-gamma).
 */
final class GaussianPart {
    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    private final LeastSquares squares;
    private final CoefficientPriors priors;
    private final Scale scale;
    private final int d;

    GaussianPart(LeastSquares squares, CoefficientPriors priors, Scale scale, int d) {
        this.squares = squares;
        this.priors = priors;
        this.scale = scale;
        this.d = d;
    }

    double logDensity(double[] theta, double[] gradient) {
        return density(theta, 0, gradient);
    }

    /** The log density with {@code extra} added to the residual sum of squares. */
    private double density(double[] theta, double extra, double[] gradient) {
        double[] delta = new double[d];
        for (int j = 0; j < d; j++) {
            delta[j] = theta[j] - squares.solution(j);
        }
        double rss = squares.residualSquares(delta, gradient, 0) + extra;
        double sigma = theta[d];
        double precision = scale.precision(sigma);
        double value = priors.constant()
                + scale.prior().logDensity(sigma)
                - squares.n * (HALF_LOG_TWO_PI + scale.logSigma(sigma))
                - 0.5 * precision * rss;
        for (int j = 0; j < d; j++) {
            value += priors.log(j, theta[j]);
            gradient[j] = priors.slope(j, theta[j]) - precision * gradient[j];
        }
        gradient[d] = scale.prior().slope(sigma)
                - squares.n * scale.logSlope(sigma)
                - 0.5 * scale.precisionSlope(sigma) * rss;
        return value;
    }

    double logDensityOfRow(double residual, double sigma) {
        return -HALF_LOG_TWO_PI - scale.logSigma(sigma) - 0.5 * scale.precision(sigma) * residual * residual;
    }

    /** E[σ^-2] under a factor that does not contain the coefficients. */
    private double expectedPrecision(Marginals others) {
        return scale.squared() ? others.meanInverse(d) : others.expect(d, scale::precision);
    }

    /** Which coordinates of the model a block holds. */
    private boolean[] held(Block block) {
        boolean[] mine = new boolean[d + 1];
        for (int j : block.coordinates()) {
            mine[j] = true;
        }
        return mine;
    }

    /** What the spread of the coefficients outside of the block adds to the expected residual sum of squares. */
    private double spread(boolean[] mine, Marginals others) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d && !mine[j]; k++) {
                sum += mine[k] ? 0 : squares.crossProduct(j, k) * others.covariance(j, k);
            }
        }
        return sum;
    }

    Optional<ClosedForm> closedForm(Block block) {
        boolean[] mine = held(block);
        if (!mine[d]) {
            return Optional.of(others -> coefficientsGiven(block, mine, others));
        }
        if (block.size() == 1 && scale.prior() instanceof Prior.InverseGamma prior) {
            return Optional.of(others -> {
                double[] delta = new double[d];
                for (int j = 0; j < d; j++) {
                    delta[j] = others.mean(j) - squares.solution(j);
                }
                double rss = squares.residualSquares(delta, new double[d], 0) + spread(mine, others);
                return new InverseGamma(prior.shape() + 0.5 * squares.n, prior.scale() + 0.5 * rss);
            });
        }
        return Optional.empty();
    }

    /** q(β_B) = N: precision E[σ^-2] X_BᵀX_B + prior, linear term that of the residuals of the other coefficients. */
    private MultivariateNormal coefficientsGiven(Block block, boolean[] mine, Marginals others) {
        double tau = expectedPrecision(others);
        int[] own = block.coordinates();
        int k = own.length;
        double[] precision = new double[k * k];
        double[] linear = new double[k];
        for (int a = 0; a < k; a++) {
            linear[a] = priors.precision(own[a]) * priors.mean(own[a]);
            for (int j = 0; j < d; j++) {
                double shift = mine[j] ? squares.solution(j) : squares.solution(j) - others.mean(j);
                linear[a] += tau * squares.crossProduct(own[a], j) * shift;
            }
            for (int b = 0; b < k; b++) {
                precision[a * k + b] = tau * squares.crossProduct(own[a], own[b]);
            }
            precision[a * k + a] += priors.precision(own[a]);
        }
        return MultivariateNormal.ofPrecision(precision, linear);
    }

    FactorDensity factorDensity(Block block) {
        boolean[] mine = held(block);
        int[] own = block.coordinates();
        return others -> {
            double[] rest = new double[d + 1];
            for (int j = 0; j < d; j++) {
                rest[j] = mine[j] ? 0 : others.mean(j);
            }
            if (!mine[d]) {
                double tau = expectedPrecision(others);
                rest[d] = scale.squared() ? 1 / tau : 1 / Math.sqrt(tau);
            }
            double extra = spread(mine, others);
            return (points, from, to, logDensity, gradient) ->
                    evaluate(own, rest, extra, points, from, to, logDensity, gradient);
        };
    }

    private void evaluate(
            int[] own,
            double[] rest,
            double extra,
            double[] points,
            int from,
            int to,
            double[] logDensity,
            double[] gradient) {
        double[] theta = rest.clone();
        double[] full = new double[d + 1];
        for (int i = from; i < to; i++) {
            for (int j = 0; j < own.length; j++) {
                theta[own[j]] = points[i * own.length + j];
            }
            double value = density(theta, extra, full);
            for (int j = 0; j < own.length; j++) {
                gradient[i * own.length + j] = full[own[j]];
            }
            if (logDensity != null) {
                logDensity[i] = value;
            }
        }
    }

    /** The mode of (β, log σ), by turns in β and log σ, and the curvature there. */
    GlmMode mode(GlmData data) {
        double[] theta = new double[d + 1];
        double sd = data.responseSd();
        theta[d] = scale.squared() ? sd * sd : sd;
        double[] hessian = new double[(d + 1) * (d + 1)];
        for (int round = 0; round < 200; round++) {
            double before = theta[d];
            MultivariateNormal best = coefficientsAt(theta[d]);
            for (int j = 0; j < d; j++) {
                theta[j] = best.mean(j);
            }
            theta[d] = bestScale(theta);
            if (Double.isNaN(theta[d])) {
                // Start from a residual spread half that of the response, loosely.
                theta[d] = scale.squared() ? sd * sd / 4 : sd / 2;
                break;
            }
            if (Math.abs(theta[d] - before) <= 1e-10 * theta[d]) {
                break;
            }
        }
        double tau = scale.precision(theta[d]);
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                hessian[j * (d + 1) + k] = tau * squares.crossProduct(j, k) + (j == k ? priors.precision(j) : 0);
            }
        }
        // The curvature in the logarithm of the parameter, by a difference of the slope; crossed terms vanish near the
        // mode.
        double step = 1e-4;
        double up = slopeInLog(theta, Math.exp(step));
        double down = slopeInLog(theta, Math.exp(-step));
        hessian[d * (d + 1) + d] = Math.max((down - up) / (2 * step), scale.squared() ? 0.05 : 0.2);
        double[] z = theta.clone();
        z[d] = Math.log(theta[d]);
        return new GlmMode(theta, z, hessian);
    }

    private MultivariateNormal coefficientsAt(double sigma) {
        double tau = scale.precision(sigma);
        double[] precision = new double[d * d];
        double[] linear = new double[d];
        for (int j = 0; j < d; j++) {
            linear[j] = priors.precision(j) * priors.mean(j);
            for (int k = 0; k < d; k++) {
                precision[j * d + k] = tau * squares.crossProduct(j, k);
                linear[j] += tau * squares.crossProduct(j, k) * squares.solution(k);
            }
            precision[j * d + j] += priors.precision(j);
        }
        try {
            return MultivariateNormal.ofPrecision(precision, linear);
        } catch (InputException e) {
            throw new InputException(
                    "the posterior is improper: the data do not determine all coefficients that have a flat prior"
                            + " (collinear columns, or fewer rows than coefficients); give them a normal prior",
                    e);
        }
    }

    private double slopeInLog(double[] theta, double factor) {
        double[] moved = Arrays.copyOf(theta, d + 1);
        moved[d] *= factor;
        double[] gradient = new double[d + 1];
        density(moved, 0, gradient);
        return gradient[d] * moved[d] + 1;
    }

    /** The most probable σ (or σ²) for given coefficients, by bisection on the slope in its logarithm. */
    private double bestScale(double[] theta) {
        double low = 1e-8;
        double high = 1e8;
        if (slopeInLog(theta, low) < 0) {
            // A perfect fit: the joint density has no mode, though the posterior is proper if the coefficients' priors
            // are.
            for (int j = 0; j < d; j++) {
                if (priors.precision(j) == 0) {
                    throw new InputException(
                            "the posterior is improper: coefficients with flat priors fit the responses perfectly, so that sigma"
                                    + " runs to zero; give them a normal prior");
                }
            }
            return Double.NaN;
        }
        for (int round = 0; round < 200 && high / low > 1 + 1e-14; round++) {
            double middle = Math.sqrt(low * high);
            if (slopeInLog(theta, middle) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return theta[d] * Math.sqrt(low * high);
    }
}
