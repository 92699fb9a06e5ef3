package org.driftfield.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of a perceptron with the incubating Vector API, in registers of eight floats on every machine, so that sums
 * over rows have the same lanes everywhere. What {@link VectorKernels} says of keeping vectors in registers holds here
 * too: each micro kernel is one loop whose sums are local variables that start from memory.
 */
final class VectorLayers implements LayerKernels {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
    private static final int LANES = 8;

    /** Lower units whose values are kept in the first-level cache while the gradients of all upper units pass by. */
    private static final int CACHED = 10;

    private static final float[] ZEROS = new float[LANES];

    private static final FloatVector ZERO = all(0);
    private static final FloatVector ONE = all(1);
    private static final FloatVector TWO = all(2);
    private static final FloatVector MINUS_TWO = all(-2);
    private static final FloatVector LOG2_E = all(FloatFunctions.LOG2_E);
    private static final FloatVector MINUS_LN2_HIGH = all(FloatFunctions.MINUS_LN2_HIGH);
    private static final FloatVector MINUS_LN2_LOW = all(FloatFunctions.MINUS_LN2_LOW);
    private static final FloatVector LN2 = all(FloatFunctions.LN2);
    private static final FloatVector ROUND = all(FloatFunctions.ROUND);
    private static final FloatVector EXP_MIN = all(FloatFunctions.EXP_MIN);
    private static final FloatVector TANH_MAX = all(FloatFunctions.TANH_MAX);
    private static final FloatVector E0 = all(FloatFunctions.E0);
    private static final FloatVector E1 = all(FloatFunctions.E1);
    private static final FloatVector E2 = all(FloatFunctions.E2);
    private static final FloatVector E3 = all(FloatFunctions.E3);
    private static final FloatVector E4 = all(FloatFunctions.E4);
    private static final FloatVector L0 = all(FloatFunctions.L0);
    private static final FloatVector L1 = all(FloatFunctions.L1);
    private static final FloatVector L2 = all(FloatFunctions.L2);
    private static final FloatVector L3 = all(FloatFunctions.L3);

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

    private static FloatVector load(float[] a, int at) {
        return FloatVector.fromArray(SPECIES, a, at);
    }

    private static FloatVector all(float value) {
        return FloatVector.broadcast(SPECIES, value);
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
        int blocks = LayerKernels.blocks(upper, UNITS);
        for (int r = 0; r < rows; r += PANEL) {
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
            tanh(values, at + u * STRIDE, rows);
        }
    }

