package org.driftfield.model;

import static org.driftfield.InputException.require;

/**
 * Compares a model's gradient with central differences of its log density: the first test to write for a model of one's
 * own.
 */
public final class GradientCheck {
    private GradientCheck() {}

    /**
     * The largest error of the gradient at {@code theta}, over coordinates, relative to the larger of 1 and the size of the
     * difference quotient. A right gradient of a smooth density gives about 1e-7 or less.
     */
    public static double largestError(Model model, double... theta) {
        int d = ParameterSpace.of(model.parameters()).dimension();
        require(theta.length == d, "a point must have %d values, got %d", d, theta.length);
        double[] gradient = new double[d];
        double[] ignored = new double[d];
        model.logDensity(theta, gradient);
        double largest = 0;
        for (int j = 0; j < d; j++) {
            // The cube root of the rounding unit balances truncation (step²) against cancellation (unit / step).
            double step = Math.cbrt(Math.ulp(1.0)) * Math.max(1e-3, Math.abs(theta[j]));
            double[] moved = theta.clone();
            moved[j] = theta[j] + step;
            double up = model.logDensity(moved, ignored);
            double above = moved[j];
            moved[j] = theta[j] - step;
            double quotient = (up - model.logDensity(moved, ignored)) / (above - moved[j]);
            double error = Math.abs(gradient[j] - quotient) / Math.max(1, Math.abs(quotient));
            largest = Double.isNaN(error) ? Double.POSITIVE_INFINITY : Math.max(largest, error);
        }
        return largest;
    }
}
