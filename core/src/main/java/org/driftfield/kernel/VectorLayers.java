package org.driftfield.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of a perceptron with the incubating Vector API, in registers of eight floats on every machine, so that sums
 * over rows have the same lanes everywhere. What {@link VectorKernels} says of keeping vectors in registers holds here
 * too: each micro kernel is one loop whose sums are local variables that start from memory. They call the Vector API
 * itself and no method of their own, because the compiler always inlines the former, but the latter only while the method
 * is small. Ten sums leave registers for what they are made of; with twelve, one sum passes through memory at every step.
 * No other loop of this process has registers of another number of floats: the compiler goes by the types that a method of the
 * Vector API was called with, and with two of them every vector becomes an object.
 */
final class VectorLayers implements LayerKernels {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
    private static final int LANES = 8;

    /** Lower units whose values are kept in the first-level cache while the gradients of all upper units pass by. */
    private static final int CACHED = 10;

    /** Rows that {@link #forwardRow} works on. */
    private static final int ROW = 64;

    private static final float[] ZEROS = new float[LANES];

    private static final FloatVector ZERO = FloatVector.broadcast(SPECIES, 0);
    private static final FloatVector ONE = FloatVector.broadcast(SPECIES, 1);

    /** The lanes that come from the second of two registers whose halves, quarters or eighths are added, and the swap. */
    private static final VectorMask<Float> HALF = VectorMask.fromLong(SPECIES, 0b11110000);

    private static final VectorMask<Float> QUARTER = VectorMask.fromLong(SPECIES, 0b11001100);
    private static final VectorMask<Float> EIGHTH = VectorMask.fromLong(SPECIES, 0b10101010);
    private static final VectorShuffle<Float> SWAP_HALF = VectorShuffle.fromOp(SPECIES, i -> i ^ 4);
    private static final VectorShuffle<Float> SWAP_QUARTER = VectorShuffle.fromOp(SPECIES, i -> i ^ 2);
    private static final VectorShuffle<Float> SWAP_EIGHTH = VectorShuffle.fromOp(SPECIES, i -> i ^ 1);

    @Override
    public String description() {
        return "Vector API, " + LANES + " floats a register";
    }

    @Override
    public boolean suitsMachine() {
        return FloatVector.SPECIES_PREFERRED.length() >= LANES;
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
        int r = 0;
        for (; LayerKernels.blockHeight(upper) == 1 && !relu && r <= rows - ROW; r += ROW) {
            for (int u = 0; u < upper; u++) {
                forwardRow(below, belowAt + r, lower, packed, packedAt + u, above, aboveAt + u * STRIDE + r);
            }
        }
        int blocks = LayerKernels.blocks(upper, UNITS);
        for (; r < rows; r += PANEL) {
            for (int b = 0; b < blocks; b++) {
                forwardPanel(
                        below,
                        belowAt + r,
                        lower,
                        packed,
                        packedAt + b * UNITS * (lower + 1),
                        relu,
                        above,
                        aboveAt + b * UNITS * STRIDE + r);
            }
        }
    }

