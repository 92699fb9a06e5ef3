package org.driftfield.models.volatility;

import java.util.Arrays;

/**
 * The deviations v of the log variances as a function of the parameters θ and of innovations e that are nearly standard normal
 * and independent of θ a posteriori. The likelihood of each return is replaced by exp(s_t h_t - c_t h_t²/2), and with leverage
 * the shock that moves the next log variance by a known one; given θ, the path is then a linear-Gaussian chain,
 * v_t = g_t(θ) v_t-1 + b_t(θ) + r_t(θ) e_t, by a backward pass. The replacement only makes the coordinates: the density is that of the
 * model, times the derivative Π r_t.
 */
final class DecoupledPath {
    /** A product of many factors is turned into its logarithm from here on, since logarithms are slow. */
    private static final double SMALL = 1e-100;

    private static final double LARGE = 1e100;

    private final VolatilitySpec spec;
    private final int size;
    private final boolean leverage;
    private final double[] slope;
    private final double[] curvature;
    private final double[] shock;
    private final double[] noise;

    /**
     * Decouples by the given replacement.
     *
     * @param slope s_t, 0 where a return is missing
     * @param curvature c_t, 0 where a return is missing
     * @param shock the shocks that move each log variance where there is leverage
     * @param noise the variance of the part of each of these that leverage does not explain, relative to that of normal errors; infinite
     *     where a return is missing
     */
    DecoupledPath(VolatilitySpec spec, double[] slope, double[] curvature, double[] shock, double[] noise) {
        this.spec = spec;
        this.size = slope.length;
        this.leverage = spec.leverage();
        this.slope = slope;
        this.curvature = curvature;
        this.shock = shock;
        this.noise = noise;
    }

    /** The share of σ² that is left to the step to time t ≥ 1 by the shock that moves it. */
    private double left(int t, double rho) {
        double own = (1 - rho * rho) * noise[t];
        return !leverage || own == Double.POSITIVE_INFINITY ? 1 : own / (own + rho * rho);
    }

    /** The mean of the step to time t ≥ 1 given the shock that moves it, in units of σ. */
    private double drift(int t, double rho) {
        double own = (1 - rho * rho) * noise[t];
        return !leverage || own == Double.POSITIVE_INFINITY ? 0 : rho * shock[t] / (own + rho * rho);
    }

    /** The chain at one θ, for one thread. */
    final class Chain {
        private double mu;
        private double phi;
        private double sigma2;
        private double sigma;
        private double rho;
        private double logSpread;
        private final double[] gain = new double[size];
        private final double[] shift = new double[size];
        private final double[] spread = new double[size];

        /** 1 / (1 + variance·precision): how much of the prior variance is left by all returns from t on. */
        private final double[] shrink = new double[size];

        private final double[] precision = new double[size];
        private final double[] pull = new double[size];

        /**
         * Takes θ.
         *
         * @param offset what regressors add to the log variance
         * @return log of the derivative of the path by the innovations
         */
        double at(double[] theta, int at, double[] offset) {
            mu = theta[at + VolatilitySpec.MU];
            phi = theta[at + VolatilitySpec.PHI];
            sigma2 = theta[at + VolatilitySpec.SIGMA2];
            sigma = Math.sqrt(sigma2);
            rho = leverage ? theta[at + spec.rho()] : 0;
            double nextPrecision = 0;
            double nextPull = 0;
            double product = 1;
            logSpread = 0;
            for (int t = size - 1; t >= 0; t--) {
                double variance = variance(t);
                double drift = drift(t);
                double c = curvature[t] + phi * phi * nextPrecision;
                double b = slope[t] - curvature[t] * (mu + offset[t]) + phi * nextPull;
                double k = 1 / (1 + variance * c);
                gain[t] = t == 0 ? 0 : phi * k;
                shift[t] = k * (drift + variance * b);
                spread[t] = Math.sqrt(variance * k);
                shrink[t] = k;
                precision[t] = c;
                pull[t] = b;
                nextPrecision = c * k;
                nextPull = k * (b - c * drift);
                product *= spread[t];
                if (product < SMALL || product > LARGE) {
                    logSpread += Math.log(product);
                    product = 1;
                }
            }
            logSpread += Math.log(product);
            return logSpread;
        }

