package org.driftfield.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.assessment.volatility.VolatilityChecks;
import org.driftfield.diagnostics.MonteCarloError;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.paper.PaperFactorization;
import org.driftfield.models.volatility.paper.PaperOptimum;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;

/**
 * Fits of the volatility model on many fresh simulated series: the default against NUTS, and the paper's factorisation against its own
 * optimum. Each series is one line of a file; what stands there is not done again, so that a study can be stopped and gone on with.
 *
 * <pre>VolatilityStudy FILE joint|paper SHARE [SETTING]   # SHARE of the series of each setting, 1 for all; or of one setting, from 0
 * VolatilityStudy FILE data CSV COLUMN               # the default against NUTS on a series of one's own
 * VolatilityStudy FILE table                         # what the file says</pre>
 */
public final class VolatilityStudy {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();
    private static final long FIRST_SEED = 10_001;
    private static final int OPTIMUM_PARTICLES = 1000;
    private static final int OPTIMUM_SWEEPS = 400;
    /** Chains start from the same approximation as the cloud: a short warm-up is enough. */
    private static final int WARMUP = 300;

    private static final int DRAWS = 750;
    private static final int MORE_DRAWS = 6000;
    private static final double MEANS_WITHIN = 0.15;
    private static final double PAPER_WITHIN = 0.1;
    private static final double SPREADS_WITHIN = 0.12;
    private static final String[] NAMES = {"mu", "phi", "log_sigma2"};

