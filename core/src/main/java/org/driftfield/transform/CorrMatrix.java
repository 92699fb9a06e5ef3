package org.driftfield.transform;

/** A correlation matrix LL' with L from {@link CholeskyFactorCorr}: canonical partial correlations tanh y. */
public record CorrMatrix(int order) implements Transform {
    @Override
    public int freeSize() {
        return order * (order - 1) / 2;
    }

    @Override
    public int size() {
        return order * order;
    }

    @Override
    public int workspace() {
        return 2 * size();
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        double logJacobian = CholeskyFactorCorr.factor(y, yAt, work, workAt, order, true);
        Symmetric.product(work, workAt, x, xAt, order);
        for (int i = 0; i < order; i++) {
            x[xAt + i * order + i] = 1;
        }
        return logJacobian;
    }

    @Override
    public void reverse(
            double[] y,
            int yAt,
            double[] x,
            int xAt,
            double[] xAdjoint,
            int xAdjointAt,
            double jacobianAdjoint,
            double[] yAdjoint,
            int yAdjointAt,
            double[] work,
            int workAt) {
        Symmetric.reverseProduct(work, workAt, xAdjoint, xAdjointAt, work, workAt + size(), order);
        // The diagonal of x is the number 1, whatever stands in its adjoint: the row of L that makes it has length 1,
        // and its
        // derivative along the sphere vanishes.
        CholeskyFactorCorr.reverse(y, yAt, work, workAt + size(), jacobianAdjoint, yAdjoint, yAdjointAt, order, true);
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        double[] lower = new double[size()];
        Symmetric.cholesky(x, xAt, lower, order);
        new CholeskyFactorCorr(order).free(lower, 0, y, yAt);
    }

    @Override
    public String fault(double[] x, int xAt) {
        for (int i = 0; i < order; i++) {
            double value = x[xAt + i * order + i];
            if (!(Math.abs(value - 1) <= TOLERANCE)) {
                return "must have ones on the diagonal, but element [" + (i + 1) + "," + (i + 1) + "] is " + value;
            }
        }
        return Symmetric.fault(x, xAt, order);
    }
}
