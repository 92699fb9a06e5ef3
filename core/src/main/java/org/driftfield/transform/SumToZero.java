package org.driftfield.transform;

/**
 * Numbers that sum to zero, by an orthonormal basis of that plane: x_1 = Σ y_i c_i, x_{n+1} = Σ_{i>n} y_i c_i - n y_n c_n with
 * c_n = 1/√(n(n+1)). The Jacobian is 1.
 */
public record SumToZero(int size) implements Transform {
    @Override
    public int freeSize() {
        return Math.max(0, size - 1);
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        expand(y, yAt, 1, x, xAt, 1, size);
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
        project(xAdjoint, xAdjointAt, 1, yAdjoint, yAdjointAt, 1, size);
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        for (int i = 0; i < freeSize(); i++) {
            y[yAt + i] = 0;
        }
        project(x, xAt, 1, y, yAt, 1, size);
    }

    @Override
    public String fault(double[] x, int xAt) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += x[xAt + i];
        }
        return Math.abs(sum) <= TOLERANCE ? null : "must sum to 0, but sums to " + sum;
    }

    /** From the size - 1 coordinates y to x, which may be the same array: y_n is read before x_{n+1} is written. */
    static void expand(double[] y, int yAt, int yStep, double[] x, int xAt, int xStep, int size) {
        double sum = 0;
        for (int n = size - 1; n > 0; n--) {
            double w = y[yAt + (n - 1) * yStep] / Math.sqrt(n * (n + 1.0));
            x[xAt + n * xStep] = sum - n * w;
            sum += w;
        }
        if (size > 0) {
            x[xAt] = sum;
        }
    }

    /** Adds the coordinates of the projection of x to y: both the inverse and the transpose of {@link #expand}. */
    static void project(double[] x, int xAt, int xStep, double[] y, int yAt, int yStep, int size) {
        double sum = 0;
        for (int n = 1; n < size; n++) {
            sum += x[xAt + (n - 1) * xStep];
            y[yAt + (n - 1) * yStep] += (sum - n * x[xAt + n * xStep]) / Math.sqrt(n * (n + 1.0));
        }
    }
}
