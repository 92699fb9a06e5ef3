package org.driftfield.models.network.motion;

import java.util.Arrays;

/** Sums over the particles of a cloud of a few numbers per weight, part by part of the cloud. */
public final class CloudSums {
    static final int GRADIENT = 0;
    static final int GRADIENT_SQUARE = 1;
    static final int WEIGHT = 2;
    static final int WEIGHT_SQUARE = 3;
    static final int KINDS = 4;

    private final float[][][] sums;

    public CloudSums(int d) {
        sums = new float[KINDS][Cloud.MOST_PARTS][d];
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

    /** Writes the average over all particles of the cloud. */
    void mean(int kind, Cloud cloud, float[] out) {
        Arrays.fill(out, 0);
        for (int part = 0; part < cloud.parts; part++) {
            float[] sum = sums[kind][part];
            for (int j = 0; j < out.length; j++) {
                out[j] += sum[j];
            }
        }
        float share = 1f / cloud.particles;
        for (int j = 0; j < out.length; j++) {
            out[j] *= share;
        }
    }
}
