package org.driftfield.store.folder;

import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;

/** Predicts rows that a fit has not seen. */
public interface NewRows {
    /** How a file of such rows is to be read. */
    CsvOptions csvOptions();

    /**
     * Predicts.
     *
     * @param unseen what to do with a category that the fit has not seen
     * @param seed of the random numbers of new observations
     */
    Predictions predict(Table table, UnseenPolicy unseen, long seed);
}
