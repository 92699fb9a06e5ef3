package org.driftfield.models.volatility;

import org.driftfield.InferenceException;

/**
 * A symmetric positive definite tridiagonal matrix H = C Cᵀ by its Cholesky factor C, which has one diagonal below the main
 * one. Everything costs time linear in the size.
 */
final class Tridiagonal {
    private final int n;

    /** With c the diagonal of C and e the one below: 1/c_t, e_t/c_t and e_t+1/c_t. */
    private final double[] inverse;

    private final double[] before;
    private final double[] after;
    private double logDeterminant;

    Tridiagonal(int n) {
        this.n = n;
        this.inverse = new double[n];
        this.before = new double[n];
        this.after = new double[n];
    }

    /** Takes the matrix with the given diagonal and off-diagonal, of which element t lies between t and t+1. */
    Tridiagonal factor(double[] diagonal, double[] off) {
        double e = 0;
        logDeterminant = 0;
        for (int t = 0; t < n; t++) {
            double square = diagonal[t] - e * e;
            if (!(square > 0)) {
                throw new InferenceException("a precision of the log variances is not positive definite at %d", t + 1);
            }
            inverse[t] = 1 / Math.sqrt(square);
            before[t] = e * inverse[t];
            e = t < n - 1 ? off[t] * inverse[t] : 0;
            after[t] = e * inverse[t];
            logDeterminant -= 2 * Math.log(inverse[t]);
        }
        return this;
    }

    double logDeterminant() {
        return logDeterminant;
    }

    /** out = C⁻¹ g. */
    void forward(double[] g, int gAt, double[] out, int outAt) {
        double last = 0;
        for (int t = 0; t < n; t++) {
            last = inverse[t] * g[gAt + t] - before[t] * last;
            out[outAt + t] = last;
        }
    }

    /** out = C⁻ᵀ u; may write over u. */
    void backward(double[] u, int uAt, double[] out, int outAt) {
        double next = 0;
        for (int t = n - 1; t >= 0; t--) {
            next = inverse[t] * u[uAt + t] - after[t] * next;
            out[outAt + t] = next;
        }
    }

    /** Turns b into H⁻¹ b. */
    void solve(double[] b) {
        forward(b, 0, b, 0);
        backward(b, 0, b, 0);
    }

    /** The diagonal of H⁻¹ and its elements between t and t+1. */
    void inverse(double[] diagonal, double[] off) {
        diagonal[n - 1] = inverse[n - 1] * inverse[n - 1];
        for (int t = n - 2; t >= 0; t--) {
            off[t] = -after[t] * diagonal[t + 1];
            diagonal[t] = inverse[t] * inverse[t] - after[t] * off[t];
        }
    }
}
