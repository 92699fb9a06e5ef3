package org.driftfield.models.network;

/** From outputs to class probabilities. */
final class Probabilities {
    private Probabilities() {}

    static double sigmoid(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    /** Raises probabilities to a power, and makes them sum to 1 again. */
    static void sharpen(double[] p, double power) {
        if (power == 1) {
            return;
        }
        double most = 0;
        for (double value : p) {
            most = Math.max(most, value);
        }
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            p[k] = Math.pow(p[k] / most, power);
            sum += p[k];
        }
        for (int k = 0; k < p.length; k++) {
            p[k] /= sum;
        }
    }

    /** Writes the softmax of K outputs that stand {@code stride} apart. */
    static void softmax(float[] outputs, int at, int stride, double[] p) {
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < p.length; k++) {
            most = Math.max(most, outputs[at + k * stride]);
        }
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            p[k] = Math.exp(outputs[at + k * stride] - most);
            sum += p[k];
        }
        for (int k = 0; k < p.length; k++) {
            p[k] /= sum;
        }
    }
}
