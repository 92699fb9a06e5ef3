package org.driftfield.cli.fit;

import java.io.IOException;
import java.nio.file.Path;
import org.driftfield.data.UnseenPolicy;

/** Predicts rows that a fit has not seen. */
@FunctionalInterface
public interface NewRows {
    /**
     * Writes the predictions and says in a few words what was done.
     *
     * @param fit the folder of a finished fit
     * @param record what its fit.json says
     * @param data the file of the new rows
     * @param unseen what to do with a category that the fit has not seen
     * @param out the file to write
     */
    String predict(FitFolder fit, FitRecord record, Path data, UnseenPolicy unseen, long seed, Path out)
            throws IOException;
}
