package org.driftfield.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.driftfield.cli.options.Words;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Predictions;
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

    @Option(names = "--fit", required = true, paramLabel = "FOLDER", description = "The fit folder.")
    private Path fit;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "CSV file of the new rows; it need not have the response.")
    private Path data;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "CSV file to write, gzipped if it ends in .gz (default: predictions.csv).")
    private Path out = Path.of("predictions.csv");

    @Option(
            names = "--unseen",
            paramLabel = "error|flag",
            description = "What to do with a category that the fit has not seen: stop (default), or NA and unseen = 1.")
    private String unseen;

    @Option(names = "--seed", paramLabel = "N", description = "Fixes the new observations (default: 1).")
    private long seed = 1;

    @Option(names = "--quiet", description = "Say nothing.")
    private boolean quiet;

    PredictCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        UnseenPolicy policy =
                unseen == null ? UnseenPolicy.ERROR : Words.choice("--unseen", unseen, UnseenPolicy.values());
        Fit loaded = Fit.load(fit);
        OutputFile.requireFree("--out", out, List.of(data), List.of(loaded));
        Predictions predictions = loaded.predict(data, policy, seed);
        predictions.write(out);
        if (!quiet) {
            terminal.out().println(predictions.done() + ": " + out);
        }
        return 0;
    }
}
