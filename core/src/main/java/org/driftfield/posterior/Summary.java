package org.driftfield.posterior;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.driftfield.diagnostics.EffectiveSampleSize;
import org.driftfield.diagnostics.MonteCarloError;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.diagnostics.Rhat;

/** A posterior in numbers: one row for each coordinate. */
public final class Summary {
    /** Particles are compared in so many groups by R-hat. */
    private static final int GROUPS = 4;

    private final List<Row> rows;

    /**
     * One coordinate.
     *
     * @param parameter its name
     * @param mean posterior mean
     * @param sd posterior standard deviation
     * @param mcse Monte Carlo standard error of the mean
     * @param q05 5 % quantile
     * @param q50 median
     * @param q95 95 % quantile
     * @param ess effective number of draws for the mean
     * @param rhat agreement of chains, or of groups and halves of a cloud: 1 is perfect, above 1.01 suspicious; NaN when
     *     there are too few draws to tell
     */
    public record Row(
            String parameter,
            double mean,
            double sd,
            double mcse,
            double q05,
            double q50,
            double q95,
            double ess,
            double rhat) {}

    private Summary(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    static Summary of(Posterior posterior) {
        return new Summary(posterior.names().parallelStream()
                .map(name -> row(name, posterior.draws(name), posterior))
                .toList());
    }

    private static Row row(String name, double[] values, Posterior posterior) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double sd = Math.sqrt(squares / (values.length - 1));
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int units = posterior.units();
        int snapshots = posterior.snapshots();
        double mcse;
        double ess;
        double rhat = Double.NaN;
        switch (posterior.kind()) {
            case CLOUD -> {
                double[][] clouds = new double[snapshots][];
                for (int s = 0; s < snapshots; s++) {
                    clouds[s] = Arrays.copyOfRange(values, s * units, (s + 1) * units);
                }
                mcse = MonteCarloError.cloudMean(clouds);
                ess = Math.min(values.length, sd * sd / (mcse * mcse));
                if (snapshots >= 2 && units >= 2 * GROUPS) {
                    double[][] groups = groups(clouds, units / GROUPS);
                    rhat = units % GROUPS == 0 ? Rhat.rankNormalised(groups, sorted) : Rhat.rankNormalised(groups);
                }
            }
            case CHAINS -> {
                double[][] chains = new double[units][snapshots];
                for (int i = 0; i < values.length; i++) {
                    chains[i % units][i / units] = values[i];
                }
                mcse = MonteCarloError.mean(chains);
                ess = EffectiveSampleSize.mean(chains);
                rhat = snapshots >= 4 ? Rhat.rankNormalised(chains, sorted) : Double.NaN;
            }
            default -> {
                ess = posterior
                        .resampling()
                        .map(made -> Math.min(values.length, made.effective()))
                        .orElse((double) values.length);
                mcse = sd / Math.sqrt(ess);
            }
        }
        if (sorted[0] == sorted[sorted.length - 1]) {
            // What does not vary, such as the diagonal of a correlation matrix, is known exactly.
            return new Row(name, sorted[0], 0, 0, sorted[0], sorted[0], sorted[0], values.length, Double.NaN);
        }
        return new Row(
                name,
                mean,
                sd,
                mcse,
                Quantiles.ofSorted(sorted, 0.05),
                Quantiles.ofSorted(sorted, 0.5),
                Quantiles.ofSorted(sorted, 0.95),
                ess,
                rhat);
    }

    /** Groups of particles as chains in time, so that R-hat compares groups with each other and early with late. */
    private static double[][] groups(double[][] clouds, int size) {
        double[][] groups = new double[GROUPS][size * clouds.length];
        for (int s = 0; s < clouds.length; s++) {
            for (int g = 0; g < GROUPS; g++) {
                System.arraycopy(clouds[s], g * size, groups[g], s * size, size);
            }
        }
        return groups;
    }

    public List<Row> rows() {
        return rows;
    }

    /** The row of one coordinate. */
    public Row row(String name) {
        List<Row> found = rows.stream().filter(r -> r.parameter().equals(name)).toList();
        require(!found.isEmpty(), "no '%s' in the summary", name);
        return found.get(0);
    }

    /** A table for people. */
    @Override
    public String toString() {
        int width = Math.max(
                9, rows.stream().mapToInt(r -> r.parameter().length()).max().orElse(9));
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%-" + width + "s %10s %10s %10s %10s %10s %8s %6s%n",
                "parameter",
                "mean",
                "sd",
                "5%",
                "50%",
                "95%",
                "ESS",
                "R-hat"));
        for (Row r : rows) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-" + width + "s %10s %10s %10s %10s %10s %8s %6s%n",
                    r.parameter(),
                    number(r.mean(), r.sd()),
                    number(r.sd(), r.sd()),
                    number(r.q05(), r.sd()),
                    number(r.q50(), r.sd()),
                    number(r.q95(), r.sd()),
                    Double.isNaN(r.ess()) ? "" : String.format(Locale.ROOT, "%.0f", r.ess()),
                    Double.isNaN(r.rhat()) ? "" : String.format(Locale.ROOT, "%.3f", r.rhat())));
        }
        return text.toString();
    }

    /** A number with as many digits as its spread deserves: three significant ones of the standard deviation. */
    public static String number(double value, double sd) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        double scale = sd > 0 && Double.isFinite(sd) ? sd : Math.abs(value);
        int decimals = scale > 0 ? 2 - (int) Math.floor(Math.log10(scale)) : 0;
        return decimals > 8 || Math.abs(value) >= 1e8
                ? String.format(Locale.ROOT, "%.3e", value)
                : String.format(Locale.ROOT, "%." + Math.max(0, decimals) + "f", value);
    }
}