    /** {@link FloatFunctions#tanh}. */
    private static void tanh(float[] values, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            FloatVector x = load(values, i);
            FloatVector size = x.abs();
            FloatVector v = size.blend(TANH_MAX, size.compare(VectorOperators.GT, TANH_MAX))
                    .mul(MINUS_TWO);
            FloatVector shifted = v.fma(LOG2_E, ROUND);
            FloatVector k = shifted.sub(ROUND);
            FloatVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, v));
            FloatVector p = E4.fma(r, E3).fma(r, E2).fma(r, E1).fma(r, E0).fma(r.mul(r), r);
            FloatVector power = ONE.reinterpretAsInts()
                    .add(shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, FloatFunctions.EXPONENT_SHIFT))
                    .reinterpretAsFloats();
            FloatVector e = power.fma(p, power.sub(ONE));
            e.neg()
                    .blend(e, x.compare(VectorOperators.LT, ZERO))
                    .div(e.add(TWO))
                    .intoArray(values, i);
        }
    }

    /** {@link FloatFunctions#exp}, in place. */
    private static void exp(float[] values, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            FloatVector x = load(values, i);
            FloatVector shifted = x.fma(LOG2_E, ROUND);
            FloatVector k = shifted.sub(ROUND);
            FloatVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, x));
            FloatVector fraction = E4.fma(r, E3)
                    .fma(r, E2)
                    .fma(r, E1)
                    .fma(r, E0)
                    .fma(r.mul(r), r)
                    .add(ONE);
            fraction.reinterpretAsInts()
                    .add(shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, FloatFunctions.EXPONENT_SHIFT))
                    .reinterpretAsFloats()
                    .blend(ZERO, x.compare(VectorOperators.LT, EXP_MIN))
                    .intoArray(values, i);
        }
    }

    /** {@link FloatFunctions#log}, in place. */
    private static void log(float[] values, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            var bits = load(values, i).reinterpretAsInts();
            var exponent =
                    bits.sub(FloatFunctions.SQRT_HALF).lanewise(VectorOperators.ASHR, FloatFunctions.EXPONENT_SHIFT);
            FloatVector u = bits.sub(exponent.lanewise(VectorOperators.LSHL, FloatFunctions.EXPONENT_SHIFT))
                    .reinterpretAsFloats()
                    .sub(ONE);
            FloatVector k = ROUND.reinterpretAsInts()
                    .add(exponent)
                    .reinterpretAsFloats()
                    .sub(ROUND);
            FloatVector s = u.div(u.add(TWO));
            FloatVector z = s.mul(s);
            FloatVector twice = s.add(s);
            FloatVector log1p = L3.fma(z, L2).fma(z, L1).fma(z, L0).mul(z).fma(twice, twice);
            k.fma(LN2, log1p).intoArray(values, i);
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
            case NORMAL -> -0.5 * normal(outputs, at, rows, targets, present, firstRow);
            case BERNOULLI -> bernoulli(outputs, at, rows, targets, present, firstRow);
            case CATEGORICAL -> categorical(outputs, at, units, rows, targets, present, firstRow);
        };
    }

    private static double normal(float[] outputs, int at, int rows, float[] targets, float[] present, int firstRow) {
        FloatVector sum = load(ZEROS, 0);
        for (int r = 0; r < rows; r += LANES) {
            FloatVector residual =
                    load(targets, firstRow + r).sub(load(outputs, at + r)).mul(load(present, firstRow + r));
            residual.intoArray(outputs, at + r);
            sum = residual.fma(residual, sum);
        }
        return total(sum);
    }

    private static double bernoulli(float[] outputs, int at, int rows, float[] targets, float[] present, int firstRow) {
        int work = at + STRIDE;
        for (int r = 0; r < rows; r += LANES) {
            load(outputs, at + r).abs().neg().intoArray(outputs, work + r);
        }
        exp(outputs, work, rows);
        FloatVector sum = load(ZEROS, 0);
        for (int r = 0; r < rows; r += LANES) {
            FloatVector eta = load(outputs, at + r);
            FloatVector u = load(outputs, work + r);
            FloatVector y = load(targets, firstRow + r);
            FloatVector weight = load(present, firstRow + r);
            VectorMask<Float> negative = eta.compare(VectorOperators.LT, ZERO);
            y.sub(ONE.blend(u, negative).div(u.add(ONE))).mul(weight).intoArray(outputs, at + r);
            FloatVector s = u.div(u.add(TWO));
            FloatVector z = s.mul(s);
            FloatVector twice = s.add(s);
            FloatVector log1p = L3.fma(z, L2).fma(z, L1).fma(z, L0).mul(z).fma(twice, twice);
            sum = sum.add(y.sub(ONE.blend(ZERO, negative)).fma(eta, log1p.neg()).mul(weight));
        }
        return total(sum);
    }

    private static double categorical(
            float[] outputs, int at, int units, int rows, float[] targets, float[] present, int firstRow) {
        int largest = at + units * STRIDE;
        int own = largest + STRIDE;
        int sums = own + STRIDE;
        for (int r = 0; r < rows; r += LANES) {
            load(outputs, at + r).intoArray(outputs, largest + r);
            ZERO.intoArray(outputs, own + r);
            ZERO.intoArray(outputs, sums + r);
        }
        for (int k = 1; k < units; k++) {
            for (int r = 0; r < rows; r += LANES) {
                FloatVector eta = load(outputs, at + k * STRIDE + r);
                FloatVector most = load(outputs, largest + r);
                most.blend(eta, eta.compare(VectorOperators.GT, most)).intoArray(outputs, largest + r);
            }
        }
        for (int k = 0; k < units; k++) {
            int unit = at + k * STRIDE;
            for (int r = 0; r < rows; r += LANES) {
                FloatVector shifted = load(outputs, unit + r).sub(load(outputs, largest + r));
                shifted.intoArray(outputs, unit + r);
                load(outputs, own + r)
                        .blend(shifted, load(targets, firstRow + r).compare(VectorOperators.EQ, all(k)))
                        .intoArray(outputs, own + r);
            }
            exp(outputs, unit, rows);
            for (int r = 0; r < rows; r += LANES) {
                load(outputs, sums + r).add(load(outputs, unit + r)).intoArray(outputs, sums + r);
            }
        }
        for (int k = 0; k < units; k++) {
            int unit = at + k * STRIDE;
            for (int r = 0; r < rows; r += LANES) {
                FloatVector weight = load(present, firstRow + r);
                FloatVector share = weight.div(load(outputs, sums + r));
                ZERO.blend(weight, load(targets, firstRow + r).compare(VectorOperators.EQ, all(k)))
                        .sub(load(outputs, unit + r).mul(share))
                        .intoArray(outputs, unit + r);
            }
        }
        log(outputs, sums, rows);
        FloatVector sum = load(ZEROS, 0);
        for (int r = 0; r < rows; r += LANES) {
            sum = sum.add(load(outputs, own + r).sub(load(outputs, sums + r)).mul(load(present, firstRow + r)));
        }
        return total(sum);
    }

    private static double total(FloatVector lanes) {
        return ((double) lanes.lane(0) + lanes.lane(4) + ((double) lanes.lane(2) + lanes.lane(6)))
                + ((double) lanes.lane(1) + lanes.lane(5) + ((double) lanes.lane(3) + lanes.lane(7)));
    }
}