        /**
         * The log of the integral over all paths of the replacement.
         *
         * @param offset what regressors add to the log variance
         */
        double logIntegral(double[] offset) {
            double sum = logSpread;
            double v = 0;
            for (int t = 0; t < size; t++) {
                double before = v;
                v = gain[t] * before + shift[t];
                double h = mu + v + offset[t];
                double step = v - (t == 0 ? 0 : phi * before) - drift(t);
                sum += (slope[t] - 0.5 * curvature[t] * h) * h
                        - 0.5 * (step * step / variance(t) + Math.log(variance(t)));
            }
            return sum;
        }

        double gain(int t) {
            return gain[t];
        }

        double shift(int t) {
            return shift[t];
        }

        double spread(int t) {
            return spread[t];
        }

        /** The variance of the step to time t before the returns from there on are seen. */
        double variance(int t) {
            return t == 0 ? sigma2 / (1 - phi * phi) : leverage ? sigma2 * left(t, rho) : sigma2;
        }

        /** How far that step is moved by the return before it. */
        double drift(int t) {
            return leverage && t > 0 ? sigma * DecoupledPath.this.drift(t, rho) : 0;
        }

        /** Writes the deviations of the innovations {@code e[at …]}. */
        void deviations(double[] e, int at, double[] v) {
            double last = 0;
            for (int t = 0; t < size; t++) {
                last = gain[t] * last + shift[t] + spread[t] * e[at + t];
                v[t] = last;
            }
        }

        /** The way back. */
        void innovations(double[] v, double[] e, int at) {
            double last = 0;
            for (int t = 0; t < size; t++) {
                e[at + t] = (v[t] - gain[t] * last - shift[t]) / spread[t];
                last = v[t];
            }
        }
    }

    /**
     * Runs the passes that make the deviations in reverse, for derivatives. A name with "by" is the derivative of the log
     * density by what follows. One instance serves one thread.
     */
    final class Reverse {
        private final double[] byShift = new double[size];
        private final double[] byGain = new double[size];
        private final double[] bySpread = new double[size];

        /** The derivatives by what regressors add to the log variance. */
        final double[] byOffset = new double[size];

        /**
         * Derivatives by the innovations, written from {@code gradient[eTo]} on, and by θ, added from {@code gradient[to]} on; of a
         * log density whose derivatives by v are given, plus that of the path by the innovations.
         */
        void run(Chain chain, double[] v, double[] byV, double[] e, int at, double[] gradient, int to, int eTo) {
            double by = 0;
            for (int t = size - 1; t >= 0; t--) {
                by = byV[t] + (t + 1 < size ? chain.gain[t + 1] * by : 0);
                gradient[eTo + t] = chain.spread[t] * by;
                byShift[t] = by;
                byGain[t] = t == 0 ? 0 : by * v[t - 1];
                bySpread[t] = by * e[at + t] + 1 / chain.spread[t];
            }
            byParameters(chain, gradient, to);
        }

