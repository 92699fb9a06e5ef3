package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Known columns beside a series of returns, by which its mean or its log variance is explained; one value for each time. A
 * return whose row has a missing value (NaN) counts as missing.
 *
 * @param names what the columns are called
 * @param columns their values, column by column
 */
public record Regressors(List<String> names, double[][] columns) {
    /** No columns at all. */
    public static final Regressors NONE = new Regressors(List.of(), new double[0][]);

    public Regressors {
        names = List.copyOf(names);
        require(names.size() == columns.length, "%d regressors must have as many names, got %s", columns.length, names);
        for (int k = 0; k < columns.length; k++) {
            String name = names.get(k);
            require(names.indexOf(name) == k, "the names of regressors must differ, got '%s' twice", name);
            require(
                    columns[k].length == columns[0].length,
                    "regressor '%s' must have %d values, as the others have, got %d",
                    name,
                    columns[0].length,
                    columns[k].length);
            double[] known =
                    Arrays.stream(columns[k]).filter(x -> !Double.isNaN(x)).toArray();
            require(
                    known.length > 0 && Arrays.stream(known).allMatch(Double::isFinite),
                    "regressor '%s' must have finite values",
                    name);
        }
    }

    /** The constant 1, for a mean that is estimated. */
    public static Regressors constant(int size) {
        double[] ones = new double[size];
        Arrays.fill(ones, 1);
        return new Regressors(List.of("constant"), new double[][] {ones});
    }

    /** The returns of 1 … p times before: the first p returns are then given rather than explained. */
    public static Regressors lags(Returns returns, int p) {
        require(p >= 1 && p < returns.size(), "lags must be between 1 and %d, got %d", returns.size() - 1, p);
        List<String> names = new ArrayList<>();
        double[][] columns = new double[p][returns.size()];
        for (int lag = 1; lag <= p; lag++) {
            names.add("lag" + lag);
            for (int t = 0; t < returns.size(); t++) {
                columns[lag - 1][t] = t < lag ? Double.NaN : returns.get(t - lag);
            }
        }
        return new Regressors(names, columns);
    }

    /** These and more. */
    public Regressors and(Regressors more) {
        List<String> all = new ArrayList<>(names);
        all.addAll(more.names);
        double[][] both = Arrays.copyOf(columns, columns.length + more.columns.length);
        System.arraycopy(more.columns, 0, both, columns.length, more.columns.length);
        return new Regressors(all, both);
    }

    /** The first so many times of each. */
    public Regressors first(int size) {
        return count() == 0
                ? this
                : new Regressors(
                        names,
                        Arrays.stream(columns)
                                .map(all -> Arrays.copyOf(all, size))
                                .toArray(double[][]::new));
    }

    /** How many columns there are. */
    public int count() {
        return columns.length;
    }

    /** Whether all columns have a value at time t. */
    boolean known(int t) {
        for (double[] column : columns) {
            if (Double.isNaN(column[t])) {
                return false;
            }
        }
        return true;
    }

    /** Writes the sums of the columns times coefficients, one for each time; missing values count as 0. */
    void times(double[] coefficients, int at, double[] out) {
        Arrays.fill(out, 0);
        for (int k = 0; k < columns.length; k++) {
            double[] column = columns[k];
            double coefficient = coefficients[at + k];
            for (int t = 0; t < column.length; t++) {
                out[t] += Double.isNaN(column[t]) ? 0 : coefficient * column[t];
            }
        }
    }
}
