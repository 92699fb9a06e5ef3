package org.driftfield.transform;

/**
 * Numbers that increase: x_1 = y_1, or exp(y_1) where they are to be positive, and x_k = x_{k-1} + exp(y_k).
 *
 * @param positive whether the first is above zero too
 */
public record Ordered(int size, boolean positive) implements Transform {
    @Override
    public int freeSize() {
        return size;
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        double logJacobian = 0;
        double last = 0;
        for (int k = 0; k < size; k++) {
            boolean plain = k == 0 && !positive;
            last = plain ? y[yAt] : last + Math.exp(y[yAt + k]);
            logJacobian += plain ? 0 : y[yAt + k];
            x[xAt + k] = last;
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
        double sum = 0;
        for (int k = size - 1; k >= 0; k--) {
            sum += xAdjoint[xAdjointAt + k];
            yAdjoint[yAdjointAt + k] += k == 0 && !positive ? sum : sum * Math.exp(y[yAt + k]) + jacobianAdjoint;
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        for (int k = 0; k < size; k++) {
            double last = k == 0 ? 0 : x[xAt + k - 1];
            y[yAt + k] = k == 0 && !positive ? x[xAt] : Math.log(x[xAt + k] - last);
        }
    }

    @Override
    public String fault(double[] x, int xAt) {
        if (positive && size > 0 && !(x[xAt] >= 0)) {
            return "must be positive, but the first element is " + x[xAt];
        }
        for (int k = 0; k < size; k++) {
            if (Double.isNaN(x[xAt + k]) || (k > 0 && x[xAt + k] <= x[xAt + k - 1])) {
                return "must increase, but element " + (k + 1) + " is " + x[xAt + k]
                        + (k == 0 ? "" : " after " + x[xAt + k - 1]);
            }
        }
        return null;
    }
}
