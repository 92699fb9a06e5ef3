package org.driftfield.models.volatility;

import java.util.Arrays;
import java.util.List;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.driver.Session;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;

/** Samples the stochastic volatility model by NUTS: exact up to Monte Carlo error, and what all else is compared with. */
public final class VolatilityNuts {
    private static final int SCALARS = NonCentredVolatility.SCALARS;

    /** Above the usual 0.8: smaller steps are a precaution for the long tail of μ where φ is near 1. */
    private static final double TARGET_ACCEPTANCE = 0.9;

    private VolatilityNuts() {}

    /** Four chains of 1000 + 1000 iterations, with steps small enough for long, persistent series. */
    public static NutsOptions options(long seed) {
        return NutsOptions.defaults(seed).withTargetAcceptance(TARGET_ACCEPTANCE);
    }

    /** The posterior for a series of returns. */
    public static VolatilityFit fit(Returns returns, VolatilityPriors priors, NutsOptions options) {
        return fit(returns, priors, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static VolatilityFit fit(Returns returns, VolatilityPriors priors, NutsOptions options, Session session) {
        NonCentredVolatility model = NonCentredVolatility.of(returns, priors);
        Posterior all = Nuts.fit(model, options, session);
        return summarise(model, returns.size(), all, returns.warnings());
    }

    private static VolatilityFit summarise(NonCentredVolatility model, int size, Posterior all, List<String> warnings) {
        int width = SCALARS + size;
        int n = all.size();
        double[] draws = new double[n * width];
        double[] draw = new double[width];
        for (int i = 0; i < n; i++) {
            all.draw(i, draw);
            System.arraycopy(draw, 0, draws, i * width, width);
            model.toLogVariances(draws, i * width);
        }
        VolatilityPath path =
                new VolatilityPath(new double[size], new double[size], new double[size], new double[size]);
        double[] last = new double[n];
        double[] volatility = new double[n];
        for (int t = 0; t < size; t++) {
            for (int i = 0; i < n; i++) {
                last[i] = draws[i * width + SCALARS + t];
                volatility[i] = Math.exp(0.5 * last[i]);
            }
            path.mean()[t] = Arrays.stream(volatility).average().orElse(Double.NaN);
            Arrays.sort(volatility);
            path.q05()[t] = Quantiles.ofSorted(volatility, 0.05);
            path.q50()[t] = Quantiles.ofSorted(volatility, 0.5);
            path.q95()[t] = Quantiles.ofSorted(volatility, 0.95);
        }
        Posterior posterior = all.only(VolatilityFit.PARAMETERS)
                .with("exp_half_mu", Variable.Range.POSITIVE, one -> Math.exp(0.5 * one[0]))
                .withWarnings(warnings);
        return new VolatilityFit(posterior, path, last);
    }
}
