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
import java.util.Set;
import org.driftfield.model.Variable;
import org.driftfield.store.Fit;

/** Draws as CmdStan writes them, one file a chain; the log density is not kept with a fit and is nan. */
final class StanCsv {
    private StanCsv() {}

    static void write(Fit fit, Path folder) throws IOException {
        Chains chains = Chains.of(fit.posterior());
        List<String> header = new ArrayList<>(List.of("lp__", "accept_stat__"));
        List<double[]> columns = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        for (Variable variable : fit.posterior().variables()) {
            String name = name(variable.name(), taken);
            List<String> elements = variable.elementNames();
            for (int[] index : firstFastest(variable)) {
                StringBuilder column = new StringBuilder(name);
                for (int at : index) {
                    column.append('.').append(at + 1);
                }
                header.add(column.toString());
                columns.add(chains.values(elements.get(flat(variable, index))));
            }
        }
        for (int c = 0; c < chains.count(); c++) {
            Path file = folder.resolve("chain_" + (c + 1) + ".csv");
            try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                for (String line : configuration(fit, chains, c)) {
                    out.write("# " + line + "\n");
                }
                out.write(String.join(",", header) + "\n");
                for (int i = 0; i < chains.length(); i++) {
                    out.write("nan,1");
                    for (double[] column : columns) {
                        out.write("," + number(column[c * chains.length() + i]));
                    }
                    out.write("\n");
                }
            }
        }
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
        return Double.isNaN(value)
                ? "nan"
                : Double.isInfinite(value)
                        ? (value > 0 ? "inf" : "-inf")
                        : Double.toString(value).toLowerCase(Locale.ROOT);
    }
}
