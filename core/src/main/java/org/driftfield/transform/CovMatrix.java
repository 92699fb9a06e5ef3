package org.driftfield.transform;

/** A symmetric positive definite matrix LL' with L from {@link CholeskyFactorCov}. */
public record CovMatrix(int order) implements Transform {
    private CholeskyFactorCov factor() {
        return new CholeskyFactorCov(order, order);
    }

    @Override
    public int freeSize() {
        return order * (order + 1) / 2;
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
        double logJacobian = factor().constrain(y, yAt, work, workAt, work, workAt) + order * Math.log(2);
        Symmetric.product(work, workAt, x, xAt, order);
        int at = yAt;
        for (int i = 0; i < order; i++) {
            at += i;
            logJacobian += (order - i) * y[at++];
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
        factor().reverse(
                        y,
                        yAt,
                        work,
                        workAt,
                        work,
                        workAt + size(),
                        jacobianAdjoint,
                        yAdjoint,
                        yAdjointAt,
                        work,
                        workAt);
        int at = yAdjointAt;
        for (int i = 0; i < order; i++) {
            at += i;
            yAdjoint[at++] += jacobianAdjoint * (order - i);
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        double[] lower = new double[size()];
        Symmetric.cholesky(x, xAt, lower, order);
        factor().free(lower, 0, y, yAt);
    }

    @Override
    public String fault(double[] x, int xAt) {
        return Symmetric.fault(x, xAt, order);
    }
}
