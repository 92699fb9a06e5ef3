package org.driftfield.models.volatility.paper;

import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.models.volatility.VolatilityPriors;

/** The log density of all coordinates: μ, σ², φ, then x; normalised, so that it is log p(y, x, μ, σ², φ). */
final class JointDensity implements FactorDensity, Conditioned {
    private final Series series;
    private final VolatilityPriors priors;

    JointDensity(Series series, VolatilityPriors priors) {
        this.series = series;
        this.priors = priors;
    }

    /** There are no others. */
    @Override
    public Conditioned given(Marginals others) {
        return this;
    }

    @Override
    public void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient) {
        int d = series.size + VolatilityModel.X;
        double[] innovations = new double[series.size + 1];
        for (int i = from; i < to; i++) {
            double value = evaluate(points, i * d, gradient, i * d, innovations);
            if (logDensity != null) {
                logDensity[i] = value;
            }
        }
    }

    /** The value and gradient at one point; {@code innovations} is scratch space for one number more than there are times. */
    double evaluate(double[] points, int at, double[] gradient, int gradientAt, double[] innovations) {
        double[] sums = new double[Series.SUMS];
        double[] prior = new double[3];
        double mu = points[at + VolatilityModel.MU];
        double sigma2 = points[at + VolatilityModel.SIGMA2];
        double phi = points[at + VolatilityModel.PHI];
        double share = 1 - phi * phi;
        double path = series.logDensity(
                points,
                at + VolatilityModel.X,
                mu,
                phi,
                1 / sigma2,
                gradient,
                gradientAt + VolatilityModel.X,
                innovations,
                0,
                sums,
                0);
        double value = path
                + priors.logDensity(mu, phi, sigma2, prior)
                + 0.5 * (Math.log(share) - series.size * Math.log(sigma2))
                - 0.5 * (series.size + series.observed) * Math.log(2 * Math.PI);
        gradient[gradientAt + VolatilityModel.MU] = prior[0] - 0.5 * sums[Series.BY_MU] / sigma2;
        gradient[gradientAt + VolatilityModel.PHI] = prior[1] - phi / share - 0.5 * sums[Series.BY_PHI] / sigma2;
        gradient[gradientAt + VolatilityModel.SIGMA2] =
                prior[2] + 0.5 * (sums[Series.SQUARES] / sigma2 - series.size) / sigma2;
        return value;
    }
}
