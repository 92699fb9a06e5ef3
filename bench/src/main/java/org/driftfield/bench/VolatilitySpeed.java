package org.driftfield.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.driftfield.kernel.Kernels;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.paper.PaperFactorization;
import org.driftfield.models.volatility.smc.VolatilityLikelihood;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.sampler.Smc;
import org.driftfield.sampler.SmcOptions;

/**
 * The paper's stochastic volatility experiment (T = 500, mu = 1, phi = 0.8, sigma = 0.5) in one run: how long the mean field
 * with its default settings, sequential Monte Carlo with 500 particles on the bootstrap filter, as in the paper, and on the
 * look-ahead filter, and NUTS take until their answer is there, in a virtual machine that has just started (cold) and once
 * the code is compiled (warm); and how far the means are from what each method is after: for the mean field its exact
 * optimum, for the others the posterior. The asked tolerance is 0.1 standard deviations. Then what a sweep of the mean field
 * costs as the series and the cloud grow. The argument {@code sweeps} asks for these costs alone, {@code methods} for the
 * comparison alone, {@code warm} for the comparison without starting other virtual machines.
 */
public final class VolatilitySpeed {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();
    private static final Returns RETURNS =
            SimulatedReturns.of(500, 1, 0.8, 0.5, 1).returns();
    private static final List<String> NAMES = List.of("mu", "phi", "log_sigma2");

    /** The means of the exact mean field optimum, see {@code VolatilityTest}. */
    private static final double[] OPTIMUM = {1.1069, 0.8834, -1.7593};

    private static final double TOLERANCE = 0.1;

    /** Argument with which a virtual machine is started to make one fit. */
    private static final String COLD = "cold=";

    private static final int LONG = 5_000;
    private static final int ROUNDS = 3;
    private static final double TOGETHER = 1;
    private static final int FEW_SWEEPS = 10;
    private static final int MANY_SWEEPS = 60;

    private VolatilitySpeed() {}

    /** A method by its name. Short NUTS makes just the draws that the tolerance asks for. */
    private enum Method {
        JOINT("one cloud, the default"),
        PAPER("the paper's factorisation"),
        SMC_BOOTSTRAP("SMC, bootstrap filter"),
        SMC("SMC, look-ahead filter"),
        NUTS("NUTS, 4 x (1000 + 1000)"),
        NUTS_SHORT("NUTS, 4 x (300 + 200)");

        private final String title;

        Method(String title) {
            this.title = title;
        }

        Posterior fit() {
            return switch (this) {
                case JOINT ->
                    Volatility.fit(RETURNS, VolatilityOptions.defaults()).posterior();
                case PAPER ->
                    Volatility.fit(RETURNS, VolatilityOptions.defaults(PaperFactorization.PAPER))
                            .posterior();
                case SMC_BOOTSTRAP -> Smc.fit(VolatilityLikelihood.bootstrap(RETURNS, PRIORS), SmcOptions.defaults(1));
                case SMC -> Smc.fit(VolatilityLikelihood.of(RETURNS, PRIORS), SmcOptions.defaults(1));
                case NUTS -> nuts(1, 1000, 1000);
                case NUTS_SHORT -> nuts(1, 300, 200);
            };
        }
    }

    /** A fit and how long it took, from the returns to the posterior. */
    private record Timed(Posterior posterior, double seconds) {
        static Timed of(Supplier<Posterior> work) {
            long start = System.nanoTime();
            Posterior posterior = work.get();
            return new Timed(posterior, (System.nanoTime() - start) / 1e9);
        }

        /** The fastest of as many as take some seconds together. */
        static Timed fastest(Supplier<Posterior> work, double together) {
            Timed best = of(work);
            for (double total = best.seconds; total < together; ) {
                Timed next = of(work);
                total += next.seconds;
                best = next.seconds < best.seconds ? next : best;
            }
            return best;
        }
    }

