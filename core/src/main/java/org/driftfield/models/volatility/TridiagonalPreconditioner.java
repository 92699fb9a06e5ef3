package org.driftfield.models.volatility;

import org.driftfield.dynamics.Preconditioner;

/** The shape of q(x): the inverse of a tridiagonal precision H = C Cᵀ, so that L = C⁻ᵀ. */
record TridiagonalPreconditioner(Tridiagonal precision) implements Preconditioner {
    @Override
    public void times(double[] u, double[] out, int at, int count) {
        precision.backward(u, out, at, precision.size(), count);
    }

    @Override
    public void transposeTimes(double[] g, double[] out, int at, int count) {
        precision.forward(g, out, at, precision.size(), count);
    }
}
