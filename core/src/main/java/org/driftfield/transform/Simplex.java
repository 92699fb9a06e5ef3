package org.driftfield.transform;

/**
 * Numbers from 0 to 1 that sum to 1: the softmax of z, which {@link SumToZero} makes of y. As z sums to zero, the log Jacobian
 * Σ log x_k + ½ log n is ½ log n - n log Σ exp z_k.
 */
public record Simplex(int size) implements Transform {
    @Override
    public int freeSize() {
        return Math.max(0, size - 1);
    }

    @Override
    public int workspace() {
        return size;
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        return constrain(y, yAt, 1, x, xAt, 1, size);
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
        reverse(x, xAt, xAdjoint, xAdjointAt, 1, jacobianAdjoint, yAdjoint, yAdjointAt, 1, work, workAt, size);
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        free(x, xAt, 1, y, yAt, 1, size);
    }

    @Override
    public String fault(double[] x, int xAt) {
        return fault(x, xAt, 1, size);
    }

    static double constrain(double[] y, int yAt, int yStep, double[] x, int xAt, int xStep, int size) {
        if (size == 0) {
            return 0;
        }
        SumToZero.expand(y, yAt, yStep, x, xAt, xStep, size);
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            most = Math.max(most, x[xAt + k * xStep]);
        }
        double sum = 0;
        for (int k = 0; k < size; k++) {
            double e = Math.exp(x[xAt + k * xStep] - most);
            x[xAt + k * xStep] = e;
            sum += e;
        }
        for (int k = 0; k < size; k++) {
            x[xAt + k * xStep] /= sum;
        }
        return 0.5 * Math.log(size) - size * (most + Math.log(sum));
    }

    static void reverse(
            double[] x,
            int xAt,
            double[] xAdjoint,
            int xAdjointAt,
            int xStep,
            double jacobianAdjoint,
            double[] yAdjoint,
            int yAdjointAt,
            int yStep,
            double[] work,
            int workAt,
            int size) {
        double mean = 0;
        for (int k = 0; k < size; k++) {
            mean += x[xAt + k * xStep] * xAdjoint[xAdjointAt + k * xStep];
        }
        for (int k = 0; k < size; k++) {
            work[workAt + k] = x[xAt + k * xStep] * (xAdjoint[xAdjointAt + k * xStep] - mean - size * jacobianAdjoint);
        }
        SumToZero.project(work, workAt, 1, yAdjoint, yAdjointAt, yStep, size);
    }

    static void free(double[] x, int xAt, int xStep, double[] y, int yAt, int yStep, int size) {
        double[] logs = new double[size];
        for (int k = 0; k < size; k++) {
            logs[k] = Math.log(x[xAt + k * xStep]);
        }
        for (int k = 0; k < size - 1; k++) {
            y[yAt + k * yStep] = 0;
        }
        // The mean of the logarithms needs no subtraction: projecting takes it away.
        SumToZero.project(logs, 0, 1, y, yAt, yStep, size);
    }

    static String fault(double[] x, int xAt, int step, int size) {
        double sum = 0;
        for (int k = 0; k < size; k++) {
            double value = x[xAt + k * step];
            if (!(value >= 0)) {
                return "must not be negative, but element " + (k + 1) + " is " + value;
            }
            sum += value;
        }
        return Math.abs(sum - 1) <= TOLERANCE ? null : "must sum to 1, but sums to " + sum;
    }
}