    public static void main(String[] args) throws IOException {
        List<String> wanted = Arrays.asList(args);
        if (args.length == 1 && args[0].startsWith(COLD)) {
            Method method = Method.valueOf(args[0].substring(COLD.length()));
            say("%.3f", Timed.of(method::fit).seconds());
            return;
        }
        say(
                "kernels: %s; threads: %d",
                Kernels.description(), SmcOptions.defaults(1).threads());
        if (!wanted.contains("sweeps")) {
            compare(!wanted.contains("warm"));
        }
        if (wanted.isEmpty() || wanted.contains("sweeps")) {
            sweeps();
        }
    }

    /** The methods take turns, so that what else the machine does hits all of them. */
    private static void compare(boolean cold) throws IOException {
        Summary exact = withLog(nuts(99, 1000, LONG)).summary();
        Map<Method, Timed> warm = new EnumMap<>(Method.class);
        for (int round = 0; round < ROUNDS; round++) {
            for (Method method : Method.values()) {
                if (round == 0 || method != Method.SMC_BOOTSTRAP) {
                    Timed next = Timed.fastest(method::fit, TOGETHER);
                    warm.merge(method, next, (a, b) -> a.seconds() < b.seconds() ? a : b);
                }
            }
        }
        double first = cold ? coldSeconds(Method.JOINT) : Double.NaN;
        for (Method method : Method.values()) {
            Timed own = warm.get(method);
            double ownFirst = cold ? coldSeconds(method) : Double.NaN;
            say(
                    "%s: warm %.2f s, %.1f times the default; cold %.1f s, %.1f times; %d iterations",
                    method.title,
                    own.seconds(),
                    own.seconds() / warm.get(Method.JOINT).seconds(),
                    ownFirst,
                    ownFirst / first,
                    own.posterior().trace().rows());
            report(method, own.posterior(), exact);
        }
    }

    /** The time of a first fit in a virtual machine of its own, without that machine's own start. */
    private static double coldSeconds(Method method) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VolatilitySpeed.class.getName(),
                        COLD + method.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Double.parseDouble(out.strip());
    }

    private static Posterior nuts(long seed, int warmup, int draws) {
        return VolatilityNuts.fit(
                        RETURNS,
                        PRIORS,
                        VolatilityNuts.options(seed).withWarmup(warmup).withDraws(draws))
                .posterior();
    }

    private static void report(Method method, Posterior posterior, Summary exact) {
        Summary mine = withLog(posterior).summary();
        boolean within = true;
        for (int k = 0; k < NAMES.size(); k++) {
            Summary.Row row = mine.row(NAMES.get(k));
            Summary.Row best = exact.row(NAMES.get(k));
            boolean meanField = method == Method.PAPER;
            double off = meanField ? (row.mean() - OPTIMUM[k]) / row.sd() : (row.mean() - best.mean()) / best.sd();
            within &= Math.abs(off) <= TOLERANCE;
            say(
                    "  %-10s mean %8.4f (error %.4f)  sd %.4f   %+.3f sd from the %s, %+.2f sd from long NUTS, sd"
                            + " %+.0f %%",
                    NAMES.get(k),
                    row.mean(),
                    row.mcse(),
                    row.sd(),
                    off,
                    meanField ? "optimum" : "posterior",
                    (row.mean() - best.mean()) / best.sd(),
                    100 * (row.sd() / best.sd() - 1));
        }
        say("  %s the tolerance of %.1f sd", within ? "within" : "NOT within", TOLERANCE);
        posterior.warnings().forEach(warning -> say("  %s", warning));
    }

    private static Posterior withLog(Posterior posterior) {
        int sigma2 = posterior.names().indexOf("sigma2");
        return posterior.with("log_sigma2", draw -> Math.log(draw[sigma2]));
    }

    /** The cost of a sweep is that of many less that of a few, so that starting does not count. */
    private static void sweeps() {
        say("cost of a sweep of the mean field in microseconds, and in nanoseconds per particle and time");
        for (int size : new int[] {250, 500, 1000, 2000}) {
            Returns returns = SimulatedReturns.of(size, 1, 0.8, 0.5, 1).returns();
            for (int particles : new int[] {125, 250, 500}) {
                double few = Timed.fastest(() -> sweep(returns, particles, FEW_SWEEPS), TOGETHER)
                        .seconds();
                double many = Timed.fastest(() -> sweep(returns, particles, MANY_SWEEPS), TOGETHER)
                        .seconds();
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
