package org.driftfield.bench;

import java.io.IOException;
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
 * <pre>VolatilityStudy FILE joint|paper SHARE   # SHARE of the series of each setting, 1 for all
 * VolatilityStudy FILE table               # what the file says</pre>
 */
public final class VolatilityStudy {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();
    private static final long FIRST_SEED = 10_001;
    private static final int OPTIMUM_PARTICLES = 1000;
    private static final int OPTIMUM_SWEEPS = 100;
    private static final int DRAWS = 1000;
    private static final int MORE_DRAWS = 8000;
    private static final double MEANS_WITHIN = 0.15;
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
        double share = args.length > 2 ? Double.parseDouble(args[2]) : 1;
        for (int s = 0; s < SETTINGS.size(); s++) {
            int count = args[1].equals("paper") ? SETTINGS.get(s).paper : SETTINGS.get(s).joint;
            // Single series are for the whole study: they are long.
            for (int k = 0; k < (count == 1 ? Math.floor(share) : Math.ceil(share * count)); k++) {
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
        String line = key + "," + (kind.equals("paper") ? paper(returns, seed) : joint(returns, seed));
        Files.writeString(
                file, line + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        rows.add(line.split(",", -1));
    }

    /**
     * Settled, iterations, then for each parameter the gap of the means in standard deviations and the ratio of these; the draws of each chain
     * of NUTS, and the largest standard error that NUTS has of one of its own standard deviations, as a share. Where something is beyond its bound NUTS
     * runs again, eight times as long, and that run counts: four thousand draws leave 3 to 5 % of error where a tail is long.
     */
    private static String joint(Returns returns, long seed) {
        VolatilityFit fit = fit(returns, Factorization.JOINT, seed);
        Posterior own = logged(fit.posterior());
        String line = against(own, returns, seed, DRAWS);
        String[] cells = line.split(",", -1);
        if (gap(cells, 0) > MEANS_WITHIN || ratio(cells, 0) > SPREADS_WITHIN) {
            line = against(own, returns, seed + 1, MORE_DRAWS);
        }
        Check.Level worst =
                VolatilityChecks.of(fit, VolatilityOptions.defaults()).level();
        return start(own) + line + "," + worst;
    }

    private static String against(Posterior own, Returns returns, long seed, int draws) {
        Posterior exact = logged(VolatilityNuts.fit(
                        returns,
                        PRIORS,
                        VolatilityNuts.options(seed).withDraws(draws).withThreads(1))
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

    /** For each setting: how many series, how many settled, and the largest gaps. */
    private void table() {
        for (String kind : List.of("joint", "paper")) {
            for (int s = 0; s < SETTINGS.size(); s++) {
                String setting = String.valueOf(s);
                List<String[]> own = rows.stream()
                        .filter(row -> row[0].equals(kind) && row[1].equals(setting))
                        .toList();
                if (!own.isEmpty()) {
                    tell(kind, SETTINGS.get(s), own);
                }
            }
        }
    }

    private static void tell(String kind, Setting setting, List<String[]> own) {
        int settled = 0;
        int clean = 0;
        int meansWithin = 0;
        int spreadsWithin = 0;
        double gap = 0;
        double ratio = 0;
        for (String[] row : own) {
            settled += Boolean.parseBoolean(row[3]) ? 1 : 0;
            clean += Boolean.parseBoolean(row[4]) ? 1 : 0;
            double ownGap = gap(row, 5);
            double ownRatio = ratio(row, 5);
            gap = Math.max(gap, ownGap);
            ratio = Math.max(ratio, ownRatio);
            meansWithin += ownGap <= (kind.equals("paper") ? 0.1 : MEANS_WITHIN) ? 1 : 0;
            spreadsWithin += ownRatio <= SPREADS_WITHIN ? 1 : 0;
        }
        String spreads = kind.equals("paper")
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; sd within 12 %%: %d, largest off %.0f %%, ratios%s; NUTS ran again for %d",
                        spreadsWithin,
                        100 * ratio,
                        ranges(own),
                        own.stream()
                                .filter(row -> row[12].equals(String.valueOf(MORE_DRAWS)))
                                .count());
        System.out.println(String.format(
                Locale.ROOT,
                "%s T=%d phi=%s sigma=%s: %d series, %d settled, %d without a warning; means within %s sd: %d, largest"
                        + " gap %.3f%s",
                kind,
                setting.size,
                setting.phi,
                setting.sigma,
                own.size(),
                settled,
                clean,
                kind.equals("paper") ? "0.1" : "0.15",
                meansWithin,
                gap,
                spreads));
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
