package org.driftfield.models.volatility;

import org.driftfield.dynamics.Preconditioner;
import org.driftfield.kernel.Kernels;

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
    public void times(double[] u, double[] out, int at, int count) {
        int d = slope.length + 1;
        precision.backward(u, out, at + 1, d, count);
        for (int first = at; first < at + count * d; first += d) {
            out[first] = sd * u[first];
            Kernels.axpy(out[first], slope, 0, out, first + 1, slope.length);
        }
    }

    @Override
    public void transposeTimes(double[] g, double[] out, int at, int count) {
        int d = slope.length + 1;
        precision.forward(g, out, at + 1, d, count);
        for (int first = at; first < at + count * d; first += d) {
            out[first] = sd * (g[first] + Kernels.dot(slope, 0, g, first + 1, slope.length));
        }
    }
}
