package org.driftfield.models.glm;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.data.Design;
import org.driftfield.engine.Rows;

/**
 * A chunk of the rows of a design, as the likelihood reads them. Row i of the chunk is row {@code first + i} of the arrays,
 * which chunks may share.
 *
 * @param x by column: row r of column j is at {@code j * stride + r}
 * @param y the response
 * @param trials null where every row is one trial
 * @param offset null where there is none
 */
public record GlmRows(double[] x, int stride, int first, int rows, double[] y, double[] trials, double[] offset)
        implements Serializable {
    /** All rows of a design. */
    static GlmRows of(Design design) {
        return new GlmRows(
                design.x(), design.rows(), 0, design.rows(), design.response(), design.trials(), design.offset());
    }

    /** The rows of a design in chunks, which share its arrays. */
    public static List<GlmRows> chunks(Design design) {
        return chunks(design.x(), design.rows(), design.response(), design.trials(), design.offset());
    }

    /** All rows of arrays in chunks. */
    public static List<GlmRows> chunks(double[] x, int n, double[] y, double[] trials, double[] offset) {
        List<GlmRows> chunks = new ArrayList<>();
        for (int first = 0; first < n; first += Rows.CHUNK) {
            chunks.add(new GlmRows(x, n, first, Math.min(Rows.CHUNK, n - first), y, trials, offset));
        }
        return chunks;
    }

    /** Some of these rows, in the order given, in arrays of their own. */
    GlmRows picked(int[] chosen, int d) {
        int n = chosen.length;
        double[] own = new double[n * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < n; i++) {
                own[j * n + i] = x[j * stride + first + chosen[i]];
            }
        }
        return new GlmRows(own, n, 0, n, picked(y, chosen), picked(trials, chosen), picked(offset, chosen));
    }

    private double[] picked(double[] values, int[] chosen) {
        if (values == null) {
            return null;
        }
        double[] own = new double[chosen.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = values[first + chosen[i]];
        }
        return own;
    }

    double response(int i) {
        return y[first + i];
    }

    double trials(int i) {
        return trials == null ? 1 : trials[first + i];
    }

    double x(int i, int j) {
        return x[j * stride + first + i];
    }

    double linearPredictor(int i, double[] theta, int d) {
        double eta = offset == null ? 0 : offset[first + i];
        for (int j = 0; j < d; j++) {
            eta += x[j * stride + first + i] * theta[j];
        }
        return eta;
    }
}
