package org.driftfield.cli.glm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.cli.fit.Csv;
import org.driftfield.cli.fit.FitFolder;
import org.driftfield.cli.fit.FitRecord;
import org.driftfield.cli.fit.NewRows;
import org.driftfield.cli.fit.Thinned;
import org.driftfield.data.Design;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Recipe;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmPredictor;
import org.driftfield.posterior.Posterior;

/** Predicts the responses of new rows from a generalised linear model. */
final class GlmNewRows implements NewRows {
    private static final int MOST_DRAWS = 2000;
    private static final int FEWEST_DRAWS = 500;

    /** Rows times draws that take a few seconds; for more rows fewer draws are used. */
    private static final double WORK = 1e8;

    private static final int CHUNK = 4096;
    private static final List<String> MEASURES = List.of("mean", "sd", "q05", "q50", "q95");

    @Override
    public String predict(FitFolder fit, FitRecord record, Path data, UnseenPolicy unseen, long seed, Path out)
            throws IOException {
        GlmDetails details = record.details(GlmDetails.class);
        Recipe recipe = Recipe.fromMap(details.recipe());
        Table table = Table.read(data, recipe.csvOptions());
        Design design = recipe.newRows(table, NaPolicy.DROP, unseen);
        int draws = (int) Math.max(FEWEST_DRAWS, Math.min(MOST_DRAWS, WORK / design.rows()));
        Posterior posterior = Thinned.of(fit.posterior(record), draws);
        GlmPredictor predictor = GlmPredictor.of(Family.of(details.family()), design.names(), posterior);
        write(out, table, design, predictor, unseen == UnseenPolicy.FLAG, seed);
        int missing = table.rows() - design.rows();
        return "Predicted " + (design.rows() - design.flaggedRows()) + " rows from " + predictor.draws() + " draws"
                + (missing == 0 ? "" : "; NA for " + missing + " with missing values")
                + (design.flaggedRows() == 0 ? "" : "; NA for " + design.flaggedRows() + " with an unseen category");
    }

    private static void write(Path file, Table table, Design design, GlmPredictor predictor, boolean flags, long seed)
            throws IOException {
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
