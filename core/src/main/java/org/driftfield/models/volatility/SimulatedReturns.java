package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import org.driftfield.random.RandomStream;

/**
 * A series drawn from the model, with the log variances behind it.
 *
 * @param returns the returns y
 * @param logVariance the log variances x
 */
public record SimulatedReturns(Returns returns, double[] logVariance) {
    /** T returns of the model with the given parameters; the same seed gives the same series. */
    public static SimulatedReturns of(int size, double mu, double phi, double sigma, long seed) {
        require(size >= 2, "a simulated series must have at least 2 returns, got %d", size);
        require(Math.abs(phi) < 1, "phi must lie between -1 and 1, got %s", phi);
        require(sigma > 0, "sigma must be positive, got %s", sigma);
        double[] x = new double[size];
        double[] y = new double[size];
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        for (int t = 0; t < size; t++) {
            double noise = sigma * random.nextNormal();
            x[t] = mu + (t == 0 ? noise / Math.sqrt(1 - phi * phi) : phi * (x[t - 1] - mu) + noise);
            y[t] = Math.exp(0.5 * x[t]) * random.nextNormal();
        }
        return new SimulatedReturns(Returns.of(y), x);
    }
}
