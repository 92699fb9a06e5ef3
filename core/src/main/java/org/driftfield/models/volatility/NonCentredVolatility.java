package org.driftfield.models.volatility;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.driver.Run;
import org.driftfield.kernel.Kernels;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/**
 * The posterior of the stochastic volatility model with the log variances written as a function of standard normal
 * innovations e: x_1 = μ + σ e_1 / √(1-φ²), x_t = μ + φ(x_t-1 - μ) + σ e_t. A priori nothing depends on anything else, so
 * that a sampler does not meet the funnel that σ² and x form together.
 */
public final class NonCentredVolatility implements Model {
    private static final int SCALARS = 3;

    private final double[] y;
    private final VolatilityPriors priors;
    private final ThreadLocal<double[]> scratch;

    private NonCentredVolatility(double[] y, VolatilityPriors priors) {
        this.y = y;
        this.priors = priors;
        this.scratch = ThreadLocal.withInitial(() -> new double[2 * y.length]);
    }

    /** The model of a series of returns. */
    public static NonCentredVolatility of(Returns returns, VolatilityPriors priors) {
        return new NonCentredVolatility(returns.toArray(), priors);
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
        int n = y.length;
        double mu = theta[0];
        double phi = theta[1];
        double sigma = Math.sqrt(theta[2]);
        double stationary = 1 / Math.sqrt(1 - phi * phi);
        double[] work = scratch.get();
        double sum = priors.logDensity(mu, phi, theta[2], gradient);
        double deviation = sigma * stationary * theta[SCALARS];
        for (int t = 0; t < n; t++) {
            double e = theta[SCALARS + t];
            if (t > 0) {
                deviation = phi * deviation + sigma * e;
            }
            work[t] = deviation;
            work[n + t] = -mu - deviation;
            sum -= 0.5 * e * e;
        }
        Kernels.exp(work, n, work, n, n);
        // Backwards: `adjoint` is the derivative by x_t of everything observed from t on.
        double adjoint = 0;
        double byMu = 0;
        double byPhi = 0;
        double bySigma = 0;
        for (int t = n - 1; t >= 0; t--) {
            double slope = 0;
            if (!Double.isNaN(y[t])) {
                double scaled = y[t] * y[t] * work[n + t];
                sum -= 0.5 * (mu + work[t] + scaled);
                slope = 0.5 * (scaled - 1);
            }
            adjoint = slope + phi * adjoint;
            byMu += slope;
            double e = theta[SCALARS + t];
            double scale = t > 0 ? 1 : stationary;
            bySigma += adjoint * scale * e;
            byPhi += adjoint * (t > 0 ? work[t - 1] : work[0] * phi * stationary * stationary);
            gradient[SCALARS + t] = sigma * scale * adjoint - e;
        }
        gradient[0] += byMu;
        gradient[1] += byPhi;
        gradient[2] += bySigma / (2 * sigma);
        return sum;
    }

    /** The names of the coordinates of draws from {@link #withLogVariances}: mu, phi, sigma2, x[1], … */
    public List<String> namesWithLogVariances() {
        List<String> names = new ArrayList<>(List.of("mu", "phi", "sigma2"));
        names.addAll(Parameter.real("x", y.length).elementNames());
        return names;
    }

    /** The same run with the log variances x in place of the innovations in each draw. */
    public Run withLogVariances(Run run) {
        double[] draws = run.draws().clone();
        int width = SCALARS + y.length;
        for (int at = 0; at < draws.length; at += width) {
            double mu = draws[at];
            double phi = draws[at + 1];
            double sigma = Math.sqrt(draws[at + 2]);
            double deviation = 0;
            for (int t = 0; t < y.length; t++) {
                double noise = sigma * draws[at + SCALARS + t];
                deviation = t == 0 ? noise / Math.sqrt(1 - phi * phi) : phi * deviation + noise;
                draws[at + SCALARS + t] = mu + deviation;
            }
        }
        return new Run(
                run.trace(),
                draws,
                run.snapshots(),
                run.units(),
                run.settledAt(),
                run.settled(),
                run.reason(),
                run.seconds());
    }
}
