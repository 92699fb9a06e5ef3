package org.driftfield.models.volatility;

import org.driftfield.dynamics.Preconditioner;

/**
 * The shape of q(φ, x): one coordinate with standard deviation s, and x given it normal with mean slope·(that coordinate) and
 * a tridiagonal precision H = C Cᵀ. So L maps (u_0, u) to (s u_0, slope s u_0 + C⁻ᵀ u).
 */
final class ArrowPreconditioner implements Preconditioner {
    private final double sd;
    private final double[] slope;
    private final Tridiagonal precision;

    ArrowPreconditioner(double sd, double[] slope, Tridiagonal precision) {
        this.sd = sd;
        this.slope = slope;
        this.precision = precision;
    }

    @Override
    public void times(double[] u, double[] out, int at) {
        precision.backward(u, at + 1, out, at + 1);
        double first = sd * u[at];
        out[at] = first;
        for (int t = 0; t < slope.length; t++) {
            out[at + 1 + t] += slope[t] * first;
        }
    }

    @Override
    public void transposeTimes(double[] g, double[] out, int at) {
        precision.forward(g, at + 1, out, at + 1);
        double sum = g[at];
        for (int t = 0; t < slope.length; t++) {
            sum += slope[t] * g[at + 1 + t];
        }
        out[at] = sd * sum;
    }
}
