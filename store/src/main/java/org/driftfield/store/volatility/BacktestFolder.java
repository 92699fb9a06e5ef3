package org.driftfield.store.volatility;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.models.volatility.ForecastFilter;
import org.driftfield.models.volatility.backtest.Backtest;
import org.driftfield.store.folder.Csv;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.FitResult;

/** The folder of a backtest: {@code scores.csv}, a row for each model, {@code forecasts.csv}, and a page. */
public record BacktestFolder(Path path) {
    private static final String SCORES = "scores.csv";
    private static final String FORECASTS = "forecasts.csv";
    private static final String REPORT = "report.html";

    /** Refuses a folder that holds something else, or a backtest that is not to be replaced. */
    public void requireFree(boolean overwrite) {
        require(!Files.exists(path) || Files.isDirectory(path), "%s is not a folder", path);
        if (Files.exists(path.resolve(SCORES))) {
            require(
                    overwrite,
                    "%s holds a backtest already; give another folder with --out, or --overwrite to replace it",
                    path);
            return;
        }
        if (Files.isDirectory(path)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
                for (Path other : inside) {
                    throw new InputException(path + " is not empty and is no backtest: it holds " + other.getFileName()
                            + "; give another folder with --out");
                }
            } catch (IOException e) {
                throw FileTrouble.cannot("read", path, e);
            }
        }
    }

    /**
     * Writes backtests of the same returns, by the names of their models.
     *
     * @param times what the times of the series are called; empty when they have no names
     * @param page writes the page; null for none
     */
    public void write(Map<String, Backtest> tests, List<String> times, FitResult.FileWriter page) throws IOException {
        Files.createDirectories(path);
        put(FORECASTS, file -> forecasts(file, tests, times));
        if (page == null) {
            Files.deleteIfExists(path.resolve(REPORT));
        } else {
            put(REPORT, page);
        }
        put(SCORES, file -> scores(file, tests));
    }

    private void put(String name, FitResult.FileWriter writer) throws IOException {
        Path beside = path.resolve(name + ".part");
        try {
            writer.write(beside);
            Files.move(beside, path.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void scores(Path file, Map<String, Backtest> tests) throws IOException {
        Backtest first = tests.values().iterator().next();
        try (Csv csv = Csv.create(file)) {
            for (String head : List.of(
                    "model", "returns", "log_score", "gain", "gain_error", "coverage_50", "coverage_90", "pit_p")) {
                csv.text(head);
            }
            csv.end();
            for (Map.Entry<String, Backtest> entry : tests.entrySet()) {
                Backtest test = entry.getValue();
                csv.text(entry.getKey())
                        .number(test.scored())
                        .number(test.logScore())
                        .number(first.gain(test).difference())
                        .number(first.gain(test).error())
                        .number(test.coverage(0.5))
                        .number(test.coverage(0.9))
                        .number(test.uniformity())
                        .end();
            }
        }
    }

    private static void forecasts(Path file, Map<String, Backtest> tests, List<String> times) throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text("model").text("t");
            if (!times.isEmpty()) {
                csv.text("time");
            }
            for (String head : List.of("y", "log_score", "pit", "volatility", "q05", "q50", "q95")) {
                csv.text(head);
            }
            csv.end();
            for (Map.Entry<String, Backtest> entry : tests.entrySet()) {
                Backtest test = entry.getValue();
                for (int k = 0; k < test.steps().size(); k++) {
                    ForecastFilter.Ahead step = test.steps().get(k);
                    csv.text(entry.getKey()).number(test.first() + k + 1);
                    if (!times.isEmpty()) {
                        csv.text(times.get(test.first() + k));
                    }
                    csv.number(test.returns()[k])
                            .number(step.logScore())
                            .number(step.pit())
                            .number(step.volatility())
                            .number(step.q05())
                            .number(step.q50())
                            .number(step.q95())
                            .end();
                }
            }
        }
    }
}
