package org.driftfield.models.volatility;

import java.util.List;
import org.driftfield.kernel.Kernels;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/**
 * The posterior of the stochastic volatility model with the log variances x written as a function of the parameters and of
 * innovations e that are nearly standard normal and independent of them a posteriori. The likelihood of each return is first
 * replaced by exp(s_t x_t - c_t x_t²/2), its expansion along one fixed path; given θ, the path is then a linear-Gaussian
 * chain, x_t - μ = g_t(θ) (x_t-1 - μ) + h_t(θ) + r_t(θ) e_t, by a backward pass. What is left of the likelihood is added to
 * the density, so that nothing is approximate. With s = c = 0 this is the usual non-centred form, in which μ and e_1 hang
 * together ever closer as φ approaches 1, and a sampler misses the tail of μ there; this form is free of that.
 */
final class NonCentredVolatility implements Model {
    /** μ, φ and σ² come before the innovations. */
    static final int SCALARS = 3;

    /** Where the likelihood is expanded: any plausible values serve. */
    private static final double PLAUSIBLE_PHI = 0.95;

    private static final double PLAUSIBLE_SIGMA2 = 0.05;

    private final double[] y;
    private final VolatilityPriors priors;
    private final double[] slope;
    private final double[] curvature;
    private final ThreadLocal<Chain> chains;

    private NonCentredVolatility(double[] y, VolatilityPriors priors, double[] slope, double[] curvature) {
        this.y = y;
        this.priors = priors;
        this.slope = slope;
        this.curvature = curvature;
        this.chains = ThreadLocal.withInitial(Chain::new);
    }

    /** The model of a series of returns. */
    static NonCentredVolatility of(Returns returns, VolatilityPriors priors) {
        double[] y = returns.toArray();
        double mu = Math.log(returns.meanSquare());
        LookAhead expansion = new LookAhead(y);
        expansion.approximate(mu, PLAUSIBLE_PHI, PLAUSIBLE_SIGMA2);
        double[] slope = expansion.slope;
        for (int t = 0; t < y.length; t++) {
            // From deviations to the log variances themselves.
            slope[t] += expansion.curvature[t] * mu;
        }
        return new NonCentredVolatility(y, priors, slope, expansion.curvature);
    }

