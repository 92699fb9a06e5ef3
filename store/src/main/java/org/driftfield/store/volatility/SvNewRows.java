package org.driftfield.store.volatility;

import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.NewRows;
import org.driftfield.store.folder.Predictions;

/** A series has no rows to predict, only a future. */
public final class SvNewRows implements NewRows {
    private final FitFolder fit;

    public SvNewRows(FitFolder fit, FitRecord ignored) {
        this.fit = fit;
    }

    @Override
    public CsvOptions csvOptions() {
        throw refusal();
    }

    @Override
    public Predictions predict(Table table, UnseenPolicy unseen, long seed) {
        throw refusal();
    }

    private InputException refusal() {
        return new InputException(fit.path()
                + " is a fit of a series of returns, which has no new rows to predict; 'driftfield fit sv … --forecast K'"
                + " forecasts its next K steps");
    }
}
