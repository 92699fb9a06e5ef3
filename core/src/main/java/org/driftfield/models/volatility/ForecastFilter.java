package org.driftfield.models.volatility;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Follows the log variance of a series return by return, and says before each what it will be: a particle filter in which each
 * particle has its own parameters. A t distributed error is a normal one of random variance, which is drawn, so that everything else is
 * normal given the particle: the density of the return, its distribution function, and with leverage the step that goes with it.
 */
public final class ForecastFilter {
    private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
    private static final double[] LEVELS = {0.05, 0.5, 0.95};

    private final VolatilitySpec spec;
    private final Returns returns;
    private final Regressors design;
    private final long seed;
    private final int n;
    private final double[][] theta;
    private final double[] x;
    private final double[] weights;
    private final double[] variance;
    private final double[] logDensity;
    private final double[] simulated;
    private boolean ahead;
    private int t;

    /**
     * What was said of a return before it was seen.
     *
     * @param logScore the logarithm of its predictive density; NaN where the return, or what explains it, is missing
     * @param pit the predictive probability of a smaller one: uniform between 0 and 1 where the model is right; NaN likewise
     * @param volatility the mean of the volatility
     * @param q05 5 % quantile of the return
     * @param q50 its median
     * @param q95 95 % quantile
     */
    public record Ahead(double logScore, double pit, double volatility, double q05, double q50, double q95) {}

    private ForecastFilter(
            VolatilitySpec spec, Returns returns, double[][] theta, double[] x, boolean ahead, int t, long seed) {
        this.spec = spec;
        this.returns = returns;
        this.design = spec.mean().design(returns);
        this.theta = theta;
        this.x = x;
        this.n = x.length;
        this.ahead = ahead;
        this.t = t;
        this.seed = seed;
        this.weights = new double[n];
        this.variance = new double[n];
        this.logDensity = new double[n];
        this.simulated = new double[n];
        Arrays.fill(weights, 1.0 / n);
    }

