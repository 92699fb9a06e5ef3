package org.driftfield.store.glm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Design;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Recipe;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmPredictor;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Thinned;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.NewRows;
import org.driftfield.store.folder.Predictions;

/** Predicts the responses of new rows from a generalised linear model. */
public final class GlmNewRows implements NewRows {
    /** As many as quantiles need; always the same, so that a prediction does not depend on what else is predicted. */
    private static final int MOST_DRAWS = 1000;

    /** So many rows at most are done by the thread that asks: sharing them takes longer, and other threads may have their own. */
    private static final int ROWS_OF_ONE_THREAD = 1024;

    private static final List<String> MEASURES = List.of("mean", "sd", "q05", "q50", "q95");

    private final FitFolder fit;
    private final FitRecord record;
    private final GlmDetails details;
    private final Recipe recipe;
    private GlmPredictor predictor;

    public GlmNewRows(FitFolder fit, FitRecord record) {
        this.fit = fit;
        this.record = record;
        this.details = record.details(GlmDetails.class);
        this.recipe = Recipe.fromMap(details.recipe());
    }

    @Override
    public CsvOptions csvOptions() {
        return recipe.csvOptions();
    }

    @Override
    public Predictions predict(Table table, UnseenPolicy unseen, long seed) {
        Design design = recipe.newRows(table, NaPolicy.DROP, unseen);
        GlmPredictor from = predictor();
        int missing = table.rows() - design.rows();
        String done = "Predicted " + (design.rows() - design.flaggedRows()) + " rows from " + from.draws()
                + " draws"
                + (missing == 0 ? "" : "; NA for " + missing + " with missing values")
                + (design.flaggedRows() == 0 ? "" : "; NA for " + design.flaggedRows() + " with an unseen category");
        Map<String, double[]> columns = new LinkedHashMap<>();
        for (String of : List.of("response_", "observation_")) {
            MEASURES.forEach(measure -> columns.put(of + measure, Predictions.unknown(table.rows())));
        }
        double[][] into = columns.values().toArray(double[][]::new);
        double[] flags = new double[table.rows()];
        // Each row has a random stream of its own, so that the order of the work does not matter.
        IntStream all = IntStream.range(0, design.rows());
        (design.rows() <= ROWS_OF_ONE_THREAD ? all : all.parallel()).forEach(i -> {
            int row = design.keptRows()[i];
            if (design.isFlagged(i)) {
                flags[row] = 1;
            } else {
                GlmPredictor.Prediction prediction = from.predict(design, i, seed);
                put(into, 0, row, prediction.response());
                put(into, MEASURES.size(), row, prediction.observation());
            }
        });
        Predictions predictions = Predictions.ofAll(table.rows(), done);
        columns.forEach(predictions::with);
        return unseen == UnseenPolicy.FLAG ? predictions.with("unseen", flags) : predictions;
    }

    private synchronized GlmPredictor predictor() {
        if (predictor == null) {
            Posterior posterior = Thinned.of(fit.posterior(record), MOST_DRAWS);
            predictor = GlmPredictor.of(Family.of(details.family()), recipe.names(), posterior);
        }
        return predictor;
    }

    private static void put(double[][] into, int at, int row, GlmPredictor.Interval of) {
        into[at][row] = of.mean();
        into[at + 1][row] = of.sd();
        into[at + 2][row] = of.q05();
        into[at + 3][row] = of.q50();
        into[at + 4][row] = of.q95();
    }
}
