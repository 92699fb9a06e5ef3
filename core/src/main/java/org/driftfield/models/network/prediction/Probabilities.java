package org.driftfield.models.network.prediction;

import java.util.Arrays;

/** From outputs to class probabilities. */
final class Probabilities {
    private Probabilities() {}

    static double sigmoid(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    /**
     * Class probabilities of a row of a chunk of outputs: averaged over particles, and blended with those of the line.
     *
     * @param one as long as {@code p}
     */
    static void blended(Mixture mixture, int units, float[] f, int r, int count, double[] p, double[] one) {
        int particles = mixture.particles();
        averaged(particles, units, f, r, count, p, one);
        if (mixture.blend().line() != null) {
            double share = mixture.blend().share();
            ofOutputs(units, f, particles * units * count + r, count, one);
            for (int k = 0; k < p.length; k++) {
                p[k] = share * p[k] + (1 - share) * one[k];
            }
        }
    }

    /** Class probabilities of a row of a chunk of outputs, averaged over particles. */
    static void averaged(int particles, int units, float[] f, int r, int count, double[] p, double[] one) {
        Arrays.fill(p, 0);
        for (int i = 0; i < particles; i++) {
            ofOutputs(units, f, i * units * count + r, count, one);
            for (int k = 0; k < p.length; k++) {
                p[k] += one[k] / particles;
            }
        }
    }

    /** Class probabilities from the log odds of the second class, or from one output a class. */
    static void ofOutputs(int units, float[] f, int at, int stride, double[] p) {
        if (units == 1) {
            p[1] = sigmoid(f[at]);
            p[0] = sigmoid(-f[at]);
        } else {
            softmax(f, at, stride, p);
        }
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
