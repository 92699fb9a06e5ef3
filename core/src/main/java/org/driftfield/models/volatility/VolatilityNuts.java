package org.driftfield.models.volatility;

import java.util.Arrays;
import java.util.List;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Transitions;
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
        String settings = options.withThreads(1).toString();
        String fingerprint = "nuts sv " + Arrays.hashCode(returns.toArray()) + " " + priors + " " + settings;
        try (Nuts nuts = Nuts.of(model, options)) {
            Run run = Driver.run(
                    nuts, options.stoppingRule(), options.runOptions().in(session, fingerprint));
            return summarise(
                    model,
                    returns,
                    run,
                    nuts.transitions(),
                    Provenance.here("nuts", settings + ", " + priors, options.seed(), run.seconds()));
        }
    }

    private static VolatilityFit summarise(
            NonCentredVolatility model, Returns returns, Run run, Transitions transitions, Provenance provenance) {
        int size = returns.size();
        double[] draws = run.draws();
        int width = SCALARS + size;
        int n = run.snapshots() * run.units();
        double[] scalars = new double[n * SCALARS];
        for (int i = 0; i < n; i++) {
            model.toLogVariances(draws, i * width);
            System.arraycopy(draws, i * width, scalars, i * SCALARS, SCALARS);
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
        Run kept = new Run(
                run.trace(),
                scalars,
                run.snapshots(),
                run.units(),
                run.settledAt(),
                run.settled(),
                run.reason(),
                run.seconds());
        Posterior posterior = Posterior.of(
                        List.of("mu", "phi", "sigma2"), Posterior.Kind.CHAINS, kept, returns.warnings(), provenance)
                .withTransitions(transitions);
        return new VolatilityFit(posterior.with("exp_half_mu", draw -> Math.exp(0.5 * draw[0])), path, last);
    }
}
