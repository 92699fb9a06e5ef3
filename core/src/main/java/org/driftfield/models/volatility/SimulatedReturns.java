package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * A series drawn from the model, with the log variances behind it.
 *
 * @param returns the returns y
 * @param logVariance the log variances x
 */
public record SimulatedReturns(Returns returns, double[] logVariance) {
    /**
     * T returns of any model with the given parameters, in the order of its specification. The first returns of a mean with lags, which
     * such a model takes as given, are standard normal.
     */
    public static SimulatedReturns of(VolatilitySpec spec, double[] theta, int size, long seed) {
        require(size >= 2, "a simulated series must have at least 2 returns, got %d", size);
        require(
                theta.length == spec.count(),
                "a simulated series needs %d parameters, got %d",
                spec.count(),
                theta.length);
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.RETURNS_DATA, 0);
        Simulation simulation = Simulation.start(spec, theta, random);
        double[] x = new double[size];
        double[] y = new double[size];
        for (int t = 0; t < size; t++) {
            simulation.step(t, spec.mean().columns(), spec.logVariance(), random);
            x[t] = simulation.logVariance();
            y[t] = t < spec.mean().lags() ? simulation.given(random.nextNormal()) : simulation.value();
        }
        return new SimulatedReturns(Returns.of(y), x);
    }

    /** T returns of the model with the given parameters; the same seed gives the same series. */
    public static SimulatedReturns of(int size, double mu, double phi, double sigma, long seed) {
        require(size >= 2, "a simulated series must have at least 2 returns, got %d", size);
        require(Math.abs(phi) < 1, "phi must lie between -1 and 1, got %s", phi);
        require(sigma > 0, "sigma must be positive, got %s", sigma);
        double[] x = new double[size];
        double[] y = new double[size];
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.RETURNS_DATA, 0);
        for (int t = 0; t < size; t++) {
            double noise = sigma * random.nextNormal();
            x[t] = mu + (t == 0 ? noise / Math.sqrt(1 - phi * phi) : phi * (x[t - 1] - mu) + noise);
            y[t] = Math.exp(0.5 * x[t]) * random.nextNormal();
        }
        return new SimulatedReturns(Returns.of(y), x);
    }
}
