package org.driftfield.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link FloatFunctions} over whole registers of eight floats, in place, with the same bits. */
final class VectorFloatFunctions {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
    private static final int LANES = 8;

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

    private VectorFloatFunctions() {}

    private static FloatVector all(float value) {
        return FloatVector.broadcast(SPECIES, value);
    }

    /** {@link FloatFunctions#tanh}. */
    static void tanh(float[] values, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            FloatVector x = FloatVector.fromArray(SPECIES, values, i);
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
    static void exp(float[] values, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            FloatVector x = FloatVector.fromArray(SPECIES, values, i);
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
    static void log(float[] values, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            var bits = FloatVector.fromArray(SPECIES, values, i).reinterpretAsInts();
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

    /** {@link FloatFunctions#log1p}, from one place to another. */
    static void log1p(float[] values, int at, float[] out, int outAt, int n) {
        for (int i = 0; i < n; i += LANES) {
            FloatVector u = FloatVector.fromArray(SPECIES, values, at + i);
            FloatVector s = u.div(u.add(TWO));
            FloatVector z = s.mul(s);
            FloatVector twice = s.add(s);
            L3.fma(z, L2).fma(z, L1).fma(z, L0).mul(z).fma(twice, twice).intoArray(out, outAt + i);
        }
    }
}
