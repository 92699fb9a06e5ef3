package org.driftfield.models.volatility.paper;

import org.driftfield.dynamics.Preconditioner;

/** The shape of q(x): the inverse of a tridiagonal precision H = C Cᵀ, so that L = C⁻ᵀ. */
record TridiagonalPreconditioner(Tridiagonal precision) implements Preconditioner {
    @Override
    public void times(double[] u, int uAt, double[] out, int outAt, int count) {
        precision.backward(u, uAt, out, outAt, precision.size(), count);
    }

    @Override
    public void transposeTimes(double[] g, int gAt, double[] out, int outAt, int count) {
        precision.forward(g, gAt, out, outAt, precision.size(), count);
    }
}
