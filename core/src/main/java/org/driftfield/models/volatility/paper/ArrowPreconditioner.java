package org.driftfield.models.volatility.paper;

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
    public void times(double[] u, int uAt, double[] out, int outAt, int count) {
        int d = slope.length + 1;
        precision.backward(u, uAt + 1, out, outAt + 1, d, count);
        for (int i = 0; i < count * d; i += d) {
            double first = sd * u[uAt + i];
            out[outAt + i] = first;
            Kernels.axpy(first, slope, 0, out, outAt + i + 1, slope.length);
        }
    }

    @Override
    public void transposeTimes(double[] g, int gAt, double[] out, int outAt, int count) {
        int d = slope.length + 1;
        precision.forward(g, gAt + 1, out, outAt + 1, d, count);
        for (int i = 0; i < count * d; i += d) {
            out[outAt + i] = sd * (g[gAt + i] + Kernels.dot(slope, 0, g, gAt + i + 1, slope.length));
        }
    }
}