    /** Series of one kind, with μ = 1, and how many of them. */
    private record Setting(int size, double phi, double sigma, int joint, int paper) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting(500, 0.8, 0.5, 200, 10),
            new Setting(1000, 0.95, 0.2, 50, 3),
            new Setting(200, 0.8, 0.5, 50, 3),
            new Setting(500, 0.98, 0.15, 50, 3),
            new Setting(500, 0.5, 1, 50, 3),
            new Setting(50, 0.8, 0.5, 50, 3),
            new Setting(5000, 0.95, 0.2, 1, 0),
            new Setting(20_000, 0.95, 0.2, 1, 0));

    private final Path file;
    private final Set<String> done = new HashSet<>();
    private final List<String[]> rows = new ArrayList<>();

    private VolatilityStudy(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] cells = line.split(",", -1);
                rows.add(cells);
                done.add(key(cells[0], cells[1], cells[2]));
            }
        }
    }

    private static String key(String kind, String setting, String seed) {
        return kind + "," + setting + "," + seed;
    }

    public static void main(String[] args) throws IOException {
        VolatilityStudy study = new VolatilityStudy(Path.of(args[0]));
        if (args[1].equals("table")) {
            study.table();
            return;
        }
        if (args[1].equals("data")) {
            study.add("data," + args[3] + ",1", joint(series(Path.of(args[2]), args[3]), 1));
            study.table();
            return;
        }
        double share = args.length > 2 ? Double.parseDouble(args[2]) : 1;
        for (int s = 0; s < SETTINGS.size(); s++) {
            int count = args[1].equals("paper") ? SETTINGS.get(s).paper : SETTINGS.get(s).joint;
            boolean wanted = args.length < 4 || Integer.parseInt(args[3]) == s;
            // Single series are for the whole study: they are long.
            for (int k = 0; wanted && k < (count == 1 ? Math.floor(share) : Math.ceil(share * count)); k++) {
                study.run(args[1], s, FIRST_SEED + k);
            }
        }
        study.table();
    }

    private void run(String kind, int s, long seed) throws IOException {
        String key = key(kind, String.valueOf(s), String.valueOf(seed));
        if (!done.add(key)) {
            return;
        }
        Setting setting = SETTINGS.get(s);
        Returns returns = SimulatedReturns.of(setting.size, 1, setting.phi, setting.sigma, seed)
                .returns();
        add(key, kind.equals("paper") ? paper(returns, seed) : joint(returns, seed));
    }

    private static Returns series(Path csv, String column) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        int at = List.of(lines.get(0).split(",", -1)).indexOf(column);
        return Returns.of(lines.stream()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[at]))
                .toArray());
    }

    private void add(String key, String result) throws IOException {
        String line = key + "," + result;
        Files.writeString(
                file, line + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        rows.add(line.split(",", -1));
    }

    /**
     * Settled, iterations, then for each parameter the gap of the means in standard deviations and the ratio of these; the draws of each chain
     * of NUTS, the largest standard error that NUTS has of one of its own standard deviations, as a share; the verdict, the checks that are not good, and
     * the processor time of the fit and of NUTS. Where something is beyond its bound NUTS
     * runs again, eight times as long, and that run counts: three thousand draws leave 3 to 5 % of error where a tail is long.
     */
    private static String joint(Returns returns, long seed) {
        double begun = processor();
        VolatilityFit fit = fit(returns, Factorization.JOINT, seed);
        double fitted = processor();
        Posterior own = logged(fit.posterior());
        String line = against(own, returns, seed, DRAWS);
        double compared = processor();
        String[] cells = line.split(",", -1);
        if (gap(cells, 0) > MEANS_WITHIN || ratio(cells, 0) > SPREADS_WITHIN) {
            line = against(own, returns, seed + 1, MORE_DRAWS);
        }
        Assessment assessment = VolatilityChecks.of(fit, VolatilityOptions.defaults());
        String reasons = assessment.checks().stream()
                .filter(check -> check.level() != Check.Level.GOOD)
                .map(Check::name)
                .collect(Collectors.joining("; "));
        return start(own)
                + line
                + String.format(
                        Locale.ROOT,
                        ",%s,%s,%.2f,%.2f",
                        assessment.level(),
                        reasons,
                        fitted - begun,
                        compared - fitted);
    }

    /** Seconds of processor time that this process has used. */
    private static double processor() {
        return 1e-9
                * ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime();
    }

    private static String against(Posterior own, Returns returns, long seed, int draws) {
        Posterior exact = logged(VolatilityNuts.fit(
                        returns,
                        PRIORS,
                        VolatilityNuts.options(seed)
                                .withWarmup(WARMUP)
                                .withDraws(draws)
                                .withThreads(1))
                .posterior());
        StringBuilder line = new StringBuilder();
        double error = 0;
        for (String name : NAMES) {
            Summary.Row one = own.summary().row(name);
            Summary.Row other = exact.summary().row(name);
            line.append(String.format(
                    Locale.ROOT, ",%.4f,%.4f", (one.mean() - other.mean()) / other.sd(), one.sd() / other.sd()));
            error = Math.max(error, MonteCarloError.standardDeviation(chains(exact, name)) / other.sd());
        }
        return line + String.format(Locale.ROOT, ",%d,%.4f", draws, error);
    }

    private static double[][] chains(Posterior posterior, String name) {
        double[] values = posterior.draws(name);
        double[][] chains = new double[posterior.units()][posterior.snapshots()];
        for (int i = 0; i < values.length; i++) {
            chains[i % chains.length][i / chains.length] = values[i];
        }
        return chains;
    }

    /** The largest gap of a mean of a row whose first is at {@code cells[at + 1]}. */
    private static double gap(String[] cells, int at) {
        double largest = 0;
        for (int j = 0; j < NAMES.length; j++) {
            largest = Math.max(largest, Math.abs(Double.parseDouble(cells[at + 1 + 2 * j])));
        }
        return largest;
    }

    /** How far a ratio of standard deviations is from 1, at the most. */
    private static double ratio(String[] cells, int at) {
        double largest = 0;
        for (int j = 0; j < NAMES.length; j++) {
            largest = Math.max(largest, Math.abs(Double.parseDouble(cells[at + 2 + 2 * j]) - 1));
        }
        return largest;
    }

    /** The same against the optimum, and the distance from the fixed point that the fit tells itself. */
    private static String paper(Returns returns, long seed) {
        VolatilityFit fit = fit(returns, PaperFactorization.PAPER, seed);
        Posterior own = logged(fit.posterior());
        PaperOptimum optimum = PaperOptimum.of(returns, PRIORS, OPTIMUM_PARTICLES, OPTIMUM_SWEEPS, -seed);
        double[] means = {optimum.mu(), optimum.phi(), optimum.logSigma2()};
        StringBuilder line = new StringBuilder(start(own));
        for (int j = 0; j < NAMES.length; j++) {
            Summary.Row one = own.summary().row(NAMES[j]);
            line.append(String.format(Locale.ROOT, ",%.4f,%.4f", (one.mean() - means[j]) / one.sd(), fit.residual()));
        }
        return line.toString();
    }

    private static VolatilityFit fit(Returns returns, Factorization factorization, long seed) {
        VolatilityOptions options = VolatilityOptions.defaults(factorization);
        return Volatility.fit(
                returns, options.withEngine(options.engine().withSeed(seed).withThreads(1)));
    }

    private static String start(Posterior posterior) {
        boolean clean = posterior.settled() && posterior.warnings().isEmpty();
        return posterior.settled() + "," + clean + "," + posterior.trace().rows();
    }

    private static Posterior logged(Posterior posterior) {
        int sigma2 = posterior.names().indexOf("sigma2");
        return posterior.with("log_sigma2", draw -> Math.log(draw[sigma2]));
    }

    /** For each setting: how many series, how many settled, and the largest gaps; then what is beyond a bound, and what the fit says of it. */
    private void table() {
        System.out.println(
                "| | T, φ, σ | series | settled | within bounds of means | largest gap | within bounds of sd | sd ratios |"
                        + " iterations | CPU s, NUTS |\n|---|---|---|---|---|---|---|---|---|---|");
        for (String kind : List.of("joint", "paper")) {
            for (int s = 0; s < SETTINGS.size(); s++) {
                Setting one = SETTINGS.get(s);
                tell(kind, String.valueOf(s), one.size + ", " + one.phi + ", " + one.sigma);
            }
        }
        rows.stream()
                .filter(row -> row[0].equals("data"))
                .map(row -> row[1])
                .distinct()
                .forEach(column -> tell("data", column, column));
        for (String[] row : rows) {
            boolean paper = row[0].equals("paper");
            if (gap(row, 5) > (paper ? PAPER_WITHIN : MEANS_WITHIN) || (!paper && ratio(row, 5) > SPREADS_WITHIN)) {
                System.out.println("beyond a bound: " + String.join(",", row));
            }
        }
    }

    private void tell(String kind, String setting, String name) {
        List<String[]> own = rows.stream()
                .filter(row -> row[0].equals(kind) && row[1].equals(setting))
                .toList();
        if (own.isEmpty()) {
            return;
        }
        boolean paper = kind.equals("paper");
        double within = paper ? PAPER_WITHIN : MEANS_WITHIN;
        String start = String.format(
                Locale.ROOT,
                "| %s | %s | %d | %d | %d | %.3f |",
                kind,
                name,
                own.size(),
                own.stream().filter(row -> Boolean.parseBoolean(row[3])).count(),
                own.stream().filter(row -> gap(row, 5) <= within).count(),
                own.stream().mapToDouble(row -> gap(row, 5)).max().orElseThrow());
        int most = own.stream().mapToInt(row -> Integer.parseInt(row[5])).max().orElseThrow();
        System.out.println(
                paper
                        ? start + " | | " + most + " | |"
                        : start
                                + String.format(
                                        Locale.ROOT,
                                        " %d |%s | %d | %.1f, %.1f |",
                                        own.stream()
                                                .filter(row -> ratio(row, 5) <= SPREADS_WITHIN)
                                                .count(),
                                        ranges(own),
                                        most,
                                        mean(own, 16),
                                        mean(own, 17)));
    }

    private static double mean(List<String[]> own, int column) {
        return own.stream()
                .mapToDouble(row -> Double.parseDouble(row[column]))
                .average()
                .orElseThrow();
    }

    /** Of each parameter the smallest and the largest ratio of standard deviations. */
    private static String ranges(List<String[]> own) {
        StringBuilder text = new StringBuilder();
        for (int j = 0; j < NAMES.length; j++) {
            int at = 7 + 2 * j;
            DoubleSummaryStatistics ratios =
                    own.stream().mapToDouble(row -> Double.parseDouble(row[at])).summaryStatistics();
            text.append(String.format(Locale.ROOT, " %s %.2f to %.2f", NAMES[j], ratios.getMin(), ratios.getMax()));
        }
        return text.toString();
    }
}