    /** Five units by 16 rows: ten sums, for which each step of the loop loads 2 registers and spreads 5 weights. */
    private static void forwardPanel(
            float[] x, int xAt, int n, float[] w, int wAt, boolean relu, float[] out, int outAt) {
        FloatVector a0 = FloatVector.broadcast(SPECIES, w[wAt]);
        FloatVector b0 = FloatVector.broadcast(SPECIES, w[wAt + 1]);
        FloatVector c0 = FloatVector.broadcast(SPECIES, w[wAt + 2]);
        FloatVector d0 = FloatVector.broadcast(SPECIES, w[wAt + 3]);
        FloatVector e0 = FloatVector.broadcast(SPECIES, w[wAt + 4]);
        FloatVector a1 = a0;
        FloatVector b1 = b0;
        FloatVector c1 = c0;
        FloatVector d1 = d0;
        FloatVector e1 = e0;
        for (int i = 0; i < n; i++) {
            FloatVector x0 = FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE);
            FloatVector x1 = FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 8);
            FloatVector a = FloatVector.broadcast(SPECIES, w[wAt + 5 + 5 * i]);
            a0 = x0.fma(a, a0);
            a1 = x1.fma(a, a1);
            FloatVector b = FloatVector.broadcast(SPECIES, w[wAt + 6 + 5 * i]);
            b0 = x0.fma(b, b0);
            b1 = x1.fma(b, b1);
            FloatVector c = FloatVector.broadcast(SPECIES, w[wAt + 7 + 5 * i]);
            c0 = x0.fma(c, c0);
            c1 = x1.fma(c, c1);
            FloatVector d = FloatVector.broadcast(SPECIES, w[wAt + 8 + 5 * i]);
            d0 = x0.fma(d, d0);
            d1 = x1.fma(d, d1);
            FloatVector e = FloatVector.broadcast(SPECIES, w[wAt + 9 + 5 * i]);
            e0 = x0.fma(e, e0);
            e1 = x1.fma(e, e1);
        }
        if (relu) {
            a0.blend(ZERO, a0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt);
            a1.blend(ZERO, a1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 8);
            b0.blend(ZERO, b0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + STRIDE);
            b1.blend(ZERO, b1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + STRIDE + 8);
            c0.blend(ZERO, c0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 2 * STRIDE);
            c1.blend(ZERO, c1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 2 * STRIDE + 8);
            d0.blend(ZERO, d0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 3 * STRIDE);
            d1.blend(ZERO, d1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 3 * STRIDE + 8);
            e0.blend(ZERO, e0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 4 * STRIDE);
            e1.blend(ZERO, e1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 4 * STRIDE + 8);
        } else {
            a0.intoArray(out, outAt);
            a1.intoArray(out, outAt + 8);
            b0.intoArray(out, outAt + STRIDE);
            b1.intoArray(out, outAt + STRIDE + 8);
            c0.intoArray(out, outAt + 2 * STRIDE);
            c1.intoArray(out, outAt + 2 * STRIDE + 8);
            d0.intoArray(out, outAt + 3 * STRIDE);
            d1.intoArray(out, outAt + 3 * STRIDE + 8);
            e0.intoArray(out, outAt + 4 * STRIDE);
            e1.intoArray(out, outAt + 4 * STRIDE + 8);
        }
    }

    /** One unit by 64 rows, for layers of few units. */
    private static void forwardRow(float[] x, int xAt, int n, float[] w, int wAt, float[] out, int outAt) {
        FloatVector a0 = FloatVector.broadcast(SPECIES, w[wAt]);
        FloatVector a1 = a0;
        FloatVector a2 = a0;
        FloatVector a3 = a0;
        FloatVector a4 = a0;
        FloatVector a5 = a0;
        FloatVector a6 = a0;
        FloatVector a7 = a0;
        for (int i = 0; i < n; i++) {
            FloatVector a = FloatVector.broadcast(SPECIES, w[wAt + 5 + 5 * i]);
            a0 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE), a0);
            a1 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 8), a1);
            a2 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 16), a2);
            a3 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 24), a3);
            a4 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 32), a4);
            a5 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 40), a5);
            a6 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 48), a6);
            a7 = a.fma(FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 56), a7);
        }
        a0.intoArray(out, outAt);
        a1.intoArray(out, outAt + 8);
        a2.intoArray(out, outAt + 16);
        a3.intoArray(out, outAt + 24);
        a4.intoArray(out, outAt + 32);
        a5.intoArray(out, outAt + 40);
        a6.intoArray(out, outAt + 48);
        a7.intoArray(out, outAt + 56);
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
        int blocks = LayerKernels.blocks(lower, UNITS);
        boolean relu = activation == Activation.RELU;
        for (int r = 0; r < rows; r += PANEL) {
            for (int b = 0; b < blocks; b++) {
                backwardPanel(
                        delta,
                        deltaAt + r,
                        upper,
                        packed,
                        packedAt + b * UNITS * (upper + 1),
                        relu,
                        below,
                        belowAt + b * UNITS * STRIDE + r,
                        out,
                        outAt + b * UNITS * STRIDE + r);
            }
        }
    }

    /** The same sums as in {@link #forwardPanel}, stopped where the unit is at 0 or damped by 1 - tanh². */
    private static void backwardPanel(
            float[] x, int xAt, int n, float[] w, int wAt, boolean relu, float[] v, int vAt, float[] out, int outAt) {
        FloatVector a0 = FloatVector.broadcast(SPECIES, w[wAt]);
        FloatVector b0 = FloatVector.broadcast(SPECIES, w[wAt + 1]);
        FloatVector c0 = FloatVector.broadcast(SPECIES, w[wAt + 2]);
        FloatVector d0 = FloatVector.broadcast(SPECIES, w[wAt + 3]);
        FloatVector e0 = FloatVector.broadcast(SPECIES, w[wAt + 4]);
        FloatVector a1 = a0;
        FloatVector b1 = b0;
        FloatVector c1 = c0;
        FloatVector d1 = d0;
        FloatVector e1 = e0;
        for (int i = 0; i < n; i++) {
            FloatVector x0 = FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE);
            FloatVector x1 = FloatVector.fromArray(SPECIES, x, xAt + i * STRIDE + 8);
            FloatVector a = FloatVector.broadcast(SPECIES, w[wAt + 5 + 5 * i]);
            a0 = x0.fma(a, a0);
            a1 = x1.fma(a, a1);
            FloatVector b = FloatVector.broadcast(SPECIES, w[wAt + 6 + 5 * i]);
            b0 = x0.fma(b, b0);
            b1 = x1.fma(b, b1);
            FloatVector c = FloatVector.broadcast(SPECIES, w[wAt + 7 + 5 * i]);
            c0 = x0.fma(c, c0);
            c1 = x1.fma(c, c1);
            FloatVector d = FloatVector.broadcast(SPECIES, w[wAt + 8 + 5 * i]);
            d0 = x0.fma(d, d0);
            d1 = x1.fma(d, d1);
            FloatVector e = FloatVector.broadcast(SPECIES, w[wAt + 9 + 5 * i]);
            e0 = x0.fma(e, e0);
            e1 = x1.fma(e, e1);
        }
        if (relu) {
            a0.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt);
            a1.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt + 8).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 8);
            b0.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt + STRIDE).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + STRIDE);
            b1.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt + STRIDE + 8).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + STRIDE + 8);
            c0.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt + 2 * STRIDE).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 2 * STRIDE);
            c1.blend(
                            ZERO,
                            FloatVector.fromArray(SPECIES, v, vAt + 2 * STRIDE + 8)
                                    .compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 2 * STRIDE + 8);
            d0.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt + 3 * STRIDE).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 3 * STRIDE);
            d1.blend(
                            ZERO,
                            FloatVector.fromArray(SPECIES, v, vAt + 3 * STRIDE + 8)
                                    .compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 3 * STRIDE + 8);
            e0.blend(ZERO, FloatVector.fromArray(SPECIES, v, vAt + 4 * STRIDE).compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 4 * STRIDE);
            e1.blend(
                            ZERO,
                            FloatVector.fromArray(SPECIES, v, vAt + 4 * STRIDE + 8)
                                    .compare(VectorOperators.EQ, ZERO))
                    .intoArray(out, outAt + 4 * STRIDE + 8);
        } else {
            FloatVector va0 = FloatVector.fromArray(SPECIES, v, vAt);
            a0.mul(va0.neg().fma(va0, ONE)).intoArray(out, outAt);
            FloatVector va1 = FloatVector.fromArray(SPECIES, v, vAt + 8);
            a1.mul(va1.neg().fma(va1, ONE)).intoArray(out, outAt + 8);
            FloatVector vb0 = FloatVector.fromArray(SPECIES, v, vAt + STRIDE);
            b0.mul(vb0.neg().fma(vb0, ONE)).intoArray(out, outAt + STRIDE);
            FloatVector vb1 = FloatVector.fromArray(SPECIES, v, vAt + STRIDE + 8);
            b1.mul(vb1.neg().fma(vb1, ONE)).intoArray(out, outAt + STRIDE + 8);
            FloatVector vc0 = FloatVector.fromArray(SPECIES, v, vAt + 2 * STRIDE);
            c0.mul(vc0.neg().fma(vc0, ONE)).intoArray(out, outAt + 2 * STRIDE);
            FloatVector vc1 = FloatVector.fromArray(SPECIES, v, vAt + 2 * STRIDE + 8);
            c1.mul(vc1.neg().fma(vc1, ONE)).intoArray(out, outAt + 2 * STRIDE + 8);
            FloatVector vd0 = FloatVector.fromArray(SPECIES, v, vAt + 3 * STRIDE);
            d0.mul(vd0.neg().fma(vd0, ONE)).intoArray(out, outAt + 3 * STRIDE);
            FloatVector vd1 = FloatVector.fromArray(SPECIES, v, vAt + 3 * STRIDE + 8);
            d1.mul(vd1.neg().fma(vd1, ONE)).intoArray(out, outAt + 3 * STRIDE + 8);
            FloatVector ve0 = FloatVector.fromArray(SPECIES, v, vAt + 4 * STRIDE);
            e0.mul(ve0.neg().fma(ve0, ONE)).intoArray(out, outAt + 4 * STRIDE);
            FloatVector ve1 = FloatVector.fromArray(SPECIES, v, vAt + 4 * STRIDE + 8);
            e1.mul(ve1.neg().fma(ve1, ONE)).intoArray(out, outAt + 4 * STRIDE + 8);
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
        for (int from = 0; from < columns; from += CACHED) {
            int to = Math.min(columns, from + CACHED);
            for (int o = 0; o < upper; o += height) {
                for (int i = from; i < to; i += width) {
                    int at = sumsAt + BLOCK * (o / height * blocks + i / width);
                    if (height == 1) {
                        gradientRow(delta, deltaAt + o * STRIDE, below, belowAt + i * STRIDE, rows, sums, at);
                    } else {
                        gradientBlock(delta, deltaAt + o * STRIDE, below, belowAt + i * STRIDE, rows, sums, at);
                    }
                }
            }
        }
    }

    /** Five units above by two below. */
    private static void gradientBlock(float[] x, int xAt, float[] v, int vAt, int rows, float[] sums, int sumsAt) {
        FloatVector s0 = FloatVector.fromArray(SPECIES, ZEROS, 0);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        FloatVector s4 = s0;
        FloatVector s5 = s0;
        FloatVector s6 = s0;
        FloatVector s7 = s0;
        FloatVector s8 = s0;
        FloatVector s9 = s0;
        for (int r = 0; r < rows; r += LANES) {
            FloatVector v0 = FloatVector.fromArray(SPECIES, v, vAt + r);
            FloatVector v1 = FloatVector.fromArray(SPECIES, v, vAt + STRIDE + r);
            FloatVector a = FloatVector.fromArray(SPECIES, x, xAt + r);
            s0 = a.fma(v0, s0);
            s1 = a.fma(v1, s1);
            FloatVector b = FloatVector.fromArray(SPECIES, x, xAt + STRIDE + r);
            s2 = b.fma(v0, s2);
            s3 = b.fma(v1, s3);
            FloatVector c = FloatVector.fromArray(SPECIES, x, xAt + 2 * STRIDE + r);
            s4 = c.fma(v0, s4);
            s5 = c.fma(v1, s5);
            FloatVector d = FloatVector.fromArray(SPECIES, x, xAt + 3 * STRIDE + r);
            s6 = d.fma(v0, s6);
            s7 = d.fma(v1, s7);
            FloatVector e = FloatVector.fromArray(SPECIES, x, xAt + 4 * STRIDE + r);
            s8 = e.fma(v0, s8);
            s9 = e.fma(v1, s9);
        }
        FloatVector t0 = s0.blend(s1, HALF).add(s1.blend(s0, HALF).rearrange(SWAP_HALF));
        FloatVector t2 = s2.blend(s3, HALF).add(s3.blend(s2, HALF).rearrange(SWAP_HALF));
        FloatVector t4 = s4.blend(s5, HALF).add(s5.blend(s4, HALF).rearrange(SWAP_HALF));
        FloatVector t6 = s6.blend(s7, HALF).add(s7.blend(s6, HALF).rearrange(SWAP_HALF));
        FloatVector t8 = s8.blend(s9, HALF).add(s9.blend(s8, HALF).rearrange(SWAP_HALF));
        FloatVector q0 = t0.blend(t2, QUARTER).add(t2.blend(t0, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector q4 = t4.blend(t6, QUARTER).add(t6.blend(t4, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector q8 = t8.add(t8.rearrange(SWAP_QUARTER));
        FloatVector.fromArray(SPECIES, sums, sumsAt)
                .add(q0.blend(q4, EIGHTH).add(q4.blend(q0, EIGHTH).rearrange(SWAP_EIGHTH)))
                .intoArray(sums, sumsAt);
        FloatVector.fromArray(SPECIES, sums, sumsAt + LANES)
                .add(q8.add(q8.rearrange(SWAP_EIGHTH)))
                .intoArray(sums, sumsAt + LANES);
    }

    /** One unit above by ten below. */
    private static void gradientRow(float[] x, int xAt, float[] v, int vAt, int rows, float[] sums, int sumsAt) {
        FloatVector s0 = FloatVector.fromArray(SPECIES, ZEROS, 0);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        FloatVector s4 = s0;
        FloatVector s5 = s0;
        FloatVector s6 = s0;
        FloatVector s7 = s0;
        FloatVector s8 = s0;
        FloatVector s9 = s0;
        for (int r = 0; r < rows; r += LANES) {
            FloatVector a = FloatVector.fromArray(SPECIES, x, xAt + r);
            s0 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + r), s0);
            s1 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + STRIDE + r), s1);
            s2 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 2 * STRIDE + r), s2);
            s3 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 3 * STRIDE + r), s3);
            s4 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 4 * STRIDE + r), s4);
            s5 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 5 * STRIDE + r), s5);
            s6 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 6 * STRIDE + r), s6);
            s7 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 7 * STRIDE + r), s7);
            s8 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 8 * STRIDE + r), s8);
            s9 = a.fma(FloatVector.fromArray(SPECIES, v, vAt + 9 * STRIDE + r), s9);
        }
        FloatVector t0 = s0.blend(s1, HALF).add(s1.blend(s0, HALF).rearrange(SWAP_HALF));
        FloatVector t2 = s2.blend(s3, HALF).add(s3.blend(s2, HALF).rearrange(SWAP_HALF));
        FloatVector t4 = s4.blend(s5, HALF).add(s5.blend(s4, HALF).rearrange(SWAP_HALF));
        FloatVector t6 = s6.blend(s7, HALF).add(s7.blend(s6, HALF).rearrange(SWAP_HALF));
        FloatVector t8 = s8.blend(s9, HALF).add(s9.blend(s8, HALF).rearrange(SWAP_HALF));
        FloatVector q0 = t0.blend(t2, QUARTER).add(t2.blend(t0, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector q4 = t4.blend(t6, QUARTER).add(t6.blend(t4, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector q8 = t8.add(t8.rearrange(SWAP_QUARTER));
        FloatVector.fromArray(SPECIES, sums, sumsAt)
                .add(q0.blend(q4, EIGHTH).add(q4.blend(q0, EIGHTH).rearrange(SWAP_EIGHTH)))
                .intoArray(sums, sumsAt);
        FloatVector.fromArray(SPECIES, sums, sumsAt + LANES)
                .add(q8.add(q8.rearrange(SWAP_EIGHTH)))
                .intoArray(sums, sumsAt + LANES);
    }

    @Override
    public void tanh(float[] values, int at, int units, int rows) {
        for (int u = 0; u < units; u++) {
            VectorFloatFunctions.tanh(values, at + u * STRIDE, rows);
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
        return switch (likelihood) {
            case NORMAL -> VectorLikelihoods.normal(outputs, at, rows, targets, present, firstRow);
            case BERNOULLI -> VectorLikelihoods.bernoulli(outputs, at, rows, targets, present, firstRow);
            case CATEGORICAL -> VectorLikelihoods.categorical(outputs, at, units, rows, targets, present, firstRow);
        };
    }
}
