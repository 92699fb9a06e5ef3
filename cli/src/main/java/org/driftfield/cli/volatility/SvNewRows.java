package org.driftfield.cli.volatility;

import java.nio.file.Path;
import org.driftfield.InputException;
import org.driftfield.cli.fit.FitFolder;
import org.driftfield.cli.fit.FitRecord;
import org.driftfield.cli.fit.NewRows;
import org.driftfield.data.UnseenPolicy;

/** A series has no rows to predict, only a future. */
final class SvNewRows implements NewRows {
    @Override
    public String predict(FitFolder fit, FitRecord record, Path data, UnseenPolicy unseen, long seed, Path out) {
        throw new InputException(fit.path()
                + " is a fit of a series of returns, which has no new rows to predict; 'driftfield fit sv … --forecast K'"
                + " forecasts its next K steps");
    }
}
