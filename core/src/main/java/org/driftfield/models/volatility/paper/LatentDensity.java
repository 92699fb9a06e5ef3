package org.driftfield.models.volatility.paper;

import org.driftfield.kernel.Kernels;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;

/**
 * The factor q(x) of q(μ, σ², φ) q(x): the autoregression is quadratic in x, so that of the parameters only the means of its
 * coefficients are needed. In w = x - c for a level c it is -½ wᵀQw + bᵀw, Q = E[K(φ)/σ²] tridiagonal and
 * b = E[K(φ)1 (μ-c)/σ²], the same at both ends and the same between.
 */
final class LatentDensity implements FactorDensity {
    private final Series series;

    LatentDensity(Series series) {
        this.series = series;
    }

    @Override
    public Conditioned given(Marginals others) {
        double level = others.mean(VolatilityModel.MU);
        double[] means = others.average(5, 0, (draws, at, scratch, out, outAt) -> {
            double lambda = 1 / draws[at + VolatilityModel.SIGMA2];
            double phi = draws[at + VolatilityModel.PHI];
            double off = draws[at + VolatilityModel.MU] - level;
            out[outAt] = lambda;
            out[outAt + 1] = lambda * phi;
            out[outAt + 2] = lambda * phi * phi;
            out[outAt + 3] = lambda * (1 - phi) * off;
            out[outAt + 4] = lambda * (1 - phi) * (1 - phi) * off;
        });
        return new Given(series, level, means);
    }

    /** With the level c and E[1/σ²], E[φ/σ²], E[φ²/σ²], and b at an end and between. */
    private record Given(Series series, double level, double[] means) implements Conditioned {
        @Override
        public void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient) {
            int n = series.size;
            for (int i = from; i < to; i++) {
                int at = i * n;
                for (int t = at; t < at + n; t++) {
                    gradient[t] = -points[t];
                }
                Kernels.exp(gradient, at, gradient, at, n);
                double likelihood = -Kernels.dot(series.half, 0, points, at, n)
                        - Kernels.dot(series.halfSquare, 0, gradient, at, n);
                double twice = 0;
                double previous = 0;
                double own = points[at] - level;
                for (int t = 0; t < n; t++) {
                    boolean end = t == 0 || t == n - 1;
                    double next = t < n - 1 ? points[at + t + 1] - level : 0;
                    double pull = means[0] * own + (end ? 0 : means[2] * own) - means[1] * (previous + next);
                    double push = end ? means[3] : means[4];
                    twice += own * (2 * push - pull);
                    gradient[at + t] = series.halfSquare[t] * gradient[at + t] - series.half[t] + push - pull;
                    previous = own;
                    own = next;
                }
                if (logDensity != null) {
                    logDensity[i] = likelihood + 0.5 * twice;
                }
            }
        }
    }
}
