package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.driftfield.cli.fit.Engine;
import org.driftfield.cli.options.PlaceOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Predictions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code driftfield predict}. */
@Command(
        name = "predict",
        description =
                "Predict the response of new rows: of its mean and of a new observation the mean, sd and 5, 50 and"
                        + " 95 %% quantiles. By a network: mean, sd and its parts (what more data would remove, and what"
                        + " not) and quantiles, or the predicted class and the probability of each.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  driftfield predict --fit fit-wages/ --data examples/wages-new.csv --out predictions.csv"
        })
final class PredictCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(
            names = "--fit",
            required = true,
            paramLabel = "FOLDER",
            description = "The fit folder; with --engine spark also one such as hdfs://host/fit.")
    private String fit;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "CSV file of the new rows; it need not have the response. With --engine spark also Parquet or"
                    + " ORC files, folders of files, and tables.")
    private String data;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "CSV file to write, gzipped if it ends in .gz (default: predictions.csv). With --engine spark a"
                            + " folder of files, CSV if its name ends so, else Parquet: all columns of the rows and the"
                            + " predictions.")
    private String out = "predictions.csv";

    @Option(
            names = "--unseen",
            paramLabel = "error|flag",
            description = "What to do with a category that the fit has not seen: stop (default), or NA and unseen = 1.")
    private String unseen;

    @Option(names = "--seed", paramLabel = "N", description = "Fixes the new observations (default: 1).")
    private long seed = 1;

    @Option(names = "--quiet", description = "Say nothing.")
    private boolean quiet;

    @ArgGroup(validate = false)
    private PlaceOptions place = new PlaceOptions();

    PredictCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        UnseenPolicy policy =
                unseen == null ? UnseenPolicy.ERROR : Words.choice("--unseen", unseen, UnseenPolicy.values());
        String done = place.elsewhere() ? onEngine(policy) : here(policy);
        if (!quiet) {
            terminal.out().println(done + ": " + out);
        }
        return 0;
    }

    private String here(UnseenPolicy policy) {
        Fit loaded = Fit.load(Path.of(fit));
        Path file = Path.of(out);
        OutputFile.requireFree("--out", file, List.of(Path.of(data)), List.of(loaded));
        Predictions predictions = loaded.predict(Path.of(data), policy, seed);
        predictions.write(file);
        return predictions.done();
    }

    private String onEngine(UnseenPolicy policy) {
        require(place.partitions == null, "--partitions belongs to fits, rows are predicted as they are read");
        try (Engine engine = Engine.open(place.engine, new Engine.Place(place.master, 0, List.of()));
                Engine.Folder folder = engine.folder(fit)) {
            return engine.predict(new Engine.NewRows(folder, data, out, policy, seed));
        }
    }
}
