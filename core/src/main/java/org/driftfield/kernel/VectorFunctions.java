package org.driftfield.kernel;

import static org.driftfield.kernel.VectorRegisters.LANES;
import static org.driftfield.kernel.VectorRegisters.ZERO;
import static org.driftfield.kernel.VectorRegisters.all;
import static org.driftfield.kernel.VectorRegisters.load;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;

/** Elementary functions of arrays with the Vector API: the arithmetic of {@link ElementaryFunctions}, register by register. */
final class VectorFunctions {
    private static final DoubleVector ONE = all(1);
    private static final DoubleVector TWO = all(2);
    private static final DoubleVector INFINITY = all(Double.POSITIVE_INFINITY);
    private static final DoubleVector EXP_MAX = all(ElementaryFunctions.EXP_MAX);
    private static final DoubleVector EXP_MIN = all(ElementaryFunctions.EXP_MIN);
    private static final DoubleVector LOG2_E = all(ElementaryFunctions.LOG2_E);
    private static final DoubleVector MINUS_LN2_HIGH = all(ElementaryFunctions.MINUS_LN2_HIGH);
    private static final DoubleVector MINUS_LN2_LOW = all(ElementaryFunctions.MINUS_LN2_LOW);
    private static final DoubleVector ROUND = all(ElementaryFunctions.ROUND);
    private static final DoubleVector MINUS_LOG2_E = all(ElementaryFunctions.MINUS_LOG2_E);
    private static final DoubleVector LOGISTIC_MAX = all(ElementaryFunctions.LOGISTIC_MAX);
    private static final DoubleVector C0 = all(ElementaryFunctions.C0);
    private static final DoubleVector C1 = all(ElementaryFunctions.C1);
    private static final DoubleVector C2 = all(ElementaryFunctions.C2);
    private static final DoubleVector C3 = all(ElementaryFunctions.C3);
    private static final DoubleVector C4 = all(ElementaryFunctions.C4);
    private static final DoubleVector E0 = all(ElementaryFunctions.E0);
    private static final DoubleVector E1 = all(ElementaryFunctions.E1);
    private static final DoubleVector E2 = all(ElementaryFunctions.E2);
    private static final DoubleVector E3 = all(ElementaryFunctions.E3);
    private static final DoubleVector E4 = all(ElementaryFunctions.E4);
    private static final DoubleVector E5 = all(ElementaryFunctions.E5);
    private static final DoubleVector E6 = all(ElementaryFunctions.E6);
    private static final DoubleVector E7 = all(ElementaryFunctions.E7);
    private static final DoubleVector E8 = all(ElementaryFunctions.E8);
    private static final DoubleVector E9 = all(ElementaryFunctions.E9);
    private static final DoubleVector L0 = all(ElementaryFunctions.L0);
    private static final DoubleVector L1 = all(ElementaryFunctions.L1);
    private static final DoubleVector L2 = all(ElementaryFunctions.L2);
    private static final DoubleVector L3 = all(ElementaryFunctions.L3);
    private static final DoubleVector L4 = all(ElementaryFunctions.L4);
    private static final DoubleVector L5 = all(ElementaryFunctions.L5);
    private static final DoubleVector L6 = all(ElementaryFunctions.L6);
    private static final DoubleVector L7 = all(ElementaryFunctions.L7);
    private static final DoubleVector L8 = all(ElementaryFunctions.L8);
    private static final DoubleVector L9 = all(ElementaryFunctions.L9);

    private VectorFunctions() {}

