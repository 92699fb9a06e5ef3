package org.driftfield.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Split;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.driver.Session;
import org.driftfield.models.network.Network;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.NetworkFit;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.Task;

/**
 * How well networks predict with the default recipe, on data that are at hand: {@code NetworkAccuracy splits FOLDER [MOST [FIRST]]}
 * for a folder with {@code data.csv}, target last, and {@code splits_test.csv}, the test rows of one split a line; {@code
 * NetworkAccuracy random FILE SPLITS FIRST} for any table of numbers or text, target last, a fifth of its rows test, dealt out at
 * random, the splits numbered from {@code FIRST}; {@code NetworkAccuracy classes FILE SPLITS FIRST} for the same of classes, whose names are text; {@code NetworkAccuracy digits FILE} for a table of classes, target last, a quarter of it test and 15 % validation; {@code
 * NetworkAccuracy census TRAIN TEST}.
 */
final class NetworkAccuracy {
    private NetworkAccuracy() {}

    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "splits" ->
                splits(
                        Path.of(args[1]),
                        args.length > 2 ? Integer.parseInt(args[2]) : Short.MAX_VALUE,
                        args.length > 3 ? Integer.parseInt(args[3]) : 0);
            case "random" -> random(Path.of(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "classes" -> classes(Path.of(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "digits" -> digits(Path.of(args[1]));
            case "census" -> census(Path.of(args[1]), Path.of(args[2]));
            default -> throw new IllegalArgumentException("splits, random, classes, digits or census, got " + args[0]);
        }
    }

    private static void splits(Path folder, int most, int first) throws IOException {
        Table table = Table.read(folder.resolve("data.csv"), CsvOptions.defaults());
        Map<String, double[]> sums = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(folder.resolve("splits_test.csv"));
        lines = lines.subList(first, Math.min(first + most, lines.size()));
        double seconds = 0;
        for (String line : lines) {
            int[] test = Arrays.stream(line.split(","))
                    .mapToInt(word -> (int) Double.parseDouble(word.trim()))
                    .sorted()
                    .toArray();
            BitSet tested = new BitSet();
            Arrays.stream(test).forEach(tested::set);
            int[] train = IntStream.range(0, table.rows())
                    .filter(row -> !tested.get(row))
                    .toArray();
            // As the command line does it: a fifth of the training rows for validation.
            Split held = Split.of(train, null, 0.2, 0, 1);
            NetworkData data = NetworkData.of(
                    table, target(table), Task.REGRESSION, new Split(held.train(), held.validation(), test));
            double before = CpuTime.seconds();
            NetworkStudy.Clock clock = new NetworkStudy.Clock();
            NetworkFit fit = Network.fit(data, NetworkOptions.defaults(), Session.NONE.watchedBy(clock));
            seconds += CpuTime.seconds() - before;
            if (Boolean.getBoolean("trials")) {
                fit.trials().forEach(System.out::println);
                System.out.println(clock.told());
                System.out.println(fit.posterior().toMap().get("recalibration") + ", before: "
                        + fit.posterior().uncalibrated().scores(data.test(), 1).toMap());
            }
            NetworkScores alone = fit.posterior().withoutRepeats().scores(data.test(), 1);
            System.out.printf(
                    Locale.ROOT,
                    "log-likelihood %.4f, RMSE %.4f (%.4f, %.4f without what rows with the same inputs tell), 90 %% intervals hold %.3f"
                            + " (%.3f before recalibration), a line has RMSE %.4f%n",
                    -fit.test().nll(),
                    fit.test().rmse(),
                    -alone.nll(),
                    alone.rmse(),
                    fit.test().coverage90(),
                    fit.posterior().uncalibrated().scores(data.test(), 1).coverage90(),
                    fit.posterior().line().scores(data.test(), 1).rmse());
            fit.test().toMap().forEach((name, value) -> {
                double[] sum = sums.computeIfAbsent(name, key -> new double[2]);
                sum[0] += value;
                sum[1] += value * value;
            });
        }
        int n = lines.size();
        System.out.printf(
                Locale.ROOT,
                "%s: %d splits, %.1f CPU seconds a fit%n",
                folder.getFileName(),
                n,
                seconds / Math.max(1, n));
        sums.forEach((name, sum) -> {
            double mean = sum[0] / n;
            double error = Math.sqrt(Math.max(0, sum[1] / n - mean * mean) / Math.max(1, n - 1));
            System.out.printf(Locale.ROOT, "  %-18s %8.4f ± %.4f%n", name, mean, error);
        });
    }

    private static void random(Path file, int splits, int first) {
        Table table = Table.read(file, CsvOptions.defaults());
        int rows = 0;
        double held50 = 0;
        double held90 = 0;
        double before90 = 0;
        double nll = 0;
        double squares = 0;
        double before = CpuTime.seconds();
        for (int seed = first; seed < first + splits; seed++) {
            NetworkData data = dealt(table, Task.REGRESSION, seed);
            NetworkFit fit = Network.fit(data, NetworkOptions.defaults().withSeed(seed));
            NetworkScores test = fit.test();
            int n = test.rows();
            rows += n;
            held50 += n * test.coverage50();
            held90 += n * test.coverage90();
            before90 +=
                    n * fit.posterior().uncalibrated().scores(data.test(), 1).coverage90();
            nll += n * test.nll();
            squares += n * test.mse();
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %d splits, %d test rows in all, 90 %% intervals hold %.3f (%.3f before recalibration, chance makes %.3f), 50 %% %.3f,"
                        + " log-likelihood %.4f, RMSE %.4g, %.1f CPU seconds a fit%n",
                file.getFileName(),
                splits,
                rows,
                held90 / rows,
                before90 / rows,
                2 * Math.sqrt(0.09 / rows),
                held50 / rows,
                -nll / rows,
                Math.sqrt(squares / rows),
                (CpuTime.seconds() - before) / splits);
    }

    private static void classes(Path file, int splits, int first) {
        Table table = Table.read(file, CsvOptions.defaults());
        int count = ((TextColumn) table.column(target(table))).levels().size();
        double before = CpuTime.seconds();
        for (int seed = first; seed < first + splits; seed++) {
            NetworkData data = dealt(table, count > 2 ? Task.MULTICLASS : Task.BINARY, seed);
            NetworkFit fit = Network.fit(data, NetworkOptions.defaults().withSeed(seed));
            NetworkScores line = fit.posterior().line().scores(data.test(), 1);
            System.out.printf(
                    Locale.ROOT,
                    "%s split %d: %d test rows, %d inputs, nll %.4f, logistic regression %.4f, misclassified %.4f, %.4f, calibration error %.3f%n",
                    file.getFileName(),
                    seed,
                    data.test().count(),
                    data.test().inputs(),
                    fit.test().nll(),
                    line.nll(),
                    fit.test().misclassification(),
                    line.misclassification(),
                    fit.test().calibrationError());
        }
        System.out.printf(Locale.ROOT, "%.1f CPU seconds a fit%n", (CpuTime.seconds() - before) / splits);
    }

    /** A fifth of the rows test, another for validation. */
    private static NetworkData dealt(Table table, Task task, long seed) {
        return NetworkData.of(
                table,
                target(table),
                task,
                NetworkData.Part.fraction(0.2),
                NetworkData.Part.fraction(0.2),
                NaPolicy.DROP,
                seed);
    }

    private static void digits(Path file) {
        Table table = Table.read(file, CsvOptions.defaults());
        print(Network.fit(
                NetworkData.of(
                        table,
                        target(table),
                        Task.MULTICLASS,
                        NetworkData.Part.fraction(0.15),
                        NetworkData.Part.fraction(0.25),
                        NaPolicy.ERROR,
                        1),
                NetworkOptions.defaults()));
    }

    private static void census(Path train, Path test) {
        Table table = Table.read(train, CsvOptions.defaults());
        print(Network.fit(
                NetworkData.of(
                        table,
                        target(table),
                        Task.BINARY,
                        NetworkData.Part.fraction(0.2),
                        NetworkData.Part.table(Table.read(test, CsvOptions.defaults())),
                        NaPolicy.DROP,
                        1),
                NetworkOptions.defaults().withHidden(100, 100)));
    }

    private static String target(Table table) {
        return table.names().get(table.names().size() - 1);
    }

    private static void print(NetworkFit fit) {
        System.out.printf(
                Locale.ROOT,
                "%d iterations, %.1f CPU seconds, test %s%n",
                fit.run().trace().rows(),
                CpuTime.seconds(),
                fit.test().toMap());
    }
}
