package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.driftfield.data.Design;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Recipe;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmPredictor;
import org.driftfield.posterior.Posterior;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code driftfield predict}. */
@Command(
        name = "predict",
        description =
                "Predict the response of new rows: of its mean and of a new observation the mean, sd and 5, 50 and"
                        + " 95 %% quantiles.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  driftfield predict --fit fit-wages/ --data examples/wages-new.csv --out predictions.csv"
        })
final class PredictCommand implements Callable<Integer> {
    private static final int MOST_DRAWS = 2000;
    private static final int FEWEST_DRAWS = 500;

    /** Rows times draws that take a few seconds; for more rows fewer draws are used. */
    private static final double WORK = 1e8;

    private static final int CHUNK = 4096;
    private static final List<String> MEASURES = List.of("mean", "sd", "q05", "q50", "q95");

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
                unseen == null ? UnseenPolicy.ERROR : GlmSettings.choice("--unseen", unseen, UnseenPolicy.values());
        FitFolder folder = new FitFolder(fit);
        FitRecord record = folder.record();
        Recipe recipe = Recipe.fromMap(record.recipe());
        Table table = Table.read(data, recipe.csvOptions());
        Design design = recipe.newRows(table, NaPolicy.DROP, policy);
        Family family = Family.of(record.asked().family());
        int draws = (int) Math.max(FEWEST_DRAWS, Math.min(MOST_DRAWS, WORK / design.rows()));
        Posterior posterior = Thinned.of(folder.posterior(record), draws);
        GlmPredictor predictor = GlmPredictor.of(family, design.names(), posterior);
        require(!Files.isDirectory(out), "%s is a folder, expected a file to write", out);
        Path beside = out.resolveSibling("part-" + out.getFileName());
        try {
            try {
                write(beside, table, design, predictor);
                Files.move(beside, out, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            throw FitFolder.cannot("write", out, e);
        }
        if (!quiet) {
            int missing = table.rows() - design.rows();
            terminal.out()
                    .println("Predicted " + (design.rows() - design.flaggedRows()) + " rows from "
                            + predictor.draws() + " draws"
                            + (missing == 0 ? "" : "; NA for " + missing + " with missing values")
                            + (design.flaggedRows() == 0
                                    ? ""
                                    : "; NA for " + design.flaggedRows() + " with an unseen category")
                            + ": " + out);
        }
        return 0;
    }

    private void write(Path file, Table table, Design design, GlmPredictor predictor) throws IOException {
        boolean flags = unseen != null && unseen.equalsIgnoreCase("flag");
        try (Csv csv = Csv.create(file)) {
            csv.text("row");
            for (String of : List.of("response_", "observation_")) {
                for (String measure : MEASURES) {
                    csv.text(of + measure);
                }
            }
            if (flags) {
                csv.text("unseen");
            }
            csv.end();
            int kept = 0;
            int row = 0;
            while (row < table.rows()) {
                // Rows of a chunk are predicted side by side, each from its own random stream, and written in order.
                int first = kept;
                int count = Math.min(CHUNK, design.rows() - kept);
                GlmPredictor.Prediction[] chunk = IntStream.range(first, first + count)
                        .parallel()
                        .mapToObj(i -> design.isFlagged(i) ? null : predictor.predict(design, i, seed))
                        .toArray(GlmPredictor.Prediction[]::new);
                for (; row < table.rows() && (kept < first + count || kept == design.rows()); row++) {
                    boolean known = kept < design.rows() && design.keptRows()[kept] == row;
                    write(csv, row, known ? chunk[kept - first] : null);
                    if (flags) {
                        csv.number(known && design.isFlagged(kept) ? 1 : 0);
                    }
                    csv.end();
                    kept += known ? 1 : 0;
                }
            }
        }
    }

    private static void write(Csv csv, int row, GlmPredictor.Prediction prediction) throws IOException {
        csv.number(row + 1);
        double[] none = new double[MEASURES.size()];
        Arrays.fill(none, Double.NaN);
        for (GlmPredictor.Interval of : prediction == null
                ? new GlmPredictor.Interval[] {null, null}
                : new GlmPredictor.Interval[] {prediction.response(), prediction.observation()}) {
            for (double value : of == null ? none : new double[] {of.mean(), of.sd(), of.q05(), of.q50(), of.q95()}) {
                csv.number(value);
            }
        }
    }
}