    /**
     * {@link ElementaryFunctions#exp(double)} of n values, a whole number of registers, in place. This body stands in one
     * loop only, and not in a method of one register: such a method may get compiled by itself, and is then called, with
     * its registers as objects, by every loop that is compiled later.
     */
    static void expInPlace(double[] v, int at, int n) {
        for (int i = at; i < at + n; i += LANES) {
            DoubleVector x = load(v, i);
            DoubleVector shifted = x.fma(LOG2_E, ROUND);
            DoubleVector k = shifted.sub(ROUND);
            DoubleVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, x));
            DoubleVector r2 = r.mul(r);
            DoubleVector even = E8.fma(r2, E6).fma(r2, E4).fma(r2, E2).fma(r2, E0);
            DoubleVector odd = E9.fma(r2, E7).fma(r2, E5).fma(r2, E3).fma(r2, E1);
            DoubleVector fraction = odd.fma(r, even).fma(r2, r).add(ONE);
            DoubleVector scaled = fraction.reinterpretAsLongs()
                    .add(shifted.reinterpretAsLongs()
                            .lanewise(VectorOperators.LSHL, ElementaryFunctions.EXPONENT_SHIFT))
                    .reinterpretAsDoubles();
            x.mul(INFINITY)
                    .blend(scaled, x.compare(VectorOperators.LE, EXP_MAX))
                    .blend(ZERO, x.compare(VectorOperators.LT, EXP_MIN))
                    .intoArray(v, i);
        }
    }

    /** {@link ElementaryFunctions#sigmoid(double)} of x + shift, n values, a whole number of registers. */
    static void logistic(double[] x, int xAt, double[] shift, int shiftAt, double[] out, int outAt, int n) {
        for (int i = 0; i < n; i += LANES) {
            DoubleVector v = load(x, xAt + i);
            if (shift != null) {
                v = v.add(load(shift, shiftAt + i));
            }
            DoubleVector a = v.abs();
            a = a.blend(LOGISTIC_MAX, a.compare(VectorOperators.GT, LOGISTIC_MAX));
            DoubleVector shifted = a.fma(MINUS_LOG2_E, ROUND);
            DoubleVector k = shifted.sub(ROUND);
            DoubleVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, a.neg()));
            DoubleVector t = r.mul(r);
            DoubleVector even = C4.fma(t, C3).fma(t, C2).fma(t, C1).fma(t, C0);
            DoubleVector q = even.fma(t, TWO.sub(r));
            DoubleVector pk = r.fma(TWO, q)
                    .reinterpretAsLongs()
                    .add(shifted.reinterpretAsLongs()
                            .lanewise(VectorOperators.LSHL, ElementaryFunctions.EXPONENT_SHIFT))
                    .reinterpretAsDoubles();
            q.blend(pk, v.compare(VectorOperators.LT, ZERO)).div(q.add(pk)).intoArray(out, outAt + i);
        }
    }

    /** The same, and {@link ElementaryFunctions#log1pExpOfMinusAbs(double)} of each value at {@code logAt}. */
    static void logisticAndLog(
            double[] x, int xAt, double[] shift, int shiftAt, double[] out, int outAt, int logAt, int n) {
        for (int i = 0; i < n; i += LANES) {
            DoubleVector v = load(x, xAt + i);
            if (shift != null) {
                v = v.add(load(shift, shiftAt + i));
            }
            DoubleVector a = v.abs();
            a = a.blend(LOGISTIC_MAX, a.compare(VectorOperators.GT, LOGISTIC_MAX));
            DoubleVector shifted = a.fma(MINUS_LOG2_E, ROUND);
            DoubleVector k = shifted.sub(ROUND);
            DoubleVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, a.neg()));
            DoubleVector t = r.mul(r);
            DoubleVector even = C4.fma(t, C3).fma(t, C2).fma(t, C1).fma(t, C0);
            DoubleVector q = even.fma(t, TWO.sub(r));
            DoubleVector pk = r.fma(TWO, q)
                    .reinterpretAsLongs()
                    .add(shifted.reinterpretAsLongs()
                            .lanewise(VectorOperators.LSHL, ElementaryFunctions.EXPONENT_SHIFT))
                    .reinterpretAsDoubles();
            DoubleVector sum = q.add(pk);
            q.blend(pk, v.compare(VectorOperators.LT, ZERO)).div(sum).intoArray(out, outAt + i);
            DoubleVector s = pk.div(sum.add(q));
            DoubleVector z = s.mul(s);
            DoubleVector z2 = z.mul(z);
            DoubleVector evenLog = L8.fma(z2, L6).fma(z2, L4).fma(z2, L2).fma(z2, L0);
            DoubleVector oddLog = L9.fma(z2, L7).fma(z2, L5).fma(z2, L3).fma(z2, L1);
            DoubleVector twice = s.add(s);
            oddLog.fma(z, evenLog).mul(z).fma(twice, twice).intoArray(out, logAt + i);
        }
    }

    /**
     * y - m {@link ElementaryFunctions#sigmoid(double)} of eta, n values, a whole number of registers: the loop of {@link
     * #logistic}, with what follows done on the way, a pass over memory less.
     */
    static void logisticResidual(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        for (int i = 0; i < n; i += LANES) {
            DoubleVector v = load(eta, etaAt + i);
            DoubleVector a = v.abs();
            a = a.blend(LOGISTIC_MAX, a.compare(VectorOperators.GT, LOGISTIC_MAX));
            DoubleVector shifted = a.fma(MINUS_LOG2_E, ROUND);
            DoubleVector k = shifted.sub(ROUND);
            DoubleVector r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, a.neg()));
            DoubleVector t = r.mul(r);
            DoubleVector even = C4.fma(t, C3).fma(t, C2).fma(t, C1).fma(t, C0);
            DoubleVector q = even.fma(t, TWO.sub(r));
            DoubleVector pk = r.fma(TWO, q)
                    .reinterpretAsLongs()
                    .add(shifted.reinterpretAsLongs()
                            .lanewise(VectorOperators.LSHL, ElementaryFunctions.EXPONENT_SHIFT))
                    .reinterpretAsDoubles();
            DoubleVector logistic =
                    q.blend(pk, v.compare(VectorOperators.LT, ZERO)).div(q.add(pk));
            DoubleVector yi = load(y, yAt + i);
            (trials == null
                            ? yi.sub(logistic)
                            : load(trials, trialsAt + i).neg().fma(logistic, yi))
                    .intoArray(residual, residualAt + i);
        }
    }
}
