package org.driftfield.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;

/**
 * What each metric makes of a gradient: {@code StanMetrics FOLDER [SEEDS]} with a folder of programs, each {@code x.stan} with its
 * {@code x.json}. One line for each program: effective draws of the parameter that has the fewest, by 1000 gradients, after the
 * warm-up and in all; last their geometric means.
 */
final class StanMetrics {
    private StanMetrics() {}

    public static void main(String[] args) throws IOException {
        int seeds = args.length < 2 ? 1 : Integer.parseInt(args[1]);
        List<Path> programs;
        try (var files = Files.list(Path.of(args[0]))) {
            programs =
                    files.filter(f -> f.toString().endsWith(".stan")).sorted().toList();
        }
        Metric[] metrics = Metric.values();
        double[][] sums = new double[metrics.length][2];
        System.out.println("program | coordinates | " + String.join(" | ", names(metrics)));
        System.out.println("---|---" + "|---".repeat(metrics.length));
        for (Path program : programs) {
            String file = String.valueOf(program.getFileName());
            String name = file.substring(0, file.length() - ".stan".length());
            StanModel model = StanProgram.read(program).with(program.resolveSibling(name + ".json"));
            List<String> cells = new ArrayList<>(List.of(name, String.valueOf(model.dimension())));
            for (int m = 0; m < metrics.length; m++) {
                double[] logs = new double[2];
                for (int seed = 1; seed <= seeds; seed++) {
                    double[] worth = worth(model, metrics[m], seed);
                    for (int i = 0; i < logs.length; i++) {
                        logs[i] += Math.log(worth[i]) / seeds;
                        sums[m][i] += Math.log(worth[i]) / seeds;
                    }
                }
                cells.add(String.format(Locale.ROOT, "%.1f, %.1f", Math.exp(logs[0]), Math.exp(logs[1])));
            }
            System.out.println(String.join(" | ", cells));
        }
        List<String> means = new ArrayList<>(List.of("all", ""));
        for (double[] sum : sums) {
            means.add(String.format(
                    Locale.ROOT, "%.1f, %.1f", Math.exp(sum[0] / programs.size()), Math.exp(sum[1] / programs.size())));
        }
        System.out.println(String.join(" | ", means));
    }

    private static List<String> names(Metric[] metrics) {
        List<String> names = new ArrayList<>();
        for (Metric metric : metrics) {
            names.add(metric.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /** Effective draws by 1000 gradients, of those after the warm-up and of all. */
    private static double[] worth(StanModel model, Metric metric, int seed) {
        NutsOptions options = NutsOptions.defaults(seed).withThreads(1).withMetric(metric);
        Posterior posterior = Nuts.fit(model, options);
        double after = 0;
        double all = 0;
        double[] leapfrogs = posterior.trace().column("leapfrogs");
        for (int i = 0; i < leapfrogs.length; i++) {
            all += leapfrogs[i];
            after += i < options.warmup() ? 0 : leapfrogs[i];
        }
        Set<String> parameters = new HashSet<>();
        for (Variable variable : model.variables()) {
            if (variable.role() == Variable.Role.PARAMETER) {
                parameters.addAll(variable.elementNames());
            }
        }
        double least = Double.POSITIVE_INFINITY;
        for (Summary.Row row : posterior.summary().rows()) {
            // A number that never moves, as the diagonal of a correlation matrix, has no effective draws.
            if (parameters.contains(row.parameter()) && row.ess() > 0) {
                least = Math.min(least, row.ess());
            }
        }
        return new double[] {1000 * least / after, 1000 * least / all};
    }
}
