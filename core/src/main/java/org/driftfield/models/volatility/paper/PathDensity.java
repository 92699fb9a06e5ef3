package org.driftfield.models.volatility.paper;

import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.models.volatility.VolatilityPriors;

/**
 * The factor q(φ, x): μ and σ² enter the expected log density only through E[μ], Var[μ] and E[1/σ²]. Coordinates are φ, then
 * x.
 */
final class PathDensity implements FactorDensity {
    private final Series series;
    private final VolatilityPriors priors;

    PathDensity(Series series, VolatilityPriors priors) {
        this.series = series;
        this.priors = priors;
    }

    @Override
    public Conditioned given(Marginals others) {
        return new Given(
                series,
                priors,
                others.mean(VolatilityModel.MU),
                others.covariance(VolatilityModel.MU, VolatilityModel.MU),
                others.meanInverse(VolatilityModel.SIGMA2));
    }

    /** With E[μ], Var[μ] and E[1/σ²]. */
    record Given(Series series, VolatilityPriors priors, double mu, double muVariance, double lambda)
            implements Conditioned {
        @Override
        public double constant(Marginals others) {
            double log = others.expect(VolatilityModel.SIGMA2, Math::log);
            return priors.expectedLogDensity(mu, muVariance, log, lambda)
                    - 0.5 * series.size * log
                    - 0.5 * (series.size + series.observed) * Math.log(2 * Math.PI);
        }

        @Override
        public void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient) {
            int d = series.size + 1;
            double[] sums = new double[Series.SUMS];
            double[] innovations = new double[series.size + 1];
            for (int i = from; i < to; i++) {
                int at = i * d;
                double phi = points[at];
                double path =
                        series.logDensity(points, at + 1, mu, phi, lambda, gradient, at + 1, innovations, 0, sums, 0);
                double slope = sums[Series.BY_PHI] + muVariance * series.levelSlope(phi);
                gradient[at] = priors.slopeByPhi(phi) - phi / (1 - phi * phi) - 0.5 * lambda * slope;
                if (logDensity != null) {
                    logDensity[i] = path
                            - 0.5 * lambda * muVariance * series.level(phi)
                            + priors.logDensityOfPhi(phi)
                            + 0.5 * Math.log(1 - phi * phi);
                }
            }
        }
    }
}
