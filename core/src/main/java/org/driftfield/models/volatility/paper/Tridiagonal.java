package org.driftfield.models.volatility.paper;

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
     * out = C⁻¹ g for each of {@code count} vectors, the first at {@code gAt} and each {@code stride} after the one before, the
     * results likewise; may write over g. Each element waits for the one before, so that four vectors at a time take hardly longer than one.
     */
    void forward(double[] g, int gAt, double[] out, int outAt, int stride, int count) {
        int i = 0;
        for (; i <= count - 4; i += 4) {
            forwardFour(g, gAt + i * stride, out, outAt + i * stride, stride);
        }
        for (; i < count; i++) {
            int from = gAt + i * stride;
            int to = outAt + i * stride;
            double last = 0;
            for (int t = 0; t < n; t++) {
                last = Math.fma(-before[t], last, inverse[t] * g[from + t]);
                out[to + t] = last;
            }
        }
    }

    private void forwardFour(double[] g, int gAt, double[] out, int outAt, int stride) {
        int twice = 2 * stride;
        int thrice = 3 * stride;
        double lastA = 0;
        double lastB = 0;
        double lastC = 0;
        double lastD = 0;
        for (int t = 0; t < n; t++) {
            double scale = inverse[t];
            double back = -before[t];
            lastA = Math.fma(back, lastA, scale * g[gAt + t]);
            lastB = Math.fma(back, lastB, scale * g[gAt + stride + t]);
            lastC = Math.fma(back, lastC, scale * g[gAt + twice + t]);
            lastD = Math.fma(back, lastD, scale * g[gAt + thrice + t]);
            out[outAt + t] = lastA;
            out[outAt + stride + t] = lastB;
            out[outAt + twice + t] = lastC;
            out[outAt + thrice + t] = lastD;
        }
    }

    /** out = C⁻ᵀ u for each of {@code count} vectors, laid out as in {@link #forward}; may write over u. */
    void backward(double[] u, int uAt, double[] out, int outAt, int stride, int count) {
        int i = 0;
        for (; i <= count - 4; i += 4) {
            backwardFour(u, uAt + i * stride, out, outAt + i * stride, stride);
        }
        for (; i < count; i++) {
            int from = uAt + i * stride;
            int to = outAt + i * stride;
            double next = 0;
            for (int t = n - 1; t >= 0; t--) {
                next = Math.fma(-after[t], next, inverse[t] * u[from + t]);
                out[to + t] = next;
            }
        }
    }

    private void backwardFour(double[] u, int uAt, double[] out, int outAt, int stride) {
        int twice = 2 * stride;
        int thrice = 3 * stride;
        double nextA = 0;
        double nextB = 0;
        double nextC = 0;
        double nextD = 0;
        for (int t = n - 1; t >= 0; t--) {
            double scale = inverse[t];
            double ahead = -after[t];
            nextA = Math.fma(ahead, nextA, scale * u[uAt + t]);
            nextB = Math.fma(ahead, nextB, scale * u[uAt + stride + t]);
            nextC = Math.fma(ahead, nextC, scale * u[uAt + twice + t]);
            nextD = Math.fma(ahead, nextD, scale * u[uAt + thrice + t]);
            out[outAt + t] = nextA;
            out[outAt + stride + t] = nextB;
            out[outAt + twice + t] = nextC;
            out[outAt + thrice + t] = nextD;
        }
    }

    /** Turns b into H⁻¹ b. */
    void solve(double[] b) {
        forward(b, 0, b, 0, n, 1);
        backward(b, 0, b, 0, n, 1);
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
