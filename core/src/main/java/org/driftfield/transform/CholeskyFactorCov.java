package org.driftfield.transform;

/**
 * A lower triangular matrix with a positive diagonal and at least as many rows as columns: row by row, y itself below the
 * diagonal and exp(y) on it.
 */
public record CholeskyFactorCov(int rows, int columns) implements Transform {
    @Override
    public int freeSize() {
        return columns * (columns + 1) / 2 + (rows - columns) * columns;
    }

    @Override
    public int size() {
        return rows * columns;
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        double logJacobian = 0;
        int at = yAt;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double free = j <= i ? y[at++] : 0;
                x[xAt + j * rows + i] = j == i ? Math.exp(free) : free;
                logJacobian += j == i ? free : 0;
            }
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
        int at = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j <= Math.min(i, columns - 1); j++, at++) {
                double adjoint = xAdjoint[xAdjointAt + j * rows + i];
                yAdjoint[yAdjointAt + at] += j == i ? adjoint * Math.exp(y[yAt + at]) + jacobianAdjoint : adjoint;
            }
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        int at = yAt;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j <= Math.min(i, columns - 1); j++) {
                double value = x[xAt + j * rows + i];
                y[at++] = j == i ? Math.log(value) : value;
            }
        }
    }

    @Override
    public String fault(double[] x, int xAt) {
        return fault(x, xAt, rows, columns);
    }

    static String fault(double[] x, int xAt, int rows, int columns) {
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                double value = x[xAt + j * rows + i];
                boolean good = i < j ? value == 0 : i == j ? value > 0 : !Double.isNaN(value);
                if (!good) {
                    return "must be lower triangular with a positive diagonal, but element [" + (i + 1) + "," + (j + 1)
                            + "] is " + value;
                }
            }
        }
        return null;
    }
}
