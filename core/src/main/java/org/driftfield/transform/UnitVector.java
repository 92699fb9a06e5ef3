package org.driftfield.transform;

import org.apache.commons.numbers.gamma.LogGamma;

/**
 * A vector of length 1: y/‖y‖. The length of y says nothing; it is held by the term -½ y'y, divided by its integral, so that
 * what is flat in x is the surface measure of the sphere.
 */
public record UnitVector(int size) implements Transform {
    @Override
    public int freeSize() {
        return size;
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        double square = 0;
        for (int i = 0; i < size; i++) {
            square += y[yAt + i] * y[yAt + i];
        }
        double length = Math.sqrt(square);
        for (int i = 0; i < size; i++) {
            x[xAt + i] = y[yAt + i] / length;
        }
        return size == 0 ? 0 : -0.5 * square - (0.5 * size - 1) * Math.log(2) - LogGamma.value(0.5 * size);
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
        double square = 0;
        double along = 0;
        for (int i = 0; i < size; i++) {
            square += y[yAt + i] * y[yAt + i];
            along += x[xAt + i] * xAdjoint[xAdjointAt + i];
        }
        double length = Math.sqrt(square);
        for (int i = 0; i < size; i++) {
            yAdjoint[yAdjointAt + i] +=
                    (xAdjoint[xAdjointAt + i] - along * x[xAt + i]) / length - jacobianAdjoint * y[yAt + i];
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        System.arraycopy(x, xAt, y, yAt, size);
    }

    @Override
    public String fault(double[] x, int xAt) {
        double square = 0;
        for (int i = 0; i < size; i++) {
            square += x[xAt + i] * x[xAt + i];
        }
        return Math.abs(square - 1) <= TOLERANCE ? null : "must have length 1, but its squares sum to " + square;
    }
}
