package org.driftfield.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.driftfield.kernel.Kernels;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityLikelihood;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.sampler.Smc;
import org.driftfield.sampler.SmcOptions;

/**
 * The paper's stochastic volatility experiment (T = 500, mu = 1, phi = 0.8, sigma = 0.5) in one run: how long the mean field
 * with its default settings, sequential Monte Carlo with 500 particles and NUTS take, and how far their means and standard
 * deviations are from those of a long NUTS run; then what a sweep of the mean field costs as the series and the cloud grow.
 * The argument {@code sweeps} asks for these costs alone, {@code methods} for the comparison alone, and {@code bootstrap} for
 * the comparison with, in addition, sequential Monte Carlo on the bootstrap particle filter, which takes a minute.
 */
public final class VolatilitySpeed {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();
    private static final int REPEATS = 3;
    private static final int FEW_SWEEPS = 10;
    private static final int MANY_SWEEPS = 60;

    private VolatilitySpeed() {}

    public static void main(String[] args) {
        List<String> wanted = Arrays.asList(args);
        say(
                "kernels: %s; threads: %d",
                Kernels.description(), SmcOptions.defaults(1).threads());
        if (!wanted.contains("sweeps")) {
            compare(wanted.contains("bootstrap"));
        }
        if (wanted.isEmpty() || wanted.contains("sweeps")) {
            sweeps();
        }
    }

    private static void compare(boolean bootstrap) {
        Returns returns = SimulatedReturns.of(500, 1, 0.8, 0.5, 1).returns();
        Posterior reference = nuts(returns, 99, 10_000);
        report("NUTS, long", reference, reference);
        Posterior mean = fastest(
                () -> Volatility.fit(returns, VolatilityOptions.defaults()).posterior());
        report("mean field", mean, reference);
        Posterior smc = fastest(() -> Smc.fit(VolatilityLikelihood.of(returns, PRIORS), SmcOptions.defaults(1)));
        report("SMC, look-ahead filter", smc, reference);
        report("NUTS", fastest(() -> nuts(returns, 1, 1000)), reference);
        say("SMC with the look-ahead filter takes %.1f times as long as the mean field", seconds(smc) / seconds(mean));
        if (bootstrap) {
            Posterior plain = Smc.fit(VolatilityLikelihood.bootstrap(returns, PRIORS), SmcOptions.defaults(1));
            report("SMC, bootstrap filter", plain, reference);
            say(
                    "SMC with the bootstrap filter takes %.1f times as long as the mean field",
                    seconds(plain) / seconds(mean));
        }
    }

    private static Posterior nuts(Returns returns, long seed, int draws) {
        return VolatilityNuts.fit(returns, PRIORS, VolatilityNuts.options(seed).withDraws(draws))
                .posterior();
    }

    private static void report(String method, Posterior posterior, Posterior reference) {
        say(
                "%s: %.2f s, %d iterations",
                method, seconds(posterior), posterior.trace().rows());
        Summary mine = withLog(posterior).summary();
        Summary exact = withLog(reference).summary();
        for (String name : List.of("mu", "phi", "log_sigma2")) {
            Summary.Row row = mine.row(name);
            Summary.Row best = exact.row(name);
            say(
                    "  %-10s mean %8.4f (error %.4f)  sd %.4f   off by %+.2f sd, sd %+.0f %%",
                    name,
                    row.mean(),
                    row.mcse(),
                    row.sd(),
                    (row.mean() - best.mean()) / best.sd(),
                    100 * (row.sd() / best.sd() - 1));
        }
        posterior.warnings().forEach(warning -> say("  %s", warning));
    }

    private static Posterior withLog(Posterior posterior) {
        int sigma2 = posterior.names().indexOf("sigma2");
        return posterior.with("log_sigma2", draw -> Math.log(draw[sigma2]));
    }

    private static double seconds(Posterior posterior) {
        return posterior.provenance().seconds();
    }

    private static Posterior fastest(Supplier<Posterior> work) {
        Posterior best = work.get();
        for (int repeat = 1; repeat < REPEATS; repeat++) {
            Posterior next = work.get();
            best = seconds(next) < seconds(best) ? next : best;
        }
        return best;
    }

    /** The cost of a sweep is that of many less that of a few, so that starting does not count. */
    private static void sweeps() {
        say("cost of a sweep of the mean field in microseconds, and in nanoseconds per particle and time");
        for (int size : new int[] {250, 500, 1000, 2000}) {
            Returns returns = SimulatedReturns.of(size, 1, 0.8, 0.5, 1).returns();
            for (int particles : new int[] {125, 250, 500}) {
                double few = seconds(fastest(() -> sweep(returns, particles, FEW_SWEEPS)));
                double many = seconds(fastest(() -> sweep(returns, particles, MANY_SWEEPS)));
                double each = (many - few) / (MANY_SWEEPS - FEW_SWEEPS);
                say(
                        "  T = %5d, M = %4d: %9.0f  %6.1f",
                        size, particles, 1e6 * each, 1e9 * each / ((double) size * particles));
            }
        }
    }

    private static Posterior sweep(Returns returns, int particles, int sweeps) {
        VolatilityOptions options = VolatilityOptions.defaults();
        return Volatility.fit(
                        returns,
                        options.withEngine(options.engine()
                                .withParticles(particles)
                                .withStopping(MANY_SWEEPS, 0, sweeps)
                                .withCollect(1, 0)))
                .posterior();
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