    /**
     * Goes on where a fit of the first {@code size} returns ended, each of its draws from its own last log variance.
     *
     * @param spec the model with the columns of all returns
     * @param returns all of them
     */
    public static ForecastFilter after(VolatilityFit fit, int size, VolatilitySpec spec, Returns returns, long seed) {
        int n = fit.posterior().size();
        double[][] theta = new double[n][fit.posterior().names().size()];
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            fit.posterior().draw(i, theta[i]);
            x[i] = fit.last(i);
        }
        return new ForecastFilter(spec, returns, theta, x, spec.leverage(), size, seed);
    }

    /** Starts before the first return, with parameters that are held. */
    public static ForecastFilter from(VolatilitySpec spec, Returns returns, double[] held, int particles, long seed) {
        double[][] theta = new double[particles][];
        Arrays.fill(theta, held);
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.VOLATILITY_FILTER, 1);
        double phi = held[VolatilitySpec.PHI];
        double sd = Math.sqrt(held[VolatilitySpec.SIGMA2] / (1 - phi * phi));
        double[] x = IntStream.range(0, particles)
                .mapToDouble(i -> held[VolatilitySpec.MU] + sd * random.nextNormal())
                .toArray();
        return new ForecastFilter(spec, returns, theta, x, true, 0, seed);
    }

    /**
     * The predictive probability of a smaller return than each, parameters held at their posterior medians and the returns before it
     * given (Kim, Shephard and Chib 1998); NaN where it is missing. Its normal quantile is a residual.
     */
    public static double[] pits(VolatilityFit fit, Returns returns, int particles, long seed) {
        double[] medians = fit.posterior().names().stream()
                .mapToDouble(name -> fit.posterior().summary().row(name).q50())
                .toArray();
        ForecastFilter filter = from(fit.spec(), returns, medians, particles, seed);
        return IntStream.range(0, returns.size())
                .mapToDouble(t -> filter.next(false).pit())
                .toArray();
    }

    /** Says what the next return will be, and then sees it. */
    public Ahead next() {
        return next(true);
    }

    /** The same, with the quantiles or without, for which the particles must be sorted. */
    private Ahead next(boolean sorted) {
        RandomStream random = RandomStream.of(seed, t, StreamKeys.VOLATILITY_FILTER, 0);
        double y = returns.get(t);
        boolean known = design.known(t) && spec.logVariance().known(t);
        boolean seen = known && !Double.isNaN(y);
        double largest = Double.NEGATIVE_INFINITY;
        double volatility = 0;
        double below = 0;
        double[] errors = new double[n];
        for (int i = 0; i < n; i++) {
            double[] own = theta[i];
            if (!ahead) {
                x[i] = step(own, x[i], random.nextNormal());
            }
            double h = x[i] + product(spec.logVariance(), own, spec.gamma());
            double mean = product(design, own, spec.beta());
            double rho = spec.leverage() ? own[spec.rho()] : 0;
            variance[i] = rho * rho + (1 - rho * rho) * errorVariance(own, random);
            double scale = Math.exp(0.5 * h);
            double sd = scale * Math.sqrt(variance[i]);
            volatility += weights[i] * scale;
            simulated[i] = mean + sd * random.nextNormal();
            if (seen) {
                double z = (y - mean) / sd;
                errors[i] = (y - mean) / scale;
                below += weights[i] * 0.5 * Erfc.value(-z / Math.sqrt(2));
                logDensity[i] = Math.log(weights[i]) - 0.5 * z * z - Math.log(sd) - LOG_ROOT_TWO_PI;
                largest = Math.max(largest, logDensity[i]);
            }
        }
        double[] quantiles = known && sorted ? quantiles() : new double[] {Double.NaN, Double.NaN, Double.NaN};
        double score = seen ? weigh(largest) : Double.NaN;
        ahead = spec.leverage();
        for (int i = 0; i < n && ahead; i++) {
            double share = seen ? theta[i][spec.rho()] / variance[i] : 0;
            double spread = seen ? Math.sqrt(1 - share * theta[i][spec.rho()]) : 1;
            x[i] = step(theta[i], x[i], share * errors[i] + spread * random.nextNormal());
        }
        if (seen) {
            resampleIfUneven(random.nextDouble());
        }
        t++;
        return new Ahead(score, seen ? below : Double.NaN, volatility, quantiles[0], quantiles[1], quantiles[2]);
    }

    private static double step(double[] own, double x, double eta) {
        double mu = own[VolatilitySpec.MU];
        return mu + own[VolatilitySpec.PHI] * (x - mu) + Math.sqrt(own[VolatilitySpec.SIGMA2]) * eta;
    }

    private double product(Regressors columns, double[] own, int at) {
        double sum = 0;
        for (int k = 0; k < columns.count(); k++) {
            double value = columns.columns()[k][t];
            sum += Double.isNaN(value) ? 0 : own[at + k] * value;
        }
        return sum;
    }

    /** Of the error before leverage, given which it is normal: 1, or an inverse gamma of mean 1. */
    private double errorVariance(double[] own, RandomStream random) {
        if (!spec.heavyTails()) {
            return 1;
        }
        double nu = own[spec.nu()];
        return 0.5
                * (nu - VolatilitySpec.FEWEST_DEGREES)
                / AhrensDieterMarsagliaTsangGammaSampler.of(random, 0.5 * nu, 1).sample();
    }

    /** Takes the densities into the weights; returns the logarithm of their sum. */
    private double weigh(double largest) {
        if (!(largest > Double.NEGATIVE_INFINITY)) {
            // No particle can explain the return: they go on as they are.
            return Double.NEGATIVE_INFINITY;
        }
        double total = 0;
        for (int i = 0; i < n; i++) {
            weights[i] = Math.exp(logDensity[i] - largest);
            total += weights[i];
        }
        for (int i = 0; i < n; i++) {
            weights[i] /= total;
        }
        return largest + Math.log(total);
    }

    private double[] quantiles() {
        double[] values = simulated.clone();
        double[] own = weights;
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted((a, b) -> Double.compare(values[a], values[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] quantiles = new double[LEVELS.length];
        double cumulated = 0;
        int level = 0;
        for (int k = 0; k < n && level < LEVELS.length; k++) {
            cumulated += own[order[k]];
            while (level < LEVELS.length && cumulated >= LEVELS[level]) {
                quantiles[level++] = values[order[k]];
            }
        }
        return quantiles;
    }

    private void resampleIfUneven(double u) {
        double squares = Arrays.stream(weights).map(w -> w * w).sum();
        if (n * squares < 2) {
            return;
        }
        double[] xs = new double[n];
        double[][] thetas = new double[n][];
        double cumulated = weights[0] * n;
        int parent = 0;
        for (int i = 0; i < n; i++) {
            while (i + u > cumulated && parent < n - 1) {
                cumulated += weights[++parent] * n;
            }
            xs[i] = x[parent];
            thetas[i] = theta[parent];
        }
        System.arraycopy(xs, 0, x, 0, n);
        System.arraycopy(thetas, 0, theta, 0, n);
        Arrays.fill(weights, 1.0 / n);
    }
}
