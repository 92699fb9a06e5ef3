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
    private static final int CACHED = 4 * LOWER;

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

    /** Four units by 24 rows: 12 sums, for which each step of the loop loads 3 registers and spreads 4 weights. */
    private static void forwardPanel(
            float[] x, int xAt, int n, float[] w, int wAt, boolean relu, float[] out, int outAt) {
        FloatVector a0 = all(w[wAt]);
        FloatVector b0 = all(w[wAt + 1]);
        FloatVector c0 = all(w[wAt + 2]);
        FloatVector d0 = all(w[wAt + 3]);
        FloatVector a1 = a0;
        FloatVector a2 = a0;
        FloatVector b1 = b0;
        FloatVector b2 = b0;
        FloatVector c1 = c0;
        FloatVector c2 = c0;
        FloatVector d1 = d0;
        FloatVector d2 = d0;
        for (int i = 0; i < n; i++) {
            FloatVector x0 = load(x, xAt + i * STRIDE);
            FloatVector x1 = load(x, xAt + i * STRIDE + 8);
            FloatVector x2 = load(x, xAt + i * STRIDE + 16);
            FloatVector a = all(w[wAt + 4 + 4 * i]);
            a0 = x0.fma(a, a0);
            a1 = x1.fma(a, a1);
            a2 = x2.fma(a, a2);
            FloatVector b = all(w[wAt + 5 + 4 * i]);
            b0 = x0.fma(b, b0);
            b1 = x1.fma(b, b1);
            b2 = x2.fma(b, b2);
            FloatVector c = all(w[wAt + 6 + 4 * i]);
            c0 = x0.fma(c, c0);
            c1 = x1.fma(c, c1);
            c2 = x2.fma(c, c2);
            FloatVector d = all(w[wAt + 7 + 4 * i]);
            d0 = x0.fma(d, d0);
            d1 = x1.fma(d, d1);
            d2 = x2.fma(d, d2);
        }
        if (relu) {
            a0.blend(ZERO, a0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt);
            a1.blend(ZERO, a1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 8);
            a2.blend(ZERO, a2.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 16);
            b0.blend(ZERO, b0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + STRIDE);
            b1.blend(ZERO, b1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + STRIDE + 8);
            b2.blend(ZERO, b2.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + STRIDE + 16);
            c0.blend(ZERO, c0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 2 * STRIDE);
            c1.blend(ZERO, c1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 2 * STRIDE + 8);
            c2.blend(ZERO, c2.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 2 * STRIDE + 16);
            d0.blend(ZERO, d0.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 3 * STRIDE);
            d1.blend(ZERO, d1.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 3 * STRIDE + 8);
            d2.blend(ZERO, d2.compare(VectorOperators.LT, ZERO)).intoArray(out, outAt + 3 * STRIDE + 16);
        } else {
            a0.intoArray(out, outAt);
            a1.intoArray(out, outAt + 8);
            a2.intoArray(out, outAt + 16);
            b0.intoArray(out, outAt + STRIDE);
            b1.intoArray(out, outAt + STRIDE + 8);
            b2.intoArray(out, outAt + STRIDE + 16);
            c0.intoArray(out, outAt + 2 * STRIDE);
            c1.intoArray(out, outAt + 2 * STRIDE + 8);
            c2.intoArray(out, outAt + 2 * STRIDE + 16);
            d0.intoArray(out, outAt + 3 * STRIDE);
            d1.intoArray(out, outAt + 3 * STRIDE + 8);
            d2.intoArray(out, outAt + 3 * STRIDE + 16);
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
        FloatVector a0 = all(w[wAt]);
        FloatVector b0 = all(w[wAt + 1]);
        FloatVector c0 = all(w[wAt + 2]);
        FloatVector d0 = all(w[wAt + 3]);
        FloatVector a1 = a0;
        FloatVector a2 = a0;
        FloatVector b1 = b0;
        FloatVector b2 = b0;
        FloatVector c1 = c0;
        FloatVector c2 = c0;
        FloatVector d1 = d0;
        FloatVector d2 = d0;
        for (int i = 0; i < n; i++) {
            FloatVector x0 = load(x, xAt + i * STRIDE);
            FloatVector x1 = load(x, xAt + i * STRIDE + 8);
            FloatVector x2 = load(x, xAt + i * STRIDE + 16);
            FloatVector a = all(w[wAt + 4 + 4 * i]);
            a0 = x0.fma(a, a0);
            a1 = x1.fma(a, a1);
            a2 = x2.fma(a, a2);
            FloatVector b = all(w[wAt + 5 + 4 * i]);
            b0 = x0.fma(b, b0);
            b1 = x1.fma(b, b1);
            b2 = x2.fma(b, b2);
            FloatVector c = all(w[wAt + 6 + 4 * i]);
            c0 = x0.fma(c, c0);
            c1 = x1.fma(c, c1);
            c2 = x2.fma(c, c2);
            FloatVector d = all(w[wAt + 7 + 4 * i]);
            d0 = x0.fma(d, d0);
            d1 = x1.fma(d, d1);
            d2 = x2.fma(d, d2);
        }
        if (relu) {
            stopped(a0, v, vAt).intoArray(out, outAt);
            stopped(a1, v, vAt + 8).intoArray(out, outAt + 8);
            stopped(a2, v, vAt + 16).intoArray(out, outAt + 16);
            stopped(b0, v, vAt + STRIDE).intoArray(out, outAt + STRIDE);
            stopped(b1, v, vAt + STRIDE + 8).intoArray(out, outAt + STRIDE + 8);
            stopped(b2, v, vAt + STRIDE + 16).intoArray(out, outAt + STRIDE + 16);
            stopped(c0, v, vAt + 2 * STRIDE).intoArray(out, outAt + 2 * STRIDE);
            stopped(c1, v, vAt + 2 * STRIDE + 8).intoArray(out, outAt + 2 * STRIDE + 8);
            stopped(c2, v, vAt + 2 * STRIDE + 16).intoArray(out, outAt + 2 * STRIDE + 16);
            stopped(d0, v, vAt + 3 * STRIDE).intoArray(out, outAt + 3 * STRIDE);
            stopped(d1, v, vAt + 3 * STRIDE + 8).intoArray(out, outAt + 3 * STRIDE + 8);
            stopped(d2, v, vAt + 3 * STRIDE + 16).intoArray(out, outAt + 3 * STRIDE + 16);
        } else {
            damped(a0, v, vAt).intoArray(out, outAt);
            damped(a1, v, vAt + 8).intoArray(out, outAt + 8);
            damped(a2, v, vAt + 16).intoArray(out, outAt + 16);
            damped(b0, v, vAt + STRIDE).intoArray(out, outAt + STRIDE);
            damped(b1, v, vAt + STRIDE + 8).intoArray(out, outAt + STRIDE + 8);
            damped(b2, v, vAt + STRIDE + 16).intoArray(out, outAt + STRIDE + 16);
            damped(c0, v, vAt + 2 * STRIDE).intoArray(out, outAt + 2 * STRIDE);
            damped(c1, v, vAt + 2 * STRIDE + 8).intoArray(out, outAt + 2 * STRIDE + 8);
            damped(c2, v, vAt + 2 * STRIDE + 16).intoArray(out, outAt + 2 * STRIDE + 16);
            damped(d0, v, vAt + 3 * STRIDE).intoArray(out, outAt + 3 * STRIDE);
            damped(d1, v, vAt + 3 * STRIDE + 8).intoArray(out, outAt + 3 * STRIDE + 8);
            damped(d2, v, vAt + 3 * STRIDE + 16).intoArray(out, outAt + 3 * STRIDE + 16);
        }
    }

    private static FloatVector stopped(FloatVector sum, float[] v, int at) {
        return sum.blend(ZERO, load(v, at).compare(VectorOperators.EQ, ZERO));
    }

    private static FloatVector damped(FloatVector sum, float[] v, int at) {
        FloatVector value = load(v, at);
        return sum.mul(value.neg().fma(value, ONE));
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
        int blocks = LayerKernels.blocks(columns, LOWER);
        for (int from = 0; from < columns; from += CACHED) {
            int to = Math.min(columns, from + CACHED);
            for (int o = 0; o < upper; o += UNITS) {
                for (int i = from; i < to; i += LOWER) {
                    gradientBlock(
                            delta,
                            deltaAt + o * STRIDE,
                            below,
                            belowAt + i * STRIDE,
                            rows,
                            sums,
                            sumsAt + BLOCK * (o / UNITS * blocks + i / LOWER));
                }
            }
        }
    }

    /** Four units above by three below. */
    private static void gradientBlock(float[] x, int xAt, float[] v, int vAt, int rows, float[] sums, int sumsAt) {
        FloatVector s0 = load(ZEROS, 0);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        FloatVector s4 = s0;
        FloatVector s5 = s0;
        FloatVector s6 = s0;
        FloatVector s7 = s0;
        FloatVector s8 = s0;
        FloatVector s9 = s0;
        FloatVector s10 = s0;
        FloatVector s11 = s0;
        for (int r = 0; r < rows; r += LANES) {
            FloatVector v0 = load(v, vAt + r);
            FloatVector v1 = load(v, vAt + STRIDE + r);
            FloatVector v2 = load(v, vAt + 2 * STRIDE + r);
            FloatVector a = load(x, xAt + r);
            s0 = a.fma(v0, s0);
            s1 = a.fma(v1, s1);
            s2 = a.fma(v2, s2);
            FloatVector b = load(x, xAt + STRIDE + r);
            s3 = b.fma(v0, s3);
            s4 = b.fma(v1, s4);
            s5 = b.fma(v2, s5);
            FloatVector c = load(x, xAt + 2 * STRIDE + r);
            s6 = c.fma(v0, s6);
            s7 = c.fma(v1, s7);
            s8 = c.fma(v2, s8);
            FloatVector d = load(x, xAt + 3 * STRIDE + r);
            s9 = d.fma(v0, s9);
            s10 = d.fma(v1, s10);
            s11 = d.fma(v2, s11);
        }
        FloatVector t0 = s0.blend(s1, HALF).add(s1.blend(s0, HALF).rearrange(SWAP_HALF));
        FloatVector t2 = s2.blend(s3, HALF).add(s3.blend(s2, HALF).rearrange(SWAP_HALF));
        FloatVector t4 = s4.blend(s5, HALF).add(s5.blend(s4, HALF).rearrange(SWAP_HALF));
        FloatVector t6 = s6.blend(s7, HALF).add(s7.blend(s6, HALF).rearrange(SWAP_HALF));
        FloatVector t8 = s8.blend(s9, HALF).add(s9.blend(s8, HALF).rearrange(SWAP_HALF));
        FloatVector t10 = s10.blend(s11, HALF).add(s11.blend(s10, HALF).rearrange(SWAP_HALF));
        FloatVector q0 = t0.blend(t2, QUARTER).add(t2.blend(t0, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector q4 = t4.blend(t6, QUARTER).add(t6.blend(t4, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector q8 = t8.blend(t10, QUARTER).add(t10.blend(t8, QUARTER).rearrange(SWAP_QUARTER));
        FloatVector first = q0.blend(q4, EIGHTH).add(q4.blend(q0, EIGHTH).rearrange(SWAP_EIGHTH));
        FloatVector second = q8.add(q8.rearrange(SWAP_EIGHTH));
        load(sums, sumsAt).add(first).intoArray(sums, sumsAt);
        load(sums, sumsAt + LANES).add(second).intoArray(sums, sumsAt + LANES);
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
