package org.driftfield.models.network.motion;

import org.driftfield.kernel.Perceptron;
import org.driftfield.random.RandomStream;

/** Where the weights of a network begin. */
public final class StartingWeights {
    private StartingWeights() {}

    /**
     * Normal weights under which signals keep their size over layers (He et al. 2015), biases of 0.
     *
     * @param relative to a standard deviation of √(2/inputs of the unit)
     */
    public static float[] he(Perceptron net, double relative, RandomStream random) {
        float[] weights = new float[net.weights()];
        for (int l = 0; l < net.layers(); l++) {
            int inputs = net.width(l);
            double sd = relative * Math.sqrt(2.0 / inputs);
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                boolean bias = (j - net.weightsAt(l)) % (inputs + 1) == inputs;
                weights[j] = bias ? 0 : (float) (sd * random.nextNormal());
            }
        }
        return weights;
    }
}
