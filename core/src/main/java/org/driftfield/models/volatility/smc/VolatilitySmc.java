package org.driftfield.models.volatility.smc;

import java.util.Arrays;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.driver.Session;
import org.driftfield.engine.Workers;
import org.driftfield.model.Variable;
import org.driftfield.models.volatility.PathDraws;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityPath;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.sampler.Smc;
import org.driftfield.sampler.SmcOptions;

/**
 * Samples the stochastic volatility model by sequential Monte Carlo over its parameters, the log variances integrated out by
 * a particle filter; a path of them is then drawn for each draw of the parameters.
 */
public final class VolatilitySmc {
    /** With all returns in view so many particles follow the path closely. */
    private static final int PATH_PARTICLES = 64;

    /** Times and paths whose log variances are kept for the quantiles, at the most, but for so many paths at least. */
    private static final int MOST_KEPT = 10_000_000;

    private static final int FEWEST_PATHS = 200;
    private static final int CHUNK = 4;

    private VolatilitySmc() {}

    /** 500 particles, whose draws are taken eight times, so that early and late ones can be compared. */
    public static SmcOptions options(long seed) {
        return SmcOptions.defaults(seed).withCollect(8, 2);
    }

    /** The posterior for a series of returns. */
    public static VolatilityFit fit(Returns returns, VolatilityPriors priors, SmcOptions options) {
        return fit(returns, priors, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static VolatilityFit fit(Returns returns, VolatilityPriors priors, SmcOptions options, Session session) {
        return fit(returns, VolatilitySpec.plain(priors), options, session);
    }

    /** The posterior of any of the models. */
    public static VolatilityFit fit(Returns returns, VolatilitySpec spec, SmcOptions options, Session session) {
        VolatilityLikelihood likelihood = VolatilityLikelihood.of(returns, spec);
        Posterior posterior = Smc.fit(likelihood, options, session);
        int n = posterior.size();
        int size = returns.size();
        int kept = Math.min(n, Math.max(FEWEST_PATHS, MOST_KEPT / size));
        double[] last = new double[n];
        double[][] volatility = new double[size][kept];
        float[][] paths = new float[kept][size];
        int[] drawn = new int[kept];
        try (Workers workers = new Workers(options.threads())) {
            ParticleFilter[] filters = new ParticleFilter[options.threads()];
            Arrays.setAll(filters, w -> likelihood.filter());
            workers.forEach(n, CHUNK, (worker, from, to) -> {
                double[] theta = new double[posterior.names().size()];
                double[] path = new double[filters[worker].times()];
                for (int i = from; i < to; i++) {
                    posterior.draw(i, theta);
                    RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.VOLATILITY_PATH, i);
                    filters[worker].drawPath(theta, PATH_PARTICLES, random, path);
                    last[i] = path[path.length - 1];
                    spec.addLogVariance(theta, path);
                    // Evenly chosen among the draws.
                    int k = (int) ((long) i * kept / n);
                    if (i == 0 || k > (i - 1L) * kept / n) {
                        drawn[k] = i;
                        for (int t = 0; t < size; t++) {
                            volatility[t][k] = Math.exp(0.5 * path[t]);
                            paths[k][t] = (float) path[t];
                        }
                    }
                }
            });
        }
        return new VolatilityFit(
                        returns,
                        spec,
                        posterior
                                .with("exp_half_mu", Variable.Range.POSITIVE, draw -> Math.exp(0.5 * draw[0]))
                                .withWarnings(returns.warnings(spec)),
                        summary(volatility),
                        last)
                .withPaths(most -> PathDraws.among(
                                kept,
                                most,
                                (k, out) -> {
                                    for (int t = 0; t < size; t++) {
                                        out[t] = paths[k][t];
                                    }
                                },
                                size)
                        .renamed(drawn));
    }

    private static VolatilityPath summary(double[][] volatility) {
        int size = volatility.length;
        VolatilityPath path =
                new VolatilityPath(new double[size], new double[size], new double[size], new double[size]);
        for (int t = 0; t < size; t++) {
            path.mean()[t] = Arrays.stream(volatility[t]).average().orElse(Double.NaN);
            Arrays.sort(volatility[t]);
            path.q05()[t] = Quantiles.ofSorted(volatility[t], 0.05);
            path.q50()[t] = Quantiles.ofSorted(volatility[t], 0.5);
            path.q95()[t] = Quantiles.ofSorted(volatility[t], 0.95);
        }
        return path;
    }
}
