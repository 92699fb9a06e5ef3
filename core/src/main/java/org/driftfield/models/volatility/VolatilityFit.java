package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** The answer for a series of returns. */
public final class VolatilityFit {
    /** μ, φ and σ². */
    static final List<Variable> PARAMETERS = List.of(
            Variable.scalar("mu", Variable.Range.REAL, Variable.Role.PARAMETER),
            Variable.scalar("phi", new Variable.Range(-1, 1), Variable.Role.PARAMETER),
            Variable.scalar("sigma2", Variable.Range.POSITIVE, Variable.Role.PARAMETER));

    private final Posterior posterior;
    private final VolatilityPath path;
    private final double[] last;

    VolatilityFit(Posterior posterior, VolatilityPath path, double[] last) {
        this.posterior = posterior;
        this.path = path;
        this.last = last;
    }

    /** The posterior of {@code mu}, {@code phi}, {@code sigma2} and {@code exp_half_mu}. */
    public Posterior posterior() {
        return posterior;
    }

    /** The volatility at each time of the series. */
    public VolatilityPath path() {
        return path;
    }

    /** The next {@code steps} volatilities and returns, simulated once from each draw of the posterior. */
    public VolatilityForecast forecast(int steps, long seed) {
        require(steps >= 1, "a forecast must have at least 1 step, got %d", steps);
        double[] x = last.clone();
        double[] mu = posterior.draws("mu");
        double[] phi = posterior.draws("phi");
        double[] sigma2 = posterior.draws("sigma2");
        double[] volatility = new double[x.length];
        double[] y = new double[x.length];
        VolatilityPath volatilities = empty(steps);
        VolatilityPath returns = empty(steps);
        RandomStream random = new RandomStream();
        for (int k = 0; k < steps; k++) {
            for (int i = 0; i < x.length; i++) {
                random.reset(seed, k, StreamKeys.VOLATILITY_FORECAST, i);
                x[i] = mu[i] + phi[i] * (x[i] - mu[i]) + Math.sqrt(sigma2[i]) * random.nextNormal();
                volatility[i] = Math.exp(0.5 * x[i]);
                y[i] = volatility[i] * random.nextNormal();
            }
            summarise(volatility, volatilities, k);
            summarise(y, returns, k);
        }
        return new VolatilityForecast(volatilities, returns);
    }

    private static VolatilityPath empty(int steps) {
        return new VolatilityPath(new double[steps], new double[steps], new double[steps], new double[steps]);
    }

    private static void summarise(double[] values, VolatilityPath out, int k) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        out.mean()[k] = Arrays.stream(values).average().orElse(Double.NaN);
        out.q05()[k] = Quantiles.ofSorted(sorted, 0.05);
        out.q50()[k] = Quantiles.ofSorted(sorted, 0.5);
        out.q95()[k] = Quantiles.ofSorted(sorted, 0.95);
    }
}
