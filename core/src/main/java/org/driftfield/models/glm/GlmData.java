package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.driftfield.data.Design;
import org.driftfield.engine.LocalRows;
import org.driftfield.engine.Rows;

/** Rows checked against a family, with what the model needs to know of all of them: means and spreads. */
final class GlmData {
    final Rows<GlmRows> rows;
    final int n;
    final int d;

    private final List<String> names;
    private final double[] means;
    private final double[] sds;
    private final double ones;
    private final double constant;
    private final List<String> outliers;

    /** The share of a column's sum of squares from which one row makes up nearly all of it, and rows that tell. */
    private static final double NEARLY_ALL = 0.9;

    private static final int FEWEST_ROWS = 20;

    /** A design in the memory of this machine. */
    static GlmData of(Design design, Family family) {
        GlmChecks.require(design, family);
        return new GlmData(
                new LocalRows<>(GlmRows.chunks(design), design.rows()), design.names(), design.responseName(), family);
    }

    /**
     * Rows that were checked where they are.
     *
     * @param response the name of the response
     */
    GlmData(Rows<GlmRows> rows, List<String> names, String response, Family family) {
        require(rows.count() >= 1, "the data must have at least one complete row, got none");
        require(!names.isEmpty(), "the formula must give at least one coefficient, got none");
        require(
                rows.count() <= Integer.MAX_VALUE,
                "the data must have at most %d rows, got %d",
                Integer.MAX_VALUE,
                rows.count());
        this.rows = rows;
        this.n = (int) rows.count();
        this.d = names.size();
        this.names = names;
        double[][] ranges = ranges();
        if (family.hasScale()) {
            requireVariation(response, ranges[0][d], ranges[1][d]);
        }
        double[] totals = rows.sum(new RowSums.Totals(d));
        this.ones = totals[d + 1];
        this.means = Arrays.copyOf(totals, d + 1);
        for (int j = 0; j <= d; j++) {
            means[j] /= n;
        }
        this.sds = rows.sum(new RowSums.Squares(means));
        for (int j = 0; j <= d; j++) {
            sds[j] = n > 1 ? Math.sqrt(sds[j] / (n - 1)) : 0;
        }
        this.outliers = outliers(response, family, ranges);
        this.constant = family.hasScale() ? 0 : rows.sum(new RowSums.Constant(RowLikelihood.of(family)))[0];
    }

    /** The smallest values of all columns, the response after them, and the largest. */
    private double[][] ranges() {
        int columns = d;
        return rows.together(
                (chunk, number) -> {
                    double[][] range = new double[2][columns + 1];
                    for (int j = 0; j <= columns; j++) {
                        range[0][j] = Double.POSITIVE_INFINITY;
                        range[1][j] = Double.NEGATIVE_INFINITY;
                        for (int i = 0; i < chunk.rows(); i++) {
                            double value = j < columns ? chunk.x(i, j) : chunk.response(i);
                            range[0][j] = Math.min(range[0][j], value);
                            range[1][j] = Math.max(range[1][j], value);
                        }
                    }
                    return range;
                },
                (one, other) -> {
                    double[][] both = new double[2][columns + 1];
                    for (int j = 0; j <= columns; j++) {
                        both[0][j] = Math.min(one[0][j], other[0][j]);
                        both[1][j] = Math.max(one[1][j], other[1][j]);
                    }
                    return both;
                });
    }

    /** Columns of which one row makes up nearly all the variation, and the response of a normal model, in words. */
    private List<String> outliers(String response, Family family, double[][] ranges) {
        List<String> found = new ArrayList<>();
        for (int j = 0; j <= d && n >= FEWEST_ROWS; j++) {
            boolean low = means[j] - ranges[0][j] > ranges[1][j] - means[j];
            double farthest = low ? ranges[0][j] : ranges[1][j];
            double share = (farthest - means[j]) * (farthest - means[j]) / ((n - 1) * sds[j] * sds[j]);
            if (share > NEARLY_ALL && (j < d || family.hasScale())) {
                found.add(String.format(
                        Locale.ROOT,
                        j < d
                                ? "column '%s' hardly varies but for one row, where it is %s: its coefficient rests on that row"
                                : "'%s' hardly varies but for one row, where it is %s: is that an error, or a code for a"
                                        + " missing value?",
                        j < d ? names.get(j) : response,
                        farthest == Math.rint(farthest) && Math.abs(farthest) < 1e15
                                ? String.format(Locale.ROOT, "%.0f", farthest)
                                : Double.toString(farthest)));
            }
        }
        return found;
    }

    private void requireVariation(String response, double least, double most) {
        require(
                n == 1 || least < most,
                "response '%s' must vary, got %s in all %d rows",
                response,
                least == Math.rint(least) && Math.abs(least) < 1e15
                        ? String.format(Locale.ROOT, "%.0f", least)
                        : Double.toString(least),
                n);
    }

    /** The part of the log-likelihood that no parameter changes; of a family that is summed over rows. */
    double constant() {
        return constant;
    }

    /** What a reader of the answer should know of the data, in words. */
    List<String> remarks(String response, Family family) {
        List<String> remarks = new ArrayList<>(family.likelihood().remarks(response, n, (int) ones));
        remarks.addAll(outliers);
        return remarks;
    }

    List<String> names() {
        return names;
    }

    double columnMean(int j) {
        return means[j];
    }

    double columnSd(int j) {
        return sds[j];
    }

    /** Whether a column has the same value in every row, as the intercept has. */
    boolean isConstant(int j) {
        return sds[j] <= 1e-12 * Math.abs(means[j]) || sds[j] == 0;
    }

    double responseMean() {
        return means[d];
    }

    /** The standard deviation of the response; 1 for a single row. */
    double responseSd() {
        return sds[d] > 0 ? sds[d] : 1;
    }
}
