package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

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
        if (family.hasScale()) {
            requireVariation(response);
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
        this.constant = family.hasScale() ? 0 : rows.sum(new RowSums.Constant(RowLikelihood.of(family)))[0];
    }

    private void requireVariation(String response) {
        List<double[]> ranges = rows.map((chunk, number) -> {
            double[] range = {chunk.response(0), chunk.response(0)};
            for (int i = 1; i < chunk.rows(); i++) {
                range[0] = Math.min(range[0], chunk.response(i));
                range[1] = Math.max(range[1], chunk.response(i));
            }
            return range;
        });
        double least = ranges.stream().mapToDouble(range -> range[0]).min().orElseThrow();
        double most = ranges.stream().mapToDouble(range -> range[1]).max().orElseThrow();
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
        return family.likelihood().remarks(response, n, (int) ones);
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
