package org.driftfield.cli.fit;

import java.util.List;
import java.util.Map;
import org.driftfield.driver.Session;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;

/** One fit of one kind of model, its data read and its model set up. */
public interface FitRun {
    /** The data it is fitted to. */
    FitRecord.DataUsed data();

    /** The prior of each parameter, in words. */
    Map<String, String> priors();

    /** The names of the coordinates of each factor. */
    List<String> factors();

    /** What the program decided by itself and the user should know. */
    List<String> notes();

    /** Fits and judges. The session watches and saves the run, and resumes one that was saved. */
    FitResult fit(Session session);
}