        private void byParameters(Chain chain, double[] gradient, int to) {
            double phi = chain.phi;
            double sigma2 = chain.sigma2;
            double rho = chain.rho;
            double sigma = Math.sqrt(sigma2);
            double room = 1 - phi * phi;
            double byMu = 0;
            double byPhi = 0;
            double bySigma2 = 0;
            double byRho = 0;
            double byCarriedPrecision = 0;
            double byCarriedPull = 0;
            for (int t = 0; t < size; t++) {
                double variance = chain.variance(t);
                double drift = chain.drift(t);
                double k = chain.shrink[t];
                double b = chain.pull[t];
                double c = chain.precision[t];
                double bySpreadSquare = 0.5 * bySpread[t] / chain.spread[t];
                double rest = b - c * drift;
                double byShrink = byGain[t] * phi
                        + byShift[t] * (drift + variance * b)
                        + bySpreadSquare * variance
                        + byCarriedPrecision * phi * phi * c
                        + byCarriedPull * phi * rest;
                double byPull = k * (byShift[t] * variance + byCarriedPull * phi);
                double byPrecision =
                        k * (byCarriedPrecision * phi * phi - byCarriedPull * phi * drift - byShrink * variance * k);
                double byVariance = k * (byShift[t] * b + bySpreadSquare - byShrink * c * k);
                double byDrift = k * (byShift[t] - byCarriedPull * phi * c);
                byPhi += k * (byGain[t] + 2 * phi * byCarriedPrecision * c + byCarriedPull * rest);
                byOffset[t] = -byPull * curvature[t];
                byMu += byOffset[t];
                bySigma2 += (byVariance * variance + 0.5 * byDrift * drift) / sigma2;
                if (t == 0) {
                    byPhi += byVariance * sigma2 * 2 * phi / (room * room);
                } else if (leverage && noise[t] < Double.POSITIVE_INFINITY) {
                    double square = rho * rho;
                    double all = (1 - square) * noise[t] + square;
                    double byLean = noise[t] * (1 + square) - square;
                    byRho += (byDrift * sigma * shock[t] * byLean - byVariance * sigma2 * 2 * rho * noise[t])
                            / (all * all);
                }
                byCarriedPrecision = byPrecision;
                byCarriedPull = byPull;
            }
            gradient[to + VolatilitySpec.MU] += byMu;
            gradient[to + VolatilitySpec.PHI] += byPhi;
            gradient[to + VolatilitySpec.SIGMA2] += bySigma2;
            if (leverage) {
                gradient[to + spec.rho()] += byRho;
            }
            for (int j = 0; j < spec.logVariance().count(); j++) {
                double[] column = spec.logVariance().columns()[j];
                double sum = 0;
                for (int t = 0; t < column.length; t++) {
                    sum += Double.isNaN(column[t]) ? 0 : column[t] * byOffset[t];
                }
                gradient[to + spec.gamma() + j] += sum;
            }
        }
    }

    /** A replacement of nothing: the innovations of the prior. */
    static DecoupledPath plain(VolatilitySpec spec, int size) {
        double[] noise = new double[size];
        Arrays.fill(noise, Double.POSITIVE_INFINITY);
        return new DecoupledPath(spec, new double[size], new double[size], new double[size], noise);
    }

    /** Changes the slopes so that the derivatives of the log density of the chain by v, at the path v, are those given. */
    void match(double[] theta, double[] offset, double[] v, double[] byV) {
        double mu = theta[VolatilitySpec.MU];
        double phi = theta[VolatilitySpec.PHI];
        double sigma2 = theta[VolatilitySpec.SIGMA2];
        double rho = leverage ? theta[spec.rho()] : 0;
        double next = 0;
        for (int t = size - 1; t >= 0; t--) {
            double pull = t == 0
                    ? v[0] * (1 - phi * phi) / sigma2
                    : (v[t] - phi * v[t - 1] - Math.sqrt(sigma2) * drift(t, rho)) / (sigma2 * left(t, rho));
            slope[t] = byV[t] + pull - phi * next + curvature[t] * (mu + v[t] + offset[t]);
            next = pull;
        }
    }

    /** The replacement, to be written to. */
    double[] slope() {
        return slope;
    }

    double[] curvature() {
        return curvature;
    }

    double[] shock() {
        return shock;
    }

    double[] noise() {
        return noise;
    }

    /** The same replacement, of its own. */
    DecoupledPath copy() {
        return new DecoupledPath(spec, slope.clone(), curvature.clone(), shock.clone(), noise.clone());
    }
}
