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

    int size() {
        return n;
    }

    /**
     * out = C⁻¹ g for each of {@code count} vectors, the first at {@code at} and each {@code stride} after the one before; may
     * write over g. Each element waits for the one before, so that four vectors at a time take hardly longer than one.
     */
    void forward(double[] g, double[] out, int at, int stride, int count) {
        int i = 0;
        for (; i <= count - 4; i += 4) {
            forwardFour(g, out, at + i * stride, stride);
        }
        for (; i < count; i++) {
            int first = at + i * stride;
            double last = 0;
            for (int t = 0; t < n; t++) {
                last = Math.fma(-before[t], last, inverse[t] * g[first + t]);
                out[first + t] = last;
            }
        }
    }

    private void forwardFour(double[] g, double[] out, int a, int stride) {
        int b = a + stride;
        int c = b + stride;
        int d = c + stride;
        double lastA = 0;
        double lastB = 0;
        double lastC = 0;
        double lastD = 0;
        for (int t = 0; t < n; t++) {
            double scale = inverse[t];
            double back = -before[t];
            lastA = Math.fma(back, lastA, scale * g[a + t]);
            lastB = Math.fma(back, lastB, scale * g[b + t]);
            lastC = Math.fma(back, lastC, scale * g[c + t]);
            lastD = Math.fma(back, lastD, scale * g[d + t]);
            out[a + t] = lastA;
            out[b + t] = lastB;
            out[c + t] = lastC;
            out[d + t] = lastD;
        }
    }

    /** out = C⁻ᵀ u for each of {@code count} vectors, laid out as in {@link #forward}; may write over u. */
    void backward(double[] u, double[] out, int at, int stride, int count) {
        int i = 0;
        for (; i <= count - 4; i += 4) {
            backwardFour(u, out, at + i * stride, stride);
        }
        for (; i < count; i++) {
            int first = at + i * stride;
            double next = 0;
            for (int t = n - 1; t >= 0; t--) {
                next = Math.fma(-after[t], next, inverse[t] * u[first + t]);
                out[first + t] = next;
            }
        }
    }

    private void backwardFour(double[] u, double[] out, int a, int stride) {
        int b = a + stride;
        int c = b + stride;
        int d = c + stride;
        double nextA = 0;
        double nextB = 0;
        double nextC = 0;
        double nextD = 0;
        for (int t = n - 1; t >= 0; t--) {
            double scale = inverse[t];
            double ahead = -after[t];
            nextA = Math.fma(ahead, nextA, scale * u[a + t]);
            nextB = Math.fma(ahead, nextB, scale * u[b + t]);
            nextC = Math.fma(ahead, nextC, scale * u[c + t]);
            nextD = Math.fma(ahead, nextD, scale * u[d + t]);
            out[a + t] = nextA;
            out[b + t] = nextB;
            out[c + t] = nextC;
            out[d + t] = nextD;
        }
    }

    /** Turns b into H⁻¹ b. */
    void solve(double[] b) {
        forward(b, b, 0, n, 1);
        backward(b, b, 0, n, 1);
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
