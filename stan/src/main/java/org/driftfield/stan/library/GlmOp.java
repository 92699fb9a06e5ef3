package org.driftfield.stan.library;

import java.util.Arrays;
import org.driftfield.stan.lang.Type;

/**
 * The density of outcomes given a linear predictor: outcome, perhaps trials, design matrix, intercept, coefficients, perhaps a
 * scale. Derivatives by the predictor are kept from the forward pass.
 */
public final class GlmOp implements Op {
    private static final int[] SCALAR = {};

    private final String name;
    private final Kernels.Value kernel;
    private final int outcomes;
    private final int extras;

    /**
     * @param kernel of the outcomes, then the predictor, then the scale
     * @param outcomes how many arguments come before the design matrix
     * @param extras how many come after the coefficients
     */
    public GlmOp(String name, Kernels.Value kernel, int outcomes, int extras) {
        this.name = name;
        this.kernel = kernel;
        this.outcomes = outcomes;
        this.extras = extras;
    }

    private static int rows(Arg x) {
        return x.type.equals(Type.ROW_VECTOR) ? 1 : x.dims[0];
    }

    /** The number of outcomes: where there is one row only, it goes with each of several. */
    private int length(Arg[] a) {
        int n = rows(a[outcomes]);
        for (int i = 0; i < a.length; i++) {
            boolean perRow = i < outcomes || i == outcomes + 1 || i > outcomes + 2;
            if (perRow && a[i].dims.length > 0) {
                if (n == 1 && a[outcomes].type.equals(Type.ROW_VECTOR)) {
                    n = a[i].size;
                } else if (a[i].size != n) {
                    throw new DomainException(
                            name + ": there must be as many outcomes as rows, " + n + ", got " + a[i].size);
                }
            }
        }
        return n;
    }

    @Override
    public int[] dims(Arg[] a) {
        length(a);
        int columns = a[outcomes].dims[a[outcomes].dims.length - 1];
        if (a[outcomes + 2].size != columns) {
            throw new DomainException(name + ": there must be as many coefficients as columns, " + columns + ", got "
                    + a[outcomes + 2].size);
        }
        return SCALAR;
    }

    /** Derivatives by predictor, outcome and scales, row by row. */
    @Override
    public int workspace(Arg[] a) {
        return length(a) * (1 + outcomes + extras) + rows(a[outcomes]);
    }

    @Override
    public void forward(Arg[] a, Arg out, double[] work, int workAt) {
        Arg x = a[outcomes];
        Arg alpha = a[outcomes + 1];
        Arg beta = a[outcomes + 2];
        int n = length(a);
        int rows = rows(x);
        int k = 1 + outcomes + extras;
        // The linear predictor, in the last part of the workspace.
        int eta = workAt + n * k;
        Arrays.fill(work, eta, eta + rows, 0);
        for (int j = 0; j < beta.size; j++) {
            double b = beta.get(j);
            int column = x.at + j * rows;
            for (int i = 0; i < rows; i++) {
                work[eta + i] += x.value[column + i] * b;
            }
        }
        boolean differentiated = false;
        for (Arg y : a) {
            differentiated |= y.adjoint != null;
        }
        double[] in = new double[k];
        double[] d = differentiated ? new double[k] : null;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int o = 0; o < outcomes; o++) {
                in[o] = a[o].get(a[o].dims.length == 0 ? 0 : i);
            }
            in[outcomes] = work[eta + (rows == 1 ? 0 : i)] + alpha.get(alpha.dims.length == 0 ? 0 : i);
            for (int e = 0; e < extras; e++) {
                Arg extra = a[outcomes + 3 + e];
                in[outcomes + 1 + e] = extra.get(extra.dims.length == 0 ? 0 : i);
            }
            sum += kernel.at(in, d);
            if (differentiated) {
                System.arraycopy(d, 0, work, workAt + i * k, k);
            }
        }
        out.set(0, sum);
    }

    @Override
    public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
        double weight = out.adjoint[out.adjointAt];
        Arg x = a[outcomes];
        Arg alpha = a[outcomes + 1];
        Arg beta = a[outcomes + 2];
        int n = length(a);
        int rows = rows(x);
        int k = 1 + outcomes + extras;
        if (alpha.adjoint != null) {
            for (int i = 0; i < n; i++) {
                alpha.addAdjoint(alpha.dims.length == 0 ? 0 : i, weight * work[workAt + i * k + outcomes]);
            }
        }
        for (int j = 0; j < beta.size; j++) {
            double b = beta.get(j);
            double sum = 0;
            for (int i = 0; i < n; i++) {
                int at = j * rows + (rows == 1 ? 0 : i);
                double slope = weight * work[workAt + i * k + outcomes];
                sum += slope * x.value[x.at + at];
                if (x.adjoint != null) {
                    x.addAdjoint(at, slope * b);
                }
            }
            if (beta.adjoint != null) {
                beta.addAdjoint(j, sum);
            }
        }
        for (int p = 0; p < k; p++) {
            Arg y = p < outcomes ? a[p] : p == outcomes ? null : a[p + 2];
            if (y != null && y.adjoint != null) {
                for (int i = 0; i < n; i++) {
                    y.addAdjoint(y.dims.length == 0 ? 0 : i, weight * work[workAt + i * k + p]);
                }
            }
        }
    }
}
