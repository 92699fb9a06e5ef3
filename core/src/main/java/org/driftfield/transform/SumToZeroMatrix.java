package org.driftfield.transform;

/** A matrix whose rows and columns all sum to zero: {@link SumToZero} on the columns of y, then on the rows of what that gives. */
public record SumToZeroMatrix(int rows, int columns) implements Transform {
    @Override
    public int freeSize() {
        return Math.max(0, rows - 1) * Math.max(0, columns - 1);
    }

    @Override
    public int size() {
        return rows * columns;
    }

    @Override
    public int workspace() {
        return size();
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        if (rows == 0 || columns == 0) {
            return 0;
        }
        for (int j = 0; j < columns - 1; j++) {
            SumToZero.expand(y, yAt + j * (rows - 1), 1, x, xAt + j * rows, 1, rows);
        }
        for (int i = 0; i < rows; i++) {
            SumToZero.expand(x, xAt + i, rows, x, xAt + i, rows, columns);
        }
        return 0;
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
        project(xAdjoint, xAdjointAt, yAdjoint, yAdjointAt, work, workAt);
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        for (int i = 0; i < freeSize(); i++) {
            y[yAt + i] = 0;
        }
        project(x, xAt, y, yAt, new double[size()], 0);
    }

    private void project(double[] x, int xAt, double[] y, int yAt, double[] work, int workAt) {
        java.util.Arrays.fill(work, workAt, workAt + size(), 0);
        for (int i = 0; i < rows; i++) {
            SumToZero.project(x, xAt + i, rows, work, workAt + i, rows, columns);
        }
        for (int j = 0; j < columns - 1; j++) {
            SumToZero.project(work, workAt + j * rows, 1, y, yAt + j * (rows - 1), 1, rows);
        }
    }

    @Override
    public String fault(double[] x, int xAt) {
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                sum += x[xAt + j * rows + i];
            }
            if (!(Math.abs(sum) <= TOLERANCE)) {
                return "must have columns that sum to 0, but column " + (j + 1) + " sums to " + sum;
            }
        }
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += x[xAt + j * rows + i];
            }
            if (!(Math.abs(sum) <= TOLERANCE)) {
                return "must have rows that sum to 0, but row " + (i + 1) + " sums to " + sum;
            }
        }
        return null;
    }
}
