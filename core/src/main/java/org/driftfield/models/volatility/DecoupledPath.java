package org.driftfield.models.volatility;

import org.driftfield.kernel.Kernels;

/**
 * The log variances x as a function of the parameters θ = (μ, φ, σ²) and of innovations e that are nearly standard normal and
 * independent of θ a posteriori. The likelihood of each return is first replaced by exp(s_t x_t - c_t x_t²/2); given θ, the
 * path is then a linear-Gaussian chain, x_t - μ = g_t(θ) (x_t-1 - μ) + h_t(θ) + r_t(θ) e_t, by a backward pass. What is left of
 * the likelihood is added to the density, so that nothing is approximate.
 */
final class DecoupledPath {
    final int size;
    private final Series series;
    private final double[] slope;
    private final double[] curvature;

    /**
     * Decouples by the given replacement of the likelihood.
     *
     * @param slope s_t, 0 where a return is missing
     * @param curvature c_t, 0 where a return is missing
     */
    DecoupledPath(Series series, double[] slope, double[] curvature) {
        this.size = series.size;
        this.series = series;
        this.slope = slope;
        this.curvature = curvature;
    }

    /** The chain at one θ: what makes the path of innovations. */
    final class Chain {
        private double mu;
        private double phi;
        private double sigma2;
        private final double[] gain = new double[size];
        private final double[] shift = new double[size];
        private final double[] spread = new double[size];

        /** 1 / (1 + variance precision): how much of the prior variance is left by all returns from t on. */
        private final double[] shrink = new double[size];

        private final double[] precision = new double[size];
        private final double[] pull = new double[size];

        /** Takes θ; returns log of the integral of the chain's prior times all replacements. */
        double at(double newMu, double newPhi, double newSigma2) {
            mu = newMu;
            phi = newPhi;
            sigma2 = newSigma2;
            double sum = 0;
            double nextPrecision = 0;
            double nextPull = 0;
            for (int t = size - 1; t >= 0; t--) {
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

        /** Writes the path of the innovations e[at …] to {@code x[xAt …]}; the two may be the same. */
        void path(double[] e, int at, double[] x, int xAt) {
            double v = 0;
            for (int t = 0; t < size; t++) {
                v = gain[t] * v + shift[t] + spread[t] * e[at + t];
                x[xAt + t] = mu + v;
            }
        }
    }

    /**
     * Scratch space of one thread. The passes that make the density are run in reverse for its derivatives; a name with "by" is
     * the derivative of the log density by what follows, those by the coefficients of the chain being averages over all
     * innovations since {@link #clear}.
     */
    final class Work {
        private final double[] deviation = new double[size];
        private final double[] square = new double[size];
        private final double[] byShift = new double[size];
        private final double[] byGain = new double[size];
        private final double[] bySpread = new double[size];
        private double byMu;

        void clear() {
            java.util.Arrays.fill(byShift, 0);
            java.util.Arrays.fill(byGain, 0);
            java.util.Arrays.fill(bySpread, 0);
            byMu = 0;
        }

        /** The log density of innovations without their own normal one: the likelihood over the replacements. */
        double likelihood(Chain chain, double[] e, int at) {
            double sum = 0;
            double v = 0;
            double mu = chain.mu;
            for (int t = 0; t < size; t++) {
                v = chain.gain[t] * v + chain.shift[t] + chain.spread[t] * e[at + t];
                deviation[t] = v;
                square[t] = -mu - v;
            }
            Kernels.exp(square, 0, square, 0, size);
            for (int t = 0; t < size; t++) {
                double x = mu + deviation[t];
                square[t] *= series.halfSquare[t];
                sum -= series.half[t] * x + square[t] + (slope[t] - 0.5 * curvature[t] * x) * x;
            }
            return sum;
        }

        /** Adds {@code weight} times the gradient of {@link #likelihood}, just taken, by e to {@code gradient[to …]}. */
        void byInnovations(Chain chain, double weight, double[] gradient, int to) {
            double by = 0;
            double mu = chain.mu;
            for (int t = size - 1; t >= 0; t--) {
                by = byLogVariance(t, mu) + (t + 1 < size ? chain.gain[t + 1] * by : 0);
                gradient[to + t] += weight * chain.spread[t] * by;
            }
        }

        private double byLogVariance(int t, double mu) {
            return square[t] - series.half[t] - slope[t] + curvature[t] * (mu + deviation[t]);
        }

        /** Adds {@code weight} times its derivatives by the coefficients of the chain. */
        void byCoefficients(Chain chain, double weight, double[] e, int at) {
            double by = 0;
            double mu = chain.mu;
            for (int t = size - 1; t >= 0; t--) {
                double byX = byLogVariance(t, mu);
                by = byX + (t + 1 < size ? chain.gain[t + 1] * by : 0);
                byMu += weight * byX;
                byShift[t] += weight * by;
                byGain[t] += t == 0 ? 0 : weight * by * deviation[t - 1];
                bySpread[t] += weight * by * e[at + t];
            }
        }

        /** Adds the derivatives by μ, φ and σ² of the log integral and of what was gathered to a gradient, in that order. */
        void byParameters(Chain chain, double[] gradient, int to) {
            double phi = chain.phi;
            double sigma2 = chain.sigma2;
            double room = 1 - phi * phi;
            double byPhi = 0;
            double bySigma2 = 0;
            double byLevel = byMu;
            double byCarriedPrecision = 0;
            double byCarriedPull = 0;
            for (int t = 0; t < size; t++) {
                double variance = t == 0 ? sigma2 / room : sigma2;
                double k = chain.shrink[t];
                double b = chain.pull[t];
                double c = chain.precision[t];
                double bySpreadSquare = 0.5 * bySpread[t] / chain.spread[t];
                double byShrink = byGain[t] * phi
                        + byShift[t] * variance * b
                        + bySpreadSquare * variance
                        + 0.5 * (b * b * variance + 1 / k)
                        + byCarriedPrecision * c
                        + byCarriedPull * b;
                double byPull = (byShift[t] * variance + b * variance + byCarriedPull) * k;
                double byPrecision = (byCarriedPrecision - k * variance * byShrink) * k;
                double byVariance = (byShift[t] * b + bySpreadSquare + 0.5 * b * b - k * c * byShrink) * k;
                byLevel += slope[t] - curvature[t] * chain.mu - byPull * curvature[t];
                byPhi += byGain[t] * k;
                if (t + 1 < size) {
                    byPhi += 2 * phi * byPrecision * chain.precision[t + 1] * chain.shrink[t + 1];
                    byPhi += byPull * chain.pull[t + 1] * chain.shrink[t + 1];
                }
                if (t == 0) {
                    byPhi += byVariance * sigma2 * 2 * phi / (room * room);
                    bySigma2 += byVariance / room;
                } else {
                    bySigma2 += byVariance;
                }
                byCarriedPrecision = byPrecision * phi * phi;
                byCarriedPull = byPull * phi;
            }
            gradient[to] += byLevel;
            gradient[to + 1] += byPhi;
            gradient[to + 2] += bySigma2;
        }
    }
}
