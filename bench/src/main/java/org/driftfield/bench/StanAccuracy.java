package org.driftfield.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.driftfield.diagnostics.MonteCarloError;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.sampler.Pathfinder;
import org.driftfield.sampler.PathfinderOptions;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;

/**
 * Programs against reference draws: {@code StanAccuracy METHOD PROGRAMS REFERENCES [NAME [DRAWS]]} with a folder of programs and one of
 * references, in which each folder, named {@code …-program}, has {@code data.json} and {@code reference_summary.csv}. One line for
 * each: the largest error of a mean in standard deviations, the largest relative error of a standard deviation, each with the
 * Monte Carlo error that our draws leave, and what the run cost.
 */
final class StanAccuracy {
    private StanAccuracy() {}

    public static void main(String[] args) throws IOException {
        Path programs = Path.of(args[1]);
        Map<String, Path> references = new TreeMap<>();
        try (var folders = Files.list(Path.of(args[2]))) {
            folders.filter(Files::isDirectory).forEach(f -> references.put(String.valueOf(f.getFileName()), f));
        }
        System.out.println("posterior | error of means (sd) | error of sds | smallest ess | largest"
                + " R-hat | divergences | gradients | CPU s");
        System.out.println("---|---|---|---|---|---|---|---");
        for (Map.Entry<String, Path> reference : references.entrySet()) {
            String name = reference.getKey();
            if (args.length < 4 || name.contains(args[3])) {
                String program = name.substring(name.indexOf('-') + 1) + ".stan";
                compare(
                        args[0],
                        name,
                        programs.resolve(program),
                        reference.getValue(),
                        args.length < 5 ? 1000 : Integer.parseInt(args[4]));
            }
        }
    }

    private static void compare(String method, String name, Path program, Path reference, int draws)
            throws IOException {
        StanModel model = StanProgram.read(program).with(reference.resolve("data.json"));
        double before = cpuSeconds();
        Posterior posterior = switch (method) {
            case "nuts" ->
                Nuts.fit(
                        model,
                        NutsOptions.defaults(1)
                                .withThreads(1)
                                .withDraws(draws)
                                .withMetric(Metric.suited(model.dimension())));
            case "pmfvb" -> Pmfvb.fit(model, PmfvbOptions.defaults().withSeed(1).withThreads(1));
            case "laplace" -> Laplace.fit(model, LaplaceOptions.defaults(1));
            case "pathfinder" -> Pathfinder.fit(model, PathfinderOptions.defaults(1));
            default -> throw new IllegalArgumentException("nuts, pmfvb, laplace or pathfinder, got " + method);
        };
        double seconds = cpuSeconds() - before;
        double meanError = 0;
        double sdError = 0;
        double meanNoise = 0;
        double sdNoise = 0;
        double ess = Double.POSITIVE_INFINITY;
        double rhat = 1;
        List<String> lines = Files.readAllLines(reference.resolve("reference_summary.csv"));
        for (String line : lines.subList(1, lines.size())) {
            int end = line.indexOf('"', 1);
            String parameter = line.substring(1, end);
            String[] numbers = line.substring(end + 2).split(",", -1);
            double mean = Double.parseDouble(numbers[0]);
            double sd = Double.parseDouble(numbers[1]);
            Summary.Row row = posterior.summary().row(parameter);
            meanError = Math.max(meanError, Math.abs(row.mean() - mean) / sd);
            sdError = Math.max(sdError, Math.abs(row.sd() / sd - 1));
            meanNoise = Math.max(meanNoise, row.mcse() / sd);
            sdNoise = Math.max(sdNoise, MonteCarloError.standardDeviation(chains(posterior, parameter)) / sd);
            ess = Math.min(ess, row.ess());
            rhat = Math.max(rhat, row.rhat());
        }
        List<String> cells = new ArrayList<>();
        cells.add(name);
        cells.add(String.format(Locale.ROOT, "%.3f ± %.3f", meanError, meanNoise));
        cells.add(String.format(Locale.ROOT, "%.3f ± %.3f", sdError, sdNoise));
        cells.add(String.format(Locale.ROOT, "%.0f", ess));
        cells.add(String.format(Locale.ROOT, "%.3f", rhat));
        cells.add(posterior.transitions().map(t -> String.valueOf(t.diverged())).orElse("-"));
        cells.add(
                posterior.trace().has("leapfrogs")
                        ? String.format(
                                Locale.ROOT, "%.0f", sum(posterior.trace().column("leapfrogs")))
                        : "-");
        cells.add(String.format(Locale.ROOT, "%.1f", seconds));
        System.out.println(String.join(" | ", cells));
    }

    private static double cpuSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    private static double[][] chains(Posterior posterior, String name) {
        double[] draws = posterior.draws(name);
        double[][] chains = new double[posterior.units()][posterior.snapshots()];
        for (int i = 0; i < draws.length; i++) {
            chains[i % posterior.units()][i / posterior.units()] = draws[i];
        }
        return chains;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
