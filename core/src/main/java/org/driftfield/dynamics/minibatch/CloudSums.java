package org.driftfield.dynamics.minibatch;

import java.util.Arrays;

/** Sums over the particles of a cloud of a few numbers per coordinate, part by part of the cloud. */
final class CloudSums {
    static final int GRADIENT = 0;
    static final int GRADIENT_SQUARE = 1;
    static final int POINT = 2;
    static final int POINT_SQUARE = 3;
    static final int KINDS = 4;

    private final float[][][] sums;

    CloudSums(int d) {
        sums = new float[KINDS][FloatCloud.MOST_PARTS][d];
    }

    /** The sum of one part, to be added to by the thread that has the part. */
    float[] of(int kind, int part) {
        return sums[kind][part];
    }

    void clear(int part) {
        for (float[][] kind : sums) {
            Arrays.fill(kind[part], 0);
        }
    }

    /** Writes the average over all particles of the cloud that move. */
    void mean(int kind, FloatCloud cloud, float[] out) {
        Arrays.fill(out, 0);
        for (int part = 0; part < cloud.parts; part++) {
            float[] sum = sums[kind][part];
            for (int j = 0; j < out.length; j++) {
                out[j] += sum[j];
            }
        }
        float share = 1f / cloud.moving;
        for (int j = 0; j < out.length; j++) {
            out[j] *= share;
        }
    }
}
