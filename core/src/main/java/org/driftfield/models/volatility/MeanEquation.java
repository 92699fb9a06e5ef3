package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.List;

/**
 * The mean of a return given what is known before: a constant, the last returns, and known columns, in that order.
 *
 * @param constant whether a constant is estimated; else it is 0
 * @param lags how many returns before it a return depends on; the first so many are then given rather than explained
 * @param columns further columns
 */
public record MeanEquation(boolean constant, int lags, Regressors columns) {
    /** A mean of zero. */
    public static final MeanEquation ZERO = new MeanEquation(false, 0, Regressors.NONE);

    public MeanEquation {
        require(lags >= 0, "the lags of the mean must not be negative, got %d", lags);
        require(columns != null, "the columns of the mean must be given");
    }

    /** The names of the coefficients. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        if (constant) {
            names.add("constant");
        }
        for (int lag = 1; lag <= lags; lag++) {
            names.add("lag" + lag);
        }
        names.addAll(columns.names());
        return names;
    }

    /** How many coefficients there are. */
    public int count() {
        return (constant ? 1 : 0) + lags + columns.count();
    }

    /** All columns for a series of returns. */
    Regressors design(Returns returns) {
        Regressors design = constant ? Regressors.constant(returns.size()) : Regressors.NONE;
        design = lags > 0 ? design.and(Regressors.lags(returns, lags)) : design;
        return design.and(columns);
    }
}
