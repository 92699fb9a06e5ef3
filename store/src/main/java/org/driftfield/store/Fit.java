package org.driftfield.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import org.driftfield.InputException;
import org.driftfield.assessment.Assessment;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.NewRows;
import org.driftfield.store.folder.Predictions;
import org.driftfield.store.glm.GlmDetails;
import org.driftfield.store.glm.GlmNewRows;
import org.driftfield.store.network.NnDetails;
import org.driftfield.store.network.NnNewRows;
import org.driftfield.store.volatility.SvDetails;
import org.driftfield.store.volatility.SvNewRows;

/** A finished fit in its folder. */
public final class Fit {
    /** The kinds of models that can predict rows. */
    private static final Map<String, BiFunction<FitFolder, FitRecord, NewRows>> PREDICTING =
            Map.of(GlmDetails.MODEL, GlmNewRows::new, SvDetails.MODEL, SvNewRows::new, NnDetails.MODEL, NnNewRows::new);

    private final FitFolder folder;
    private final FitRecord record;
    private Posterior posterior;
    private NewRows newRows;

    private Fit(FitFolder folder) {
        this.folder = folder;
        this.record = folder.record();
    }

    /** Reads what the folder of a fit says; its draws are read when they are first asked for. */
    public static Fit load(Path folder) {
        return new Fit(new FitFolder(folder));
    }

    public Path folder() {
        return folder.path();
    }

    /** What {@code fit.json} says. */
    public FitRecord record() {
        return record;
    }

    /** The draws, their summary and the trace of the run. */
    public synchronized Posterior posterior() {
        if (posterior == null) {
            posterior = folder.posterior(record);
        }
        return posterior;
    }

    /** How far the answer can be trusted. */
    public Assessment verdict() {
        return new Assessment(record.verdict().checks());
    }

    /** Predicts the rows of a table; a category that the fit has not seen is an error. */
    public Predictions predict(Table table) {
        return newRows().predict(table, UnseenPolicy.ERROR, 1);
    }

    /**
     * Predicts the rows of a table.
     *
     * @param unseen what to do with a category that the fit has not seen
     * @param seed of the random numbers of new observations
     */
    public Predictions predict(Table table, UnseenPolicy unseen, long seed) {
        return newRows().predict(table, unseen, seed);
    }

    /** How new rows are to be read: the columns that are needed, and which of them are text. */
    public CsvOptions newRowOptions() {
        return newRows().csvOptions();
    }

    /**
     * Predicts the rows of a CSV file, read as the data of the fit were.
     *
     * @param unseen what to do with a category that the fit has not seen
     * @param seed of the random numbers of new observations
     */
    public Predictions predict(Path file, UnseenPolicy unseen, long seed) {
        NewRows rows = newRows();
        return rows.predict(Table.read(file, rows.csvOptions()), unseen, seed);
    }

    private synchronized NewRows newRows() {
        if (newRows != null) {
            return newRows;
        }
        var predicting = PREDICTING.get(record.asked().model());
        if (predicting == null) {
            throw new InputException(
                    folder.path() + " is a fit " + record.asked().model() + ", which has no new rows to predict");
        }
        newRows = predicting.apply(folder, record);
        return newRows;
    }

    /** Writes its page; {@code driftfield-report} must be on the class path. */
    public void writeReport(Path file) {
        ReportWriter writer = ServiceLoader.load(ReportWriter.class)
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "cannot write " + file + ": the library driftfield-report is not on the class path"));
        try {
            writer.write(this, file);
        } catch (IOException e) {
            throw FileTrouble.cannot("write", file, e);
        }
    }
}
