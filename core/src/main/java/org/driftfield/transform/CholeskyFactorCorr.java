package org.driftfield.transform;

/**
 * The lower Cholesky factor of a correlation matrix, row by row below the diagonal: with z = tanh y and q_1 = 1,
 * x_ij = z_ij q_ij, q_{i,j+1} = q_ij √(1 - z_ij²) and x_ii the last q. So the log Jacobian is a sum of -(i + 1 - j) log cosh y_ij,
 * counting from zero.
 */
public record CholeskyFactorCorr(int order) implements Transform {
    @Override
    public int freeSize() {
        return order * (order - 1) / 2;
    }

    @Override
    public int size() {
        return order * order;
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        return factor(y, yAt, x, xAt, order, false);
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
        reverse(y, yAt, xAdjoint, xAdjointAt, jacobianAdjoint, yAdjoint, yAdjointAt, order, false);
    }

    /** @param product whether the Jacobian is to be that of the factor times its transpose: Π x_ii^(order - 1 - i) more. */
    static double factor(double[] y, int yAt, double[] x, int xAt, int order, boolean product) {
        double logJacobian = 0;
        int at = yAt;
        for (int i = 0; i < order; i++) {
            double q = 1;
            for (int j = 0; j < i; j++) {
                double free = y[at++];
                x[xAt + j * order + i] = q * Math.tanh(free);
                q *= sech(free);
                logJacobian -= power(i, j, order, product) * logCosh(free);
            }
            x[xAt + i * order + i] = q;
            for (int j = i + 1; j < order; j++) {
                x[xAt + j * order + i] = 0;
            }
        }
        return logJacobian;
    }

    private static int power(int i, int j, int order, boolean product) {
        return i + 1 - j + (product ? order - 1 - i : 0);
    }

    static void reverse(
            double[] y,
            int yAt,
            double[] xAdjoint,
            int xAdjointAt,
            double jacobianAdjoint,
            double[] yAdjoint,
            int yAdjointAt,
            int order,
            boolean product) {
        for (int i = 1; i < order; i++) {
            int row = i * (i - 1) / 2;
            double logQ = 0;
            for (int j = 0; j < i; j++) {
                logQ -= logCosh(y[yAt + row + j]);
            }
            double qAdjoint = xAdjoint[xAdjointAt + i * order + i];
            for (int j = i - 1; j >= 0; j--) {
                double free = y[yAt + row + j];
                double z = Math.tanh(free);
                double s = sech(free);
                logQ += logCosh(free);
                double q = Math.exp(logQ);
                double adjoint = xAdjoint[xAdjointAt + j * order + i];
                yAdjoint[yAdjointAt + row + j] +=
                        q * s * (adjoint * s - qAdjoint * z) - jacobianAdjoint * power(i, j, order, product) * z;
                qAdjoint = qAdjoint * s + adjoint * z;
            }
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        int at = yAt;
        for (int i = 1; i < order; i++) {
            double left = 1;
            for (int j = 0; j < i; j++) {
                double value = x[xAt + j * order + i];
                double z = value / Math.sqrt(left);
                y[at++] = 0.5 * (Math.log1p(z) - Math.log1p(-z));
                left -= value * value;
            }
        }
    }

    @Override
    public String fault(double[] x, int xAt) {
        String fault = CholeskyFactorCov.fault(x, xAt, order, order);
        for (int i = 0; i < order && fault == null; i++) {
            double square = 0;
            for (int j = 0; j <= i; j++) {
                square += x[xAt + j * order + i] * x[xAt + j * order + i];
            }
            fault = Math.abs(square - 1) <= TOLERANCE
                    ? null
                    : "must have rows of length 1, but the squares of row " + (i + 1) + " sum to " + square;
        }
        return fault;
    }

    private static double sech(double y) {
        double e = Math.exp(-Math.abs(y));
        return 2 * e / (1 + e * e);
    }

    private static double logCosh(double y) {
        double size = Math.abs(y);
        return size + Math.log1p(Math.exp(-2 * size)) - Math.log(2);
    }
}
