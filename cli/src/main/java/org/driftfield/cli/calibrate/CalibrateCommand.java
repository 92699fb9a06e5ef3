package org.driftfield.cli.calibrate;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.JsonResult;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.terminal.ProgressDisplay;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.diagnostics.RankUniformity;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Trace;
import org.driftfield.engine.Workers;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield calibrate}. */
@Command(
        name = "calibrate",
        description = {
            "Simulation-based calibration of a fit: draw parameters from its prior and data from its model, fit them in the"
                    + " same way, and see whether the true values rank evenly among the draws.",
            "For generalised linear models, stochastic volatility (series of at most 250 returns), and programs that draw parameters and data in transformed"
                    + " data and say in generated quantities, in an array ranks_, which parameters are greater than drawn."
        },
        footer = {"", "Example:", "  driftfield calibrate fit/ --sets 100 --out calibration/"})
public final class CalibrateCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final BiFunction<FitRecord, DataSource, FitRun> prepare;

    @Parameters(paramLabel = "FOLDER", description = "The fit whose model, priors and method are calibrated.")
    private Path fit;

    @Option(names = "--data", paramLabel = "FILE", description = "Where its data are now (default: where they were).")
    private Path data;

    @Option(names = "--sets", paramLabel = "N", description = "Data sets to simulate (default: 100).")
    private int sets = 100;

    @Option(names = "--draws", paramLabel = "N", description = "Draws of each fit to rank among (default: 99).")
    private int draws = 99;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where ranks and page are written (default: calibration); goes on where it was interrupted.")
    private Path out = Path.of("calibration");

    @Option(names = "--threads", paramLabel = "N", description = "How many data sets are fitted at once.")
    private Integer threads;

    @Option(names = "--quiet", description = "No progress and no table.")
    private boolean quiet;

    @Option(names = "--json", description = "Print one JSON object in place of the table.")
    private boolean json;

    /** @param prepare sets up a fit that was asked for, on its data */
    public CalibrateCommand(Terminal terminal, BiFunction<FitRecord, DataSource, FitRun> prepare) {
        this.terminal = terminal;
        this.prepare = prepare;
    }

    @Override
    public Integer call() {
        require(sets >= 1, "--sets must be at least 1, got %d", sets);
        require(draws >= 1, "--draws must be at least 1, got %d", draws);
        FitRecord record = new FitFolder(fit).record();
        require(
                !record.asked().model().equals(FitRecord.Asked.IMPORTED),
                "%s was made by another program, which alone can fit again",
                fit);
        Path file = data == null ? Path.of(record.data().file()) : data;
        require(Files.exists(file), "%s: no such file; --data says where the data of the fit are now", file);
        require(
                DataFile.sha256(file).equals(record.data().sha256()),
                "%s has changed since the fit was made: its SHA-256 differs",
                file);
        Replicates replicates =
                prepare.apply(record, DataSource.of(file, record.data().file())).replicates();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("model", record.asked().model());
        settings.put("arguments", String.join(" ", record.asked().arguments()));
        settings.put("data", record.data().sha256());
        settings.put("draws", String.valueOf(draws));
        CalibrationFolder folder = new CalibrationFolder(out, settings, replicates.names());
        run(replicates, folder);
        List<String> names = replicates.names();
        Calibrated result = new Calibrated(
                "fit " + record.asked().model() + " by " + record.asked().method(),
                sets,
                draws,
                IntStream.range(0, names.size())
                        .mapToObj(j ->
                                new Calibrated.Quantity(names.get(j), RankUniformity.of(folder.of(j, sets), draws)))
                        .toList());
        try {
            result.page().write(folder.page());
        } catch (IOException e) {
            throw FileTrouble.cannot("write", folder.page(), e);
        }
        show(result, folder);
        return 0;
    }

    /** Each data set is a function of its number: who fits it, and when, has no part in the answer. */
    private void run(Replicates replicates, CalibrationFolder folder) {
        int[] open = IntStream.range(0, sets).filter(set -> !folder.has(set)).toArray();
        Trace none = Trace.of(List.of(Trace.ITERATION), new double[0]);
        ComputeOptions compute = new ComputeOptions();
        compute.threads = threads;
        try (ProgressDisplay progress = new ProgressDisplay(terminal, quiet, "fitting");
                Workers workers = new Workers(Math.max(1, Math.min(compute.threads(), open.length)))) {
            workers.forEach(open.length, 1, (worker, from, to) -> {
                for (int i = from; i < to; i++) {
                    folder.put(open[i], replicates.ranks(open[i], draws));
                    synchronized (progress) {
                        int finished = folder.finished();
                        progress.update(new Progress.Event(
                                Progress.Phase.COLLECTING, finished, finished, sets, () -> sets, none, null));
                    }
                }
            });
        }
    }

    private void show(Calibrated result, CalibrationFolder folder) {
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("sets", sets);
            object.put("draws", draws);
            object.put("level", result.level());
            object.put("p", result.p());
            object.put("verdict", result.verdict());
            object.put("quantities", result.quantities());
            object.put("page", folder.page().toString());
            terminal.out().println(JsonResult.write(object));
        } else if (!quiet) {
            terminal.out().print(TextTable.of(terminal, result.table()));
            String mark = switch (result.level()) {
                case GOOD -> terminal.green("✓");
                case CAUTION -> terminal.yellow("!");
                case BAD -> terminal.red("✗");
            };
            terminal.out().println("\n" + mark + " " + result.verdict() + "\n\nRank histograms: " + folder.page());
        }
    }
}
