package org.driftfield.cli.fit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.driftfield.InputException;
import org.driftfield.driver.Session;
import org.driftfield.model.FreeModel;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;

/** One fit of one kind of model, its data read and its model set up. */
public interface FitRun {
    /** The data it is fitted to. */
    FitRecord.DataUsed data();

    /** The prior of each parameter, in words. */
    Map<String, String> priors();

    /** The parameters whose prior is no distribution. */
    default List<String> improper() {
        return List.of();
    }

    /** The names of the coordinates of each factor. */
    List<String> factors();

    /** What the program decided by itself and the user should know. */
    List<String> notes();

    /** Fits and judges. The session watches and saves the run, and resumes one that was saved. */
    FitResult fit(Session session);

    /** The same for those who want the posterior and the verdict only: without what is there to be shown on a page or exported. */
    default FitResult answer(Session session) {
        return fit(session);
    }

    /** The model, where its log density is known with all constants; empty where it is not. */
    default Optional<FreeModel> model() {
        return Optional.empty();
    }

    /** Fits like this one of data that the model simulates; a named error where it can't. */
    default Replicates replicates() {
        throw new InputException("calibrate is for generalised linear models, stochastic volatility and programs");
    }
}
