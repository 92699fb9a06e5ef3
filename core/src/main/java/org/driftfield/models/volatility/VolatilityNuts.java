package org.driftfield.models.volatility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.driver.Session;
import org.driftfield.model.Parameter;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;

/** Samples the stochastic volatility model by NUTS: exact up to Monte Carlo error, and what all else is compared with. */
public final class VolatilityNuts {
    /** Above the usual 0.8: smaller steps are a precaution for the long tail of μ where φ is near 1. */
    private static final double TARGET_ACCEPTANCE = 0.9;

    private VolatilityNuts() {}

    /** Four chains of 1000 + 1000 iterations, with steps small enough for long, persistent series. */
    public static NutsOptions options(long seed) {
        return NutsOptions.defaults(seed).withTargetAcceptance(TARGET_ACCEPTANCE);
    }

    /** The posterior of the plain model for a series of returns. */
    public static VolatilityFit fit(Returns returns, VolatilityPriors priors, NutsOptions options) {
        return fit(returns, VolatilitySpec.plain(priors), options, Session.NONE);
    }

    /** The posterior of a model for a series of returns, by a run that is watched, saved and resumed. */
    public static VolatilityFit fit(Returns returns, VolatilitySpec spec, NutsOptions options, Session session) {
        JointVolatility model = JointVolatility.of(returns, spec, options.threads());
        Posterior all = Nuts.fit(model, options, starts(model, options), session);
        return summarise(model, returns, all);
    }

    /** Each chain starts at a draw of the first answer. */
    private static List<double[]> starts(JointVolatility model, NutsOptions options) {
        List<double[]> starts = new ArrayList<>();
        for (int chain = 0; chain < options.chains(); chain++) {
            double[] z = new double[model.spec().count() + model.times()];
            RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.NUTS_START, chain);
            model.start().orElseThrow().sample(random, z, 0);
            starts.add(z);
        }
        return starts;
    }

    private static VolatilityFit summarise(JointVolatility model, Returns returns, Posterior all) {
        int p = model.spec().count();
        int size = returns.size();
        int n = all.size();
        double[] draw = new double[p + model.times()];
        double[] last = new double[n];
        float[] paths = new float[Math.multiplyExact(n, size)];
        for (int i = 0; i < n; i++) {
            all.draw(i, draw);
            model.toLogVariances(draw, 0);
            last[i] = model.last(draw, 0, draw.length);
            for (int t = 0; t < size; t++) {
                paths[i * size + t] = (float) draw[p + t];
            }
        }
        VolatilityPath path =
                new VolatilityPath(new double[size], new double[size], new double[size], new double[size]);
        double[] volatility = new double[n];
        for (int t = 0; t < size; t++) {
            for (int i = 0; i < n; i++) {
                volatility[i] = Math.exp(0.5 * paths[i * size + t]);
            }
            path.mean()[t] = Arrays.stream(volatility).average().orElse(Double.NaN);
            Arrays.sort(volatility);
            path.q05()[t] = Quantiles.ofSorted(volatility, 0.05);
            path.q50()[t] = Quantiles.ofSorted(volatility, 0.5);
            path.q95()[t] = Quantiles.ofSorted(volatility, 0.95);
        }
        // The level itself in place of its coordinate.
        List<Variable> kept =
                model.spec().parameters().stream().map(Parameter::variable).toList();
        List<Variable> sampled = model.parameters().subList(0, p).stream()
                .map(Parameter::variable)
                .toList();
        Posterior posterior = all.only(sampled)
                .with("mu", Variable.Range.REAL, one -> model.level(one, 0))
                .only(kept)
                .with("exp_half_mu", Variable.Range.POSITIVE, one -> Math.exp(0.5 * one[0]))
                .withWarnings(returns.warnings(model.spec()));
        return new VolatilityFit(returns, model.spec(), posterior, path, last)
                .withPaths(most -> PathDraws.among(
                        n,
                        most,
                        (i, out) -> {
                            for (int t = 0; t < size; t++) {
                                out[t] = paths[i * size + t];
                            }
                        },
                        size));
    }
}
