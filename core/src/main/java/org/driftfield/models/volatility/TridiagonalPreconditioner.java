package org.driftfield.models.volatility;

import org.driftfield.dynamics.Preconditioner;

/** The shape of q(x): the inverse of a tridiagonal precision H = C Cᵀ, so that L = C⁻ᵀ. */
record TridiagonalPreconditioner(Tridiagonal precision) implements Preconditioner {
    @Override
    public void times(double[] u, double[] out, int at) {
        precision.backward(u, at, out, at);
    }

    @Override
    public void transposeTimes(double[] g, double[] out, int at) {
        precision.forward(g, at, out, at);
    }
}
