package org.driftfield.store.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.driftfield.model.Variable;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.DrawStatistics.Statistic;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitFolder;

/** Draws as CmdStan writes them, one file a chain; a log density that the fit has not kept is nan. */
final class StanCsv {
    private StanCsv() {}

    static void write(Fit fit, Path folder) throws IOException {
        Optional<DrawStatistics> known = new FitFolder(fit.folder()).statistics(fit.record());
        try (Draws draws = Draws.of(fit)) {
            Chains chains = Chains.of(draws.layout());
            List<String> header = new ArrayList<>();
            List<double[]> statistics = new ArrayList<>();
            for (Statistic one : Statistic.values()) {
                Optional<double[]> values = known.flatMap(all -> all.get(one));
                if (values.isPresent() || one == Statistic.LP) {
                    header.add(column(one));
                    statistics.add(values.orElse(null));
                }
            }
            List<Integer> places = new ArrayList<>();
            Set<String> taken = new LinkedHashSet<>();
            int at = 0;
            for (Variable variable : draws.variables()) {
                String name = name(variable.name(), taken);
                for (int[] index : firstFastest(variable)) {
                    StringBuilder column = new StringBuilder(name);
                    for (int i : index) {
                        column.append('.').append(i + 1);
                    }
                    header.add(column.toString());
                    places.add(at + flat(variable, index));
                }
                at += variable.size();
            }
            for (int c = 0; c < chains.count(); c++) {
                chain(fit, draws, chains, c, header, statistics, places, folder.resolve("chain_" + (c + 1) + ".csv"));
            }
        }
    }

    private static void chain(
            Fit fit,
            Draws draws,
            Chains chains,
            int chain,
            List<String> header,
            List<double[]> statistics,
            List<Integer> places,
            Path file)
            throws IOException {
        double[] row = new double[draws.width()];
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (String line : configuration(fit, chains, chain)) {
                out.write("# " + line + "\n");
            }
            out.write(String.join(",", header) + "\n");
            for (int i = 0; i < chains.length(); i++) {
                int place = chains.place(chain, i);
                draws.row(place, 0, row.length, row);
                String before = "";
                for (double[] values : statistics) {
                    out.write(before + number(values == null ? Double.NaN : values[place]));
                    before = ",";
                }
                for (int element : places) {
                    out.write("," + number(row[element]));
                }
                out.write("\n");
            }
        }
    }

    /** What CmdStan calls it. */
    static String column(Statistic statistic) {
        return switch (statistic) {
            case LP -> "lp__";
            case ACCEPTANCE_RATE -> "accept_stat__";
            case STEP_SIZE -> "stepsize__";
            case TREE_DEPTH -> "treedepth__";
            case N_STEPS -> "n_leapfrog__";
            case DIVERGING -> "divergent__";
            case ENERGY -> "energy__";
        };
    }

    private static List<String> configuration(Fit fit, Chains chains, int chain) {
        return List.of(
                "stan_version_major = 2",
                "stan_version_minor = 36",
                "stan_version_patch = 0",
                "model = " + fit.record().asked().model() + "_model",
                "start_datetime = 1970-01-01 00:00:00 UTC",
                "method = sample (Default)",
                "  sample",
                "    num_samples = " + chains.length(),
                "    num_warmup = 0",
                "    save_warmup = 0 (Default)",
                "    thin = 1 (Default)",
                "    adapt",
                "      engaged = 0",
                "    algorithm = fixed_param",
                "    num_chains = 1 (Default)",
                "id = " + (chain + 1),
                "data",
                "  file = " + fit.record().data().file(),
                "init = 2 (Default)",
                "random",
                "  seed = " + fit.record().asked().seed(),
                "output",
                "  file = chain_" + (chain + 1) + ".csv",
                "driftfield_version = " + fit.record().provenance().version(),
                "driftfield_method = " + fit.record().asked().method());
    }

    /** A name that Stan would allow, other than those before it. */
    private static String name(String own, Set<String> taken) {
        String plain = own.replaceAll("[^A-Za-z0-9_]+", "_").replaceAll("_+$", "");
        String name = plain.isEmpty() || !Character.isLetter(plain.charAt(0)) ? "x" + plain : plain;
        while (!taken.add(name)) {
            name += "x";
        }
        return name;
    }

    /** All indices of a variable, the first running fastest, as Stan orders them. */
    static List<int[]> firstFastest(Variable variable) {
        int axes = variable.dimensions().size();
        List<int[]> all = new ArrayList<>();
        int[] at = new int[axes];
        for (int i = 0; i < variable.size(); i++) {
            all.add(at.clone());
            for (int axis = 0;
                    axis < axes && ++at[axis] == variable.dimensions().get(axis).extent();
                    axis++) {
                at[axis] = 0;
            }
        }
        return all;
    }

    /** The place of an element among all of the variable, the last index running fastest. */
    static int flat(Variable variable, int[] index) {
        int flat = 0;
        for (int axis = 0; axis < index.length; axis++) {
            flat = flat * variable.dimensions().get(axis).extent() + index[axis];
        }
        return flat;
    }

    private static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e9 && !(value == 0 && 1 / value < 0)) {
            return Long.toString((long) value);
        }
        return Double.isNaN(value)
                ? "nan"
                : Double.isInfinite(value)
                        ? (value > 0 ? "inf" : "-inf")
                        : Double.toString(value).toLowerCase(Locale.ROOT);
    }
}
