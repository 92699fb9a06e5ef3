package org.driftfield.kernel;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The log-likelihoods of {@link LayerKernels#likelihood}, in short passes over the rows of a tile, each small enough for
 * the compiler to keep in registers. What one pass leaves to the next is behind the outputs.
 */
final class VectorLikelihoods {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
    private static final int LANES = 8;
    private static final int STRIDE = LayerKernels.STRIDE;
    private static final float[] ZEROS = new float[LANES];
    private static final FloatVector ZERO = FloatVector.broadcast(SPECIES, 0);
    private static final FloatVector ONE = FloatVector.broadcast(SPECIES, 1);

    private VectorLikelihoods() {}

    static double normal(float[] outputs, int at, int rows, float[] targets, float[] present, int firstRow) {
        FloatVector sum = FloatVector.fromArray(SPECIES, ZEROS, 0);
        for (int r = 0; r < rows; r += LANES) {
            FloatVector residual = FloatVector.fromArray(SPECIES, targets, firstRow + r)
                    .sub(FloatVector.fromArray(SPECIES, outputs, at + r));
            FloatVector weighted = residual.mul(FloatVector.fromArray(SPECIES, present, firstRow + r));
            weighted.intoArray(outputs, at + r);
            sum = weighted.fma(residual, sum);
        }
        sum.intoArray(outputs, at + STRIDE);
        return -0.5 * total(outputs, at + STRIDE);
    }

    static double bernoulli(float[] outputs, int at, int rows, float[] targets, float[] present, int firstRow) {
        int exponentials = at + STRIDE;
        int logs = exponentials + STRIDE;
        for (int r = 0; r < rows; r += LANES) {
            FloatVector.fromArray(SPECIES, outputs, at + r).abs().neg().intoArray(outputs, exponentials + r);
        }
        VectorFloatFunctions.exp(outputs, exponentials, rows);
        VectorFloatFunctions.log1p(outputs, exponentials, outputs, logs, rows);
        FloatVector sum = FloatVector.fromArray(SPECIES, ZEROS, 0);
        for (int r = 0; r < rows; r += LANES) {
            FloatVector eta = FloatVector.fromArray(SPECIES, outputs, at + r);
            FloatVector u = FloatVector.fromArray(SPECIES, outputs, exponentials + r);
            FloatVector y = FloatVector.fromArray(SPECIES, targets, firstRow + r);
            FloatVector weight = FloatVector.fromArray(SPECIES, present, firstRow + r);
            VectorMask<Float> negative = eta.compare(VectorOperators.LT, ZERO);
            y.sub(ONE.blend(u, negative).div(u.add(ONE))).mul(weight).intoArray(outputs, at + r);
            FloatVector minusLog =
                    FloatVector.fromArray(SPECIES, outputs, logs + r).neg();
            sum = sum.add(y.sub(ONE.blend(ZERO, negative)).fma(eta, minusLog).mul(weight));
        }
        sum.intoArray(outputs, logs);
        return total(outputs, logs);
    }

    static double categorical(
            float[] outputs, int at, int units, int rows, float[] targets, float[] present, int firstRow) {
        int largest = at + units * STRIDE;
        int own = largest + STRIDE;
        int sums = own + STRIDE;
        System.arraycopy(outputs, at, outputs, largest, rows);
        Arrays.fill(outputs, own, own + rows, 0);
        Arrays.fill(outputs, sums, sums + rows, 0);
        for (int k = 1; k < units; k++) {
            keepLarger(outputs, at + k * STRIDE, largest, rows);
        }
        for (int k = 0; k < units; k++) {
            int unit = at + k * STRIDE;
            shift(outputs, unit, largest, own, rows, k, targets, firstRow);
            VectorFloatFunctions.exp(outputs, unit, rows);
            add(outputs, unit, sums, rows);
        }
        for (int k = 0; k < units; k++) {
            difference(outputs, at + k * STRIDE, sums, rows, k, targets, present, firstRow);
        }
        VectorFloatFunctions.log(outputs, sums, rows);
        FloatVector sum = FloatVector.fromArray(SPECIES, ZEROS, 0);
        for (int r = 0; r < rows; r += LANES) {
            sum = sum.add(FloatVector.fromArray(SPECIES, outputs, own + r)
                    .sub(FloatVector.fromArray(SPECIES, outputs, sums + r))
                    .mul(FloatVector.fromArray(SPECIES, present, firstRow + r)));
        }
        sum.intoArray(outputs, sums);
        return total(outputs, sums);
    }

    private static void keepLarger(float[] values, int unit, int largest, int rows) {
        for (int r = 0; r < rows; r += LANES) {
            FloatVector eta = FloatVector.fromArray(SPECIES, values, unit + r);
            FloatVector most = FloatVector.fromArray(SPECIES, values, largest + r);
            most.blend(eta, eta.compare(VectorOperators.GT, most)).intoArray(values, largest + r);
        }
    }

    /** Subtracts the largest output, so that no exponential overflows, and notes the output of the row's own class. */
    private static void shift(
            float[] values, int unit, int largest, int own, int rows, float k, float[] targets, int firstRow) {
        for (int r = 0; r < rows; r += LANES) {
            FloatVector shifted = FloatVector.fromArray(SPECIES, values, unit + r)
                    .sub(FloatVector.fromArray(SPECIES, values, largest + r));
            shifted.intoArray(values, unit + r);
            VectorMask<Float> its = FloatVector.fromArray(SPECIES, targets, firstRow + r)
                    .compare(VectorOperators.EQ, FloatVector.broadcast(SPECIES, k));
            FloatVector.fromArray(SPECIES, values, own + r).blend(shifted, its).intoArray(values, own + r);
        }
    }

    private static void add(float[] values, int unit, int sums, int rows) {
        for (int r = 0; r < rows; r += LANES) {
            FloatVector.fromArray(SPECIES, values, sums + r)
                    .add(FloatVector.fromArray(SPECIES, values, unit + r))
                    .intoArray(values, sums + r);
        }
    }

    /** One or zero, less the probability of the class. */
    private static void difference(
            float[] values, int unit, int sums, int rows, float k, float[] targets, float[] present, int firstRow) {
        for (int r = 0; r < rows; r += LANES) {
            FloatVector weight = FloatVector.fromArray(SPECIES, present, firstRow + r);
            VectorMask<Float> its = FloatVector.fromArray(SPECIES, targets, firstRow + r)
                    .compare(VectorOperators.EQ, FloatVector.broadcast(SPECIES, k));
            FloatVector probability = FloatVector.fromArray(SPECIES, values, unit + r)
                    .mul(weight.div(FloatVector.fromArray(SPECIES, values, sums + r)));
            ZERO.blend(weight, its).sub(probability).intoArray(values, unit + r);
        }
    }

    private static double total(float[] lanes, int at) {
        double even = ((double) lanes[at] + lanes[at + 4]) + ((double) lanes[at + 2] + lanes[at + 6]);
        double odd = ((double) lanes[at + 1] + lanes[at + 5]) + ((double) lanes[at + 3] + lanes[at + 7]);
        return even + odd;
    }
}