    /** The same model with the innovations of the prior. */
    static NonCentredVolatility plain(Returns returns, VolatilityPriors priors) {
        int n = returns.size();
        return new NonCentredVolatility(returns.toArray(), priors, new double[n], new double[n]);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.real("mu"),
                Parameter.interval("phi", -1, 1),
                Parameter.positive("sigma2"),
                Parameter.real("e", y.length));
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        double prior = priors.logDensity(theta[0], theta[1], theta[2], gradient);
        return prior + chains.get().logDensity(theta, gradient);
    }

    /** Writes the log variances x over the innovations of the draw at {@code draws[at …]}. */
    void toLogVariances(double[] draws, int at) {
        Chain chain = chains.get();
        chain.backward(draws[at], draws[at + 1], draws[at + 2]);
        chain.forward(draws[at], draws, at + SCALARS);
        for (int t = 0; t < y.length; t++) {
            draws[at + SCALARS + t] = draws[at] + chain.deviation[t];
        }
    }

    /**
     * The chain at one θ, with the derivatives of everything by θ: the passes that make it are run in reverse. A name with
     * "by" is the derivative of the log density by what follows.
     */
    private final class Chain {
        private final double[] deviation = new double[y.length];
        private final double[] square = new double[y.length];
        private final double[] gain = new double[y.length];
        private final double[] shift = new double[y.length];
        private final double[] spread = new double[y.length];
        /** 1 / (1 + variance precision): how much of the prior variance is left by all returns from t on. */
        private final double[] shrink = new double[y.length];

        private final double[] precision = new double[y.length];
        private final double[] pull = new double[y.length];
        /** The derivative by the deviation, with what follows from it. */
        private final double[] byDeviation = new double[y.length];

        double logDensity(double[] theta, double[] gradient) {
            double sum = backward(theta[0], theta[1], theta[2]) + forward(theta[0], theta, SCALARS);
            reverseForward(theta, gradient);
            reverseBackward(theta, gradient);
            return sum;
        }

        /** Returns log of the integral of the chain's prior times all replacements. */
        double backward(double mu, double phi, double sigma2) {
            double sum = 0;
            double nextPrecision = 0;
            double nextPull = 0;
            for (int t = y.length - 1; t >= 0; t--) {
                double variance = t == 0 ? sigma2 / (1 - phi * phi) : sigma2;
                double c = curvature[t] + phi * phi * nextPrecision;
                double b = slope[t] - curvature[t] * mu + phi * nextPull;
                double k = 1 / (1 + variance * c);
                gain[t] = t == 0 ? 0 : phi * k;
                shift[t] = variance * b * k;
                spread[t] = Math.sqrt(variance * k);
                shrink[t] = k;
                precision[t] = c;
                pull[t] = b;
                nextPrecision = c * k;
                nextPull = b * k;
                sum += 0.5 * (b * shift[t] + Math.log(k)) + (slope[t] - 0.5 * curvature[t] * mu) * mu;
            }
            return sum;
        }

        /** Makes the path from innovations; returns their log density and the log likelihood over the replacements. */
        double forward(double mu, double[] e, int at) {
            double sum = 0;
            double v = 0;
            for (int t = 0; t < y.length; t++) {
                v = gain[t] * v + shift[t] + spread[t] * e[at + t];
                deviation[t] = v;
                square[t] = -mu - v;
                sum -= 0.5 * e[at + t] * e[at + t];
            }
            Kernels.exp(square, 0, square, 0, y.length);
            for (int t = 0; t < y.length; t++) {
                if (!Double.isNaN(y[t])) {
                    double x = mu + deviation[t];
                    square[t] *= y[t] * y[t];
                    sum -= 0.5 * (x + square[t]) + (slope[t] - 0.5 * curvature[t] * x) * x;
                }
            }
            return sum;
        }

        private void reverseForward(double[] theta, double[] gradient) {
            double by = 0;
            for (int t = y.length - 1; t >= 0; t--) {
                double x = theta[0] + deviation[t];
                double byX = Double.isNaN(y[t]) ? 0 : 0.5 * (square[t] - 1) - slope[t] + curvature[t] * x;
                by = byX + (t + 1 < y.length ? gain[t + 1] * by : 0);
                byDeviation[t] = by;
                gradient[0] += byX + slope[t] - curvature[t] * theta[0];
                gradient[SCALARS + t] = spread[t] * by - theta[SCALARS + t];
            }
        }

        private void reverseBackward(double[] theta, double[] gradient) {
            double phi = theta[1];
            double sigma2 = theta[2];
            double room = 1 - phi * phi;
            double byCarriedPrecision = 0;
            double byCarriedPull = 0;
            for (int t = 0; t < y.length; t++) {
                double variance = t == 0 ? sigma2 / room : sigma2;
                double k = shrink[t];
                double b = pull[t];
                double c = precision[t];
                double by = byDeviation[t];
                double byGain = t == 0 ? 0 : by * deviation[t - 1];
                double bySpreadSquare = 0.5 * by * theta[SCALARS + t] / spread[t];
                double byShrink = byGain * phi
                        + by * variance * b
                        + bySpreadSquare * variance
                        + 0.5 * (b * b * variance + 1 / k)
                        + byCarriedPrecision * c
                        + byCarriedPull * b;
                double byPull = (by * variance + b * variance + byCarriedPull) * k;
                double byPrecision = (byCarriedPrecision - k * variance * byShrink) * k;
                double byVariance = (by * b + bySpreadSquare + 0.5 * b * b - k * c * byShrink) * k;
                gradient[0] -= byPull * curvature[t];
                gradient[1] += byGain * k;
                if (t + 1 < y.length) {
                    gradient[1] += 2 * phi * byPrecision * precision[t + 1] * shrink[t + 1];
                    gradient[1] += byPull * pull[t + 1] * shrink[t + 1];
                }
                if (t == 0) {
                    gradient[1] += byVariance * sigma2 * 2 * phi / (room * room);
                    gradient[2] += byVariance / room;
                } else {
                    gradient[2] += byVariance;
                }
                byCarriedPrecision = byPrecision * phi * phi;
                byCarriedPull = byPull * phi;
            }
        }
    }
}
