package org.driftfield.models.volatility.paper;

import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.models.volatility.VolatilityPriors;

/**
 * The factor q(μ, σ², φ) of q(μ, σ², φ) q(x): x enters the expected log density only through the means of six sums of it and its
 * squares and products, taken around a level c so that nothing cancels.
 */
final class ParametersDensity implements FactorDensity {
    private static final int SCALARS = 3;

    private final Series series;
    private final VolatilityPriors priors;

    ParametersDensity(Series series, VolatilityPriors priors) {
        this.series = series;
        this.priors = priors;
    }

    @Override
    public Conditioned given(Marginals others) {
        int n = series.size;
        double sum = 0;
        for (int t = 0; t < n; t++) {
            sum += others.draws()[VolatilityModel.X + t];
        }
        double level = sum / n;
        double[] means = others.average(6, 0, (draws, at, scratch, out, outAt) -> {
            double first = draws[at + VolatilityModel.X] - level;
            double last = draws[at + VolatilityModel.X + n - 1] - level;
            double squares = first * first;
            double products = 0;
            double all = first;
            double previous = first;
            for (int t = 1; t < n; t++) {
                double own = draws[at + VolatilityModel.X + t] - level;
                squares += own * own;
                products += own * previous;
                all += own;
                previous = own;
            }
            out[outAt] = squares;
            out[outAt + 1] = squares - first * first - last * last;
            out[outAt + 2] = products;
            out[outAt + 3] = all;
            out[outAt + 4] = all - first - last;
            out[outAt + 5] = 2 * all - first - last;
        });
        return new Given(series, priors, level, means);
    }

    /** With the level c and the means of Σw², Σw² without the ends, Σw_t w_t-1, Σw, Σw without the ends and Σ(w_t + w_t-1), for w = x - c. */
    private record Given(Series series, VolatilityPriors priors, double level, double[] means) implements Conditioned {
        @Override
        public void evaluate(double[] points, int from, int to, double[] logDensity, double[] gradient) {
            int n = series.size;
            double[] prior = new double[SCALARS];
            for (int i = from; i < to; i++) {
                int at = i * SCALARS;
                double mu = points[at + VolatilityModel.MU];
                double sigma2 = points[at + VolatilityModel.SIGMA2];
                double phi = points[at + VolatilityModel.PHI];
                double off = mu - level;
                double squares = means[0] + off * (n * off - 2 * means[3]);
                double inner = means[1] + off * ((n - 2) * off - 2 * means[4]);
                double products = means[2] + off * ((n - 1) * off - means[5]);
                double sum = squares + phi * (phi * inner - 2 * products);
                double byMu = 2 * (n * off - means[3])
                        + 2 * phi * (phi * ((n - 2) * off - means[4]) - 2 * (n - 1) * off + means[5]);
                double share = 1 - phi * phi;
                double value = priors.logDensity(mu, phi, sigma2, prior)
                        + 0.5 * (Math.log(share) - n * Math.log(sigma2) - sum / sigma2);
                gradient[at + VolatilityModel.MU] = prior[0] - 0.5 * byMu / sigma2;
                gradient[at + VolatilityModel.SIGMA2] = prior[2] + 0.5 * (sum / sigma2 - n) / sigma2;
                gradient[at + VolatilityModel.PHI] = prior[1] - phi / share - (phi * inner - products) / sigma2;
                if (logDensity != null) {
                    logDensity[i] = value;
                }
            }
        }
    }
}
