package org.driftfield.models.network.motion;

import java.util.Arrays;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.kernel.Perceptron;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** Where the weights of networks begin: each particle near one draw that all share. */
public final class StartingWeights {
    private final float[] centre;
    private final double[] sd;
    private final long seed;
    private final int key;

    private StartingWeights(float[] centre, double[] sd, long seed, int key) {
        this.centre = centre;
        this.sd = sd;
        this.seed = seed;
        this.key = key;
    }

    /**
     * Around weights under which signals keep their size over layers (He et al. 2015), with a spread in proportion to theirs.
     *
     * @param spread relative to that of the shared draw
     * @param key the use of random numbers
     */
    static StartingWeights scaled(Perceptron net, double spread, long seed, int key) {
        RandomStream shared = RandomStream.of(seed, 0, key, StreamKeys.NoParticle.NETWORK);
        float[] centre = new float[net.weights()];
        double[] sds = new double[net.weights()];
        for (int l = 0; l < net.layers(); l++) {
            double sd = Math.sqrt((l == net.layers() - 1 ? 1.0 : 2.0) / net.width(l));
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                sds[j] = spread * (float) sd;
                centre[j] = bias(net, l, j) ? 0 : (float) (sd * shared.nextNormal());
            }
        }
        return new StartingWeights(centre, sds, seed, key);
    }

    /** Around {@link #he weights of the usual scale}, times {@code relative}, with the same spread of each. */
    static StartingWeights around(Perceptron net, double relative, double spread, long seed, int key) {
        double[] sds = new double[net.weights()];
        Arrays.fill(sds, spread);
        return new StartingWeights(
                he(net, relative, RandomStream.of(seed, 0, key, StreamKeys.NoParticle.NETWORK)), sds, seed, key);
    }

    /** Puts the particles of a cloud where they start. */
    void fill(FloatCloud cloud) {
        float[] weights = cloud.points();
        for (int i = 0; i < cloud.particles(); i++) {
            RandomStream random = RandomStream.of(seed, 0, key, i);
            for (int j = 0; j < centre.length; j++) {
                weights[cloud.at(i) + j] = (float) (centre[j] + sd[j] * random.nextNormal());
            }
        }
    }

    /**
     * Normal weights under which signals keep their size over layers (He et al. 2015), biases of 0.
     *
     * @param relative to a standard deviation of √(2/inputs of the unit)
     */
    public static float[] he(Perceptron net, double relative, RandomStream random) {
        float[] weights = new float[net.weights()];
        for (int l = 0; l < net.layers(); l++) {
            double sd = relative * Math.sqrt(2.0 / net.width(l));
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                weights[j] = bias(net, l, j) ? 0 : (float) (sd * random.nextNormal());
            }
        }
        return weights;
    }

    private static boolean bias(Perceptron net, int layer, int weight) {
        int inputs = net.width(layer);
        return (weight - net.weightsAt(layer)) % (inputs + 1) == inputs;
    }
}
