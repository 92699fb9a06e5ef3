package org.driftfield.kernel;

import java.util.Arrays;

/** The loops of a perceptron in plain Java. */
final class ScalarLayers implements LayerKernels {
    @Override
    public String description() {
        return "scalar";
    }

    @Override
    public void forward(
            float[] below,
            int belowAt,
            int lower,
            float[] packed,
            int packedAt,
            int upper,
            int rows,
            boolean relu,
            float[] above,
            int aboveAt) {
        product(below, belowAt, lower, packed, packedAt, upper, rows, above, aboveAt);
        int units = LayerKernels.blocks(upper, UNITS) * UNITS;
        for (int u = 0; u < units && relu; u++) {
            int at = aboveAt + u * STRIDE;
            for (int r = at; r < at + rows; r++) {
                above[r] = above[r] < 0 ? 0 : above[r];
            }
        }
    }

    /** Of each block of units: the starting values, then a fused multiply-add for each unit summed over, in order. */
    private static void product(
            float[] x, int xAt, int n, float[] packed, int packedAt, int units, int rows, float[] out, int outAt) {
        int padded = LayerKernels.blocks(units, UNITS) * UNITS;
        for (int u = 0; u < padded; u++) {
            int at = outAt + u * STRIDE;
            int weights = packedAt + u / UNITS * UNITS * (n + 1) + u % UNITS;
            Arrays.fill(out, at, at + rows, packed[weights]);
            for (int i = 0; i < n; i++) {
                float weight = packed[weights + UNITS * (i + 1)];
                int from = xAt + i * STRIDE;
                for (int r = 0; r < rows; r++) {
                    out[at + r] = Math.fma(x[from + r], weight, out[at + r]);
                }
            }
        }
    }

    @Override
    public void backward(
            float[] delta,
            int deltaAt,
            int upper,
            float[] packed,
            int packedAt,
            int lower,
            int rows,
            Activation activation,
            float[] below,
            int belowAt,
            float[] out,
            int outAt) {
        product(delta, deltaAt, upper, packed, packedAt, lower, rows, out, outAt);
        int units = LayerKernels.blocks(lower, UNITS) * UNITS;
        for (int u = 0; u < units; u++) {
            for (int r = u * STRIDE; r < u * STRIDE + rows; r++) {
                float value = below[belowAt + r];
                switch (activation) {
                    case RELU -> out[outAt + r] = value == 0 ? 0 : out[outAt + r];
                    case TANH -> out[outAt + r] *= Math.fma(-value, value, 1f);
                }
            }
        }
    }

    @Override
    public void weightGradient(
            float[] delta,
            int deltaAt,
            int upper,
            float[] below,
            int belowAt,
            int columns,
            int rows,
            float[] sums,
            int sumsAt) {
        int height = LayerKernels.blockHeight(upper);
        int width = SUMS / height;
        int blocks = LayerKernels.blocks(columns, width);
        for (int o = 0; o < upper; o++) {
            for (int i = 0; i < columns; i++) {
                int block = o / height * blocks + i / width;
                int at = sumsAt + BLOCK * block + LayerKernels.position(width * (o % height) + i % width);
                sums[at] += dot(delta, deltaAt + o * STRIDE, below, belowAt + i * STRIDE, rows);
            }
        }
    }

    private static float dot(float[] a, int aAt, float[] b, int bAt, int n) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        for (int i = 0; i < n; i += LaneSum.LANES) {
            s0 = Math.fma(a[aAt + i], b[bAt + i], s0);
            s1 = Math.fma(a[aAt + i + 1], b[bAt + i + 1], s1);
            s2 = Math.fma(a[aAt + i + 2], b[bAt + i + 2], s2);
            s3 = Math.fma(a[aAt + i + 3], b[bAt + i + 3], s3);
            s4 = Math.fma(a[aAt + i + 4], b[bAt + i + 4], s4);
            s5 = Math.fma(a[aAt + i + 5], b[bAt + i + 5], s5);
            s6 = Math.fma(a[aAt + i + 6], b[bAt + i + 6], s6);
            s7 = Math.fma(a[aAt + i + 7], b[bAt + i + 7], s7);
        }
        return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    }

    @Override
    public void tanh(float[] values, int at, int units, int rows) {
        for (int u = 0; u < units; u++) {
            for (int r = at + u * STRIDE; r < at + u * STRIDE + rows; r++) {
                values[r] = FloatFunctions.tanh(values[r]);
            }
        }
    }

    @Override
    public double likelihood(
            OutputLikelihood likelihood,
            float[] outputs,
            int at,
            int units,
            int rows,
            float[] targets,
            float[] present,
            int firstRow) {
        float[] lanes = new float[LaneSum.LANES];
        for (int r = 0; r < rows; r++) {
            float y = targets[firstRow + r];
            float weight = present[firstRow + r];
            int lane = r % LaneSum.LANES;
            lanes[lane] = switch (likelihood) {
                case NORMAL -> normal(outputs, at + r, y, weight, lanes[lane]);
                case BERNOULLI -> lanes[lane] + bernoulli(outputs, at + r, y, weight);
                case CATEGORICAL -> lanes[lane] + categorical(outputs, at + r, units, y, weight);
            };
        }
        double sum = total(lanes);
        return likelihood == OutputLikelihood.NORMAL ? sum * -0.5 : sum;
    }

    private static double total(float[] lanes) {
        return new LaneSum(lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7]).total();
    }

    private static float normal(float[] outputs, int at, float y, float weight, float sum) {
        float residual = y - outputs[at];
        float weighted = residual * weight;
        outputs[at] = weighted;
        return Math.fma(weighted, residual, sum);
    }

    private static float bernoulli(float[] outputs, int at, float y, float weight) {
        float eta = outputs[at];
        float u = FloatFunctions.exp(-Math.abs(eta));
        outputs[at] = (y - (eta < 0 ? u : 1) / (u + 1)) * weight;
        return Math.fma(y - (eta < 0 ? 0 : 1), eta, -FloatFunctions.log1p(u)) * weight;
    }

    private static float categorical(float[] outputs, int at, int units, float y, float weight) {
        float largest = outputs[at];
        for (int k = 1; k < units; k++) {
            float eta = outputs[at + k * STRIDE];
            largest = eta > largest ? eta : largest;
        }
        float sum = 0;
        float own = 0;
        for (int k = 0; k < units; k++) {
            float shifted = outputs[at + k * STRIDE] - largest;
            own = y == k ? shifted : own;
            outputs[at + k * STRIDE] = FloatFunctions.exp(shifted);
            sum += outputs[at + k * STRIDE];
        }
        float share = weight / sum;
        for (int k = 0; k < units; k++) {
            outputs[at + k * STRIDE] = (y == k ? weight : 0) - outputs[at + k * STRIDE] * share;
        }
        return (own - FloatFunctions.log(sum)) * weight;
    }
}
