package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** The answer for a series of returns. */
public final class VolatilityFit {
    private final VolatilitySpec spec;
    private final Posterior posterior;
    private final VolatilityPath path;
    private final double[] last;

    /** The last returns, as many as the mean looks back, the latest first. */
    private final double[] recent;

    private final double strayShare;
    private final IntFunction<PathDraws> paths;

    /**
     * Puts an answer together.
     *
     * @param last the last log variance of each draw without what regressors add; with leverage, that of the time after the last
     *     return
     */
    public VolatilityFit(
            Returns returns, VolatilitySpec spec, Posterior posterior, VolatilityPath path, double[] last) {
        this(spec, posterior, path, last, new double[spec.mean().lags()], 0, most -> {
            throw new IllegalStateException("the paths were not kept");
        });
        for (int lag = 1; lag <= recent.length; lag++) {
            recent[lag - 1] = returns.get(returns.size() - lag);
        }
    }

    private VolatilityFit(
            VolatilitySpec spec,
            Posterior posterior,
            VolatilityPath path,
            double[] last,
            double[] recent,
            double strayShare,
            IntFunction<PathDraws> paths) {
        this.spec = spec;
        this.posterior = posterior;
        this.path = path;
        this.last = last;
        this.recent = recent;
        this.strayShare = strayShare;
        this.paths = paths;
    }

    /**
     * How far log σ² of the paper's factorisation is from its fixed point, in its own standard deviations: where one more exact
     * update of all factors would lead, averaged over the clouds collected. NaN for everything else, which has no such update.
     */
    public double residual() {
        return FixedPointRule.residual(posterior);
    }

    /** The share of particles whose log density is impossible under the cloud; 0 for other draws. */
    public double strayShare() {
        return strayShare;
    }

    VolatilityFit withStrayShare(double share) {
        return new VolatilityFit(spec, posterior, path, last, recent, share, paths);
    }

    /** The same, with a way to its paths. */
    public VolatilityFit withPaths(IntFunction<PathDraws> source) {
        return new VolatilityFit(spec, posterior, path, last, recent, strayShare, source);
    }

    /** Whole paths drawn from the posterior, so many at the most; a cloud has as many as particles. */
    public PathDraws paths(int most) {
        return paths.apply(most);
    }

    /** The last log variance of draw i without what regressors add; with leverage, that of the time after the last return. */
    double last(int i) {
        return last[i];
    }

    /** The model. */
    public VolatilitySpec spec() {
        return spec;
    }

    /** The posterior of {@code mu}, {@code phi}, {@code sigma2} and {@code exp_half_mu}. */
    public Posterior posterior() {
        return posterior;
    }

    /** The volatility at each time of the series. */
    public VolatilityPath path() {
        return path;
    }

    /**
     * The next {@code steps} volatilities and returns, simulated once from each draw of the posterior; of a model without further
     * columns, whose values to come would have to be known.
     */
    public VolatilityForecast forecast(int steps, long seed) {
        return forecast(steps, seed, Regressors.NONE, Regressors.NONE);
    }

    /**
     * The same with the columns of the mean and of the log variance for the times to come.
     */
    public VolatilityForecast forecast(int steps, long seed, Regressors mean, Regressors logVariance) {
        VolatilityPath volatilities = empty(steps);
        VolatilityPath returns = empty(steps);
        simulate(steps, seed, mean, logVariance, (k, h, y) -> {
            double[] volatility = Arrays.stream(h).map(x -> Math.exp(0.5 * x)).toArray();
            summarise(volatility, volatilities, k);
            summarise(y, returns, k);
        });
        return new VolatilityForecast(volatilities, returns);
    }

    /** Sees the log variances and returns of all draws at the time {@code k} steps ahead, counted from 0. */
    interface Ahead {
        void at(int k, double[] logVariance, double[] returns);
    }

    private void simulate(int steps, long seed, Regressors mean, Regressors logVariance, Ahead ahead) {
        require(steps >= 1, "a forecast must have at least 1 step, got %d", steps);
        requireColumns("the mean", spec.mean().columns(), mean, steps);
        requireColumns("the log variance", spec.logVariance(), logVariance, steps);
        int n = last.length;
        double[] theta = new double[posterior.names().size()];
        double[][] h = new double[steps][n];
        double[][] y = new double[steps][n];
        RandomStream random = new RandomStream();
        for (int i = 0; i < n; i++) {
            posterior.draw(i, theta);
            Simulation simulation = new Simulation(spec, theta, last[i], recent);
            for (int k = 0; k < steps; k++) {
                random.reset(seed, k, StreamKeys.VOLATILITY_FORECAST, i);
                simulation.step(k, mean, logVariance, random);
                h[k][i] = simulation.logVariance();
                y[k][i] = simulation.value();
            }
        }
        for (int k = 0; k < steps; k++) {
            ahead.at(k, h[k], y[k]);
        }
    }

    private static void requireColumns(String what, Regressors fitted, Regressors given, int steps) {
        require(
                given.names().equals(fitted.names()) && (given.count() == 0 || given.columns()[0].length >= steps),
                "a forecast needs %d values to come of the columns %s of %s, got %s",
                steps,
                fitted.names(),
                what,
                given.names());
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
