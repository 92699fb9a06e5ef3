package org.driftfield.transform;

/**
 * A matrix each of whose columns, or each of whose rows, is a {@link Simplex}.
 *
 * @param byColumn whether the columns sum to 1; otherwise the rows do
 */
public record StochasticMatrix(int rows, int columns, boolean byColumn) implements Transform {
    private int parts() {
        return byColumn ? columns : rows;
    }

    private int length() {
        return byColumn ? rows : columns;
    }

    private int step() {
        return byColumn ? 1 : rows;
    }

    /** Where part p of x begins. */
    private int part(int p) {
        return byColumn ? p * rows : p;
    }

    @Override
    public int freeSize() {
        return parts() * Math.max(0, length() - 1);
    }

    @Override
    public int size() {
        return rows * columns;
    }

    @Override
    public int workspace() {
        return length();
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        double logJacobian = 0;
        for (int p = 0; p < parts(); p++) {
            logJacobian += Simplex.constrain(y, yAt + p * (length() - 1), 1, x, xAt + part(p), step(), length());
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
        for (int p = 0; p < parts(); p++) {
            Simplex.reverse(
                    x,
                    xAt + part(p),
                    xAdjoint,
                    xAdjointAt + part(p),
                    step(),
                    jacobianAdjoint,
                    yAdjoint,
                    yAdjointAt + p * (length() - 1),
                    1,
                    work,
                    workAt,
                    length());
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        for (int p = 0; p < parts(); p++) {
            Simplex.free(x, xAt + part(p), step(), y, yAt + p * (length() - 1), 1, length());
        }
    }

    @Override
    public String fault(double[] x, int xAt) {
        for (int p = 0; p < parts(); p++) {
            String fault = Simplex.fault(x, xAt + part(p), step(), length());
            if (fault != null) {
                return (byColumn ? "column " : "row ") + (p + 1) + " " + fault;
            }
        }
        return null;
    }
}
