package org.driftfield.models.network;

/** From outputs to class probabilities. */
final class Probabilities {
    private Probabilities() {}

    static double sigmoid(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    /** Writes the softmax of {@code sharpness} times K outputs that stand {@code stride} apart. */
    static void softmax(float[] outputs, int at, int stride, double sharpness, double[] p) {
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < p.length; k++) {
            most = Math.max(most, outputs[at + k * stride]);
        }
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            p[k] = Math.exp(sharpness * (outputs[at + k * stride] - most));
            sum += p[k];
        }
        for (int k = 0; k < p.length; k++) {
            p[k] /= sum;
        }
    }
}
