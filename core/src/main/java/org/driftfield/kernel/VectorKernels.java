package org.driftfield.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The hot loops with the incubating Vector API. Loops over rows stop at the last multiple of eight, so that the lanes of
 * {@link LaneSum} sit in whole registers; the rest is left to the scalar code.
 *
 * <p>The compiler keeps vectors in registers only while everything in a loop is inlined, and it stops inlining when a
 * method's graph has too many nodes; then each vector becomes an object and the loop a hundred times slower. Hence no
 * lambdas, no masked loads, constants broadcast beforehand, and log-likelihoods in two passes, the first of which
 * leaves its logistic functions in a scratch array. Their second passes are longer than the 325 bytecodes up to which the
 * compiler would inline them into the first.
 */
final class VectorKernels implements KernelSet {
    private static final VectorSpecies<Double> SPECIES = species();
    static final int LANES = SPECIES.length();
    static final ScalarKernels SCALAR = new ScalarKernels();

    /** Exponentials between the two passes of a log-likelihood; grows to the largest tile of its thread. */
    private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[0]);

    private static final DoubleVector ZERO = all(0);

    /** Sums start from values in memory: a constant to start a loop from makes the compiler box vectors. */
    static final double[] ZEROS = new double[8];

    private static final double[] ONES = {1, 1, 1, 1, 1, 1, 1, 1};

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

    private static VectorSpecies<Double> species() {
        return switch (System.getProperty(Kernels.PROPERTY, "")) {
            case "vector2" -> DoubleVector.SPECIES_128;
            case "vector4" -> DoubleVector.SPECIES_256;
            case "vector8" -> DoubleVector.SPECIES_512;
            default -> preferred();
        };
    }

    /** The widest register of the machine, but no wider than the eight lanes of a sum. */
    private static VectorSpecies<Double> preferred() {
        VectorSpecies<Double> widest = DoubleVector.SPECIES_PREFERRED;
        return widest.length() > LaneSum.LANES ? DoubleVector.SPECIES_512 : widest;
    }

    @Override
    public String description() {
        return "Vector API, " + LANES + " doubles a register";
    }

    static int wholeBlocks(int n) {
        return n & -LaneSum.LANES;
    }

    static DoubleVector load(double[] a, int at) {
        return DoubleVector.fromArray(SPECIES, a, at);
    }

    static DoubleVector all(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }

    private static double[] scratch(int n) {
        double[] scratch = SCRATCH.get();
        if (scratch.length < n) {
            scratch = new double[n];
            SCRATCH.set(scratch);
        }
        return scratch;
    }

    /**
     * {@link ElementaryFunctions#exp(double)} of n values, a whole number of registers, in place. This body stands in one
     * loop only, and not in a method of one register: such a method may get compiled by itself, and is then called, with
     * its registers as objects, by every loop that is compiled later.
     */
    private static void expInPlace(double[] v, int at, int n) {
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
    private static void logistic(double[] x, int xAt, double[] shift, int shiftAt, double[] out, int outAt, int n) {
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
    private static void logisticAndLog(
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

    /** How many of n values fill registers. */
    static int wholeRegisters(int n) {
        return n & -LANES;
    }

    /**
     * Total of the eight lanes. A loop that sums keeps them in a0 to a3 as a queue: it adds a register of terms to the
     * first and puts that last, where last is a0, a1 or a3 for 8, 4 or 2 doubles a register. The queue
     * starts with fresh zeros: a constant object in it would make the others objects too.
     */
    static double total(DoubleVector a0, DoubleVector a1, DoubleVector a2, DoubleVector a3) {
        if (LANES == 8) {
            return lanes(a0, a1, a2, a3).total();
        }
        if (LANES == 4) {
            DoubleVector half = a0.add(a1);
            return (half.lane(0) + half.lane(2)) + (half.lane(1) + half.lane(3));
        }
        DoubleVector quarter = a0.add(a2).add(a1.add(a3));
        return quarter.lane(0) + quarter.lane(1);
    }

    static LaneSum lanes(DoubleVector a0, DoubleVector a1, DoubleVector a2, DoubleVector a3) {
        if (LANES == 8) {
            return new LaneSum(
                    a0.lane(0), a0.lane(1), a0.lane(2), a0.lane(3), a0.lane(4), a0.lane(5), a0.lane(6), a0.lane(7));
        }
        if (LANES == 4) {
            return new LaneSum(
                    a0.lane(0), a0.lane(1), a0.lane(2), a0.lane(3), a1.lane(0), a1.lane(1), a1.lane(2), a1.lane(3));
        }
        return new LaneSum(
                a0.lane(0), a0.lane(1), a1.lane(0), a1.lane(1), a2.lane(0), a2.lane(1), a3.lane(0), a3.lane(1));
    }

    @Override
    public double dot(double[] a, int aAt, double[] b, int bAt, int n) {
        return product(a, aAt, b, bAt, n);
    }

    static double product(double[] a, int aAt, double[] b, int bAt, int n) {
        int whole = wholeBlocks(n);
        if (LANES == 4 && whole > 0) {
            DoubleVector zero = load(ZEROS, 0);
            DoubleVector even = load(a, aAt).fma(load(b, bAt), zero);
            DoubleVector odd = load(a, aAt + 4).fma(load(b, bAt + 4), zero);
            for (int i = 8; i < whole; i += 8) {
                even = load(a, aAt + i).fma(load(b, bAt + i), even);
                odd = load(a, aAt + i + 4).fma(load(b, bAt + i + 4), odd);
            }
            return whole == n
                    ? total(even, odd, even, odd)
                    : dotTail(lanes(even, odd, even, odd), a, aAt, b, bAt, whole, n);
        }
        DoubleVector s0 = load(ZEROS, 0);
        DoubleVector s1 = load(ZEROS, 0);
        DoubleVector s2 = load(ZEROS, 0);
        DoubleVector s3 = load(ZEROS, 0);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector next = load(a, aAt + i).fma(load(b, bAt + i), s0);
            s0 = LANES == 8 ? next : s1;
            s1 = LANES == 4 ? next : s2;
            s2 = s3;
            s3 = next;
        }
        return whole == n ? total(s0, s1, s2, s3) : dotTail(lanes(s0, s1, s2, s3), a, aAt, b, bAt, whole, n);
    }

    static double dotTail(LaneSum sum, double[] a, int aAt, double[] b, int bAt, int from, int n) {
        for (int i = from; i < n; i++) {
            sum.addProduct(i, a[aAt + i], b[bAt + i]);
        }
        return sum.total();
    }

    @Override
    public double sum(double[] a, int aAt, int n) {
        DoubleVector s0 = load(ZEROS, 0);
        DoubleVector s1 = load(ZEROS, 0);
        DoubleVector s2 = load(ZEROS, 0);
        DoubleVector s3 = load(ZEROS, 0);
        int whole = wholeBlocks(n);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector next = s0.add(load(a, aAt + i));
            s0 = LANES == 8 ? next : s1;
            s1 = LANES == 4 ? next : s2;
            s2 = s3;
            s3 = next;
        }
        if (whole == n) {
            return total(s0, s1, s2, s3);
        }
        LaneSum sum = lanes(s0, s1, s2, s3);
        for (int i = whole; i < n; i++) {
            sum.add(i, a[aAt + i]);
        }
        return sum.total();
    }

    @Override
    public void axpy(double alpha, double[] x, int xAt, double[] y, int yAt, int n) {
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            load(x, xAt + i).fma(all(alpha), load(y, yAt + i)).intoArray(y, yAt + i);
        }
        SCALAR.axpy(alpha, x, xAt + i, y, yAt + i, n - i);
    }

    @Override
    public void exp(double[] x, int xAt, double[] out, int outAt, int n) {
        int whole = wholeRegisters(n);
        SCALAR.exp(x, xAt + whole, out, outAt + whole, n - whole);
        if (x != out || xAt != outAt) {
            System.arraycopy(x, xAt, out, outAt, whole);
        }
        expInPlace(out, outAt, whole);
    }

    @Override
    public void innovations(double[] x, int xAt, double phi, double level, double[] out, int outAt, int n) {
        int whole = wholeRegisters(n);
        DoubleVector minusPhi = all(-phi);
        DoubleVector levels = all(level);
        for (int i = 0; i < whole; i += LANES) {
            load(x, xAt + i).fma(minusPhi, load(x, xAt + i + 1)).sub(levels).intoArray(out, outAt + i);
        }
        SCALAR.innovations(x, xAt + whole, phi, level, out, outAt + whole, n - whole);
    }

    @Override
    public void pathGradient(
            double[] half,
            double[] halfSquare,
            double[] innovations,
            int innovationsAt,
            double here,
            double next,
            double[] gradient,
            int gradientAt,
            int n) {
        int whole = wholeRegisters(n);
        DoubleVector minusHere = all(-here);
        DoubleVector nexts = all(next);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector own = load(gradient, gradientAt + i)
                    .fma(load(halfSquare, i), load(half, i).neg());
            DoubleVector pull = load(innovations, innovationsAt + i).fma(minusHere, own);
            load(innovations, innovationsAt + i + 1).fma(nexts, pull).intoArray(gradient, gradientAt + i);
        }
        ScalarKernels.pathGradient(
                half, halfSquare, innovations, innovationsAt, here, next, gradient, gradientAt, whole, n);
    }

    @Override
    public void columnSquares(double[] x, int xAt, int stride, int rows, int columns, double[] sums, double[] squares) {
        int whole = wholeRegisters(columns);
        for (int j = 0; j < whole; j += LANES) {
            DoubleVector first = load(x, xAt + j);
            DoubleVector sum = load(ZEROS, 0);
            DoubleVector square = load(ZEROS, 0);
            for (int i = 0; i < rows; i++) {
                DoubleVector off = load(x, xAt + i * stride + j).sub(first);
                sum = sum.add(off);
                square = off.fma(off, square);
            }
            sum.intoArray(sums, j);
            square.intoArray(squares, j);
        }
        ScalarKernels.columnSquares(x, xAt, stride, rows, whole, columns, sums, squares);
    }

    @Override
    public void sigmoid(double[] x, int xAt, double[] out, int outAt, int n) {
        int whole = wholeRegisters(n);
        logistic(x, xAt, null, 0, out, outAt, whole);
        SCALAR.sigmoid(x, xAt + whole, out, outAt + whole, n - whole);
    }

    @Override
    public void log1pExp(double[] x, int xAt, double[] out, int outAt, int n) {
        int whole = wholeRegisters(n);
        double[] logs = scratch(2 * whole);
        logisticAndLog(x, xAt, null, 0, logs, whole, 0, whole);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector v = load(x, xAt + i);
            v.blend(ZERO, v.compare(VectorOperators.LT, ZERO))
                    .add(load(logs, i))
                    .intoArray(out, outAt + i);
        }
        SCALAR.log1pExp(x, xAt + whole, out, outAt + whole, n - whole);
    }

    @Override
    public void linearPredictors(
            double[] x,
            int stride,
            int[] columns,
            int firstRow,
            int rows,
            double[] theta,
            int thetaAt,
            int thetaStride,
            int particles,
            double[] offset,
            int offsetAt,
            double[] eta,
            int etaAt,
            int etaStride) {
        VectorProducts.linearPredictors(
                x,
                stride,
                columns,
                firstRow,
                rows,
                theta,
                thetaAt,
                thetaStride,
                particles,
                offset,
                offsetAt,
                eta,
                etaAt,
                etaStride);
    }

    @Override
    public void transposeTimes(
            double[] x,
            int stride,
            int[] columns,
            int firstRow,
            int rows,
            double[] residual,
            int residualAt,
            int residualStride,
            int particles,
            double[] gradient,
            int gradientAt,
            int gradientStride) {
        VectorProducts.transposeTimes(
                x,
                stride,
                columns,
                firstRow,
                rows,
                residual,
                residualAt,
                residualStride,
                particles,
                gradient,
                gradientAt,
                gradientStride);
    }

    @Override
    public double binomialLogit(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        int whole = wholeBlocks(n);
        double[] logistic = scratch(2 * whole);
        logisticAndLog(eta, etaAt, null, 0, logistic, 0, whole, whole);
        return binomialLogit(eta, etaAt, logistic, y, yAt, trials, trialsAt, residual, residualAt, whole, n);
    }

    /** The second pass: {@code logistic} holds the sigmoid of the first {@code whole} rows, then log(1 + e^-|eta|). */
    private static double binomialLogit(
            double[] eta,
            int etaAt,
            double[] logistic,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int whole,
            int n) {
        DoubleVector s0 = load(ZEROS, 0);
        DoubleVector s1 = load(ZEROS, 0);
        DoubleVector s2 = load(ZEROS, 0);
        DoubleVector s3 = load(ZEROS, 0);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector e = load(eta, etaAt + i);
            DoubleVector yi = load(y, yAt + i);
            DoubleVector m = trials == null ? load(ONES, 0) : load(trials, trialsAt + i);
            VectorMask<Double> negative = e.compare(VectorOperators.LT, ZERO);
            m.neg().fma(load(logistic, i), yi).intoArray(residual, residualAt + i);
            DoubleVector excess = yi.sub(m.blend(ZERO, negative));
            DoubleVector next =
                    s0.add(excess.fma(e, m.mul(load(logistic, whole + i)).neg()));
            s0 = LANES == 8 ? next : s1;
            s1 = LANES == 4 ? next : s2;
            s2 = s3;
            s3 = next;
        }
        if (whole == n) {
            return total(s0, s1, s2, s3);
        }
        LaneSum sum = lanes(s0, s1, s2, s3);
        for (int i = whole; i < n; i++) {
            double m = trials == null ? 1 : trials[trialsAt + i];
            sum.add(i, ScalarKernels.binomialLogitRow(eta[etaAt + i], y[yAt + i], m, residual, residualAt + i));
        }
        return sum.total();
    }

    @Override
    public void binomialLogitResidual(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        int whole = wholeRegisters(n);
        // The loop of logistic, with what follows done on the way: a pass over memory less.
        for (int i = 0; i < whole; i += LANES) {
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
        SCALAR.binomialLogitResidual(
                eta, etaAt + whole, y, yAt + whole, trials, trialsAt + whole, residual, residualAt + whole, n - whole);
    }

    @Override
    public double poissonLog(double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        DoubleVector s0 = load(ZEROS, 0);
        DoubleVector s1 = load(ZEROS, 0);
        DoubleVector s2 = load(ZEROS, 0);
        DoubleVector s3 = load(ZEROS, 0);
        int whole = wholeBlocks(n);
        double[] means = scratch(whole);
        System.arraycopy(eta, etaAt, means, 0, whole);
        expInPlace(means, 0, whole);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector e = load(eta, etaAt + i);
            DoubleVector yi = load(y, yAt + i);
            DoubleVector mean = load(means, i);
            yi.sub(mean).intoArray(residual, residualAt + i);
            DoubleVector next = s0.add(yi.fma(e, mean.neg()));
            s0 = LANES == 8 ? next : s1;
            s1 = LANES == 4 ? next : s2;
            s2 = s3;
            s3 = next;
        }
        if (whole == n) {
            return total(s0, s1, s2, s3);
        }
        LaneSum sum = lanes(s0, s1, s2, s3);
        for (int i = whole; i < n; i++) {
            sum.add(i, ScalarKernels.poissonLogRow(eta[etaAt + i], y[yAt + i], residual, residualAt + i));
        }
        return sum.total();
    }

    @Override
    public void poissonLogResidual(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        int whole = wholeRegisters(n);
        double[] means = scratch(whole);
        System.arraycopy(eta, etaAt, means, 0, whole);
        expInPlace(means, 0, whole);
        for (int i = 0; i < whole; i += LANES) {
            load(y, yAt + i).sub(load(means, i)).intoArray(residual, residualAt + i);
        }
        SCALAR.poissonLogResidual(eta, etaAt + whole, y, yAt + whole, residual, residualAt + whole, n - whole);
    }

    @Override
    public double expectedBinomialLogit(
            double[] eta,
            int etaAt,
            double[] nodes,
            double[] weights,
            int nodesAt,
            int nodeStride,
            int q,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        int whole = wholeBlocks(n);
        double[] logistic = scratch(Math.multiplyExact(2 * q, whole));
        for (int k = 0; k < q; k++) {
            logisticAndLog(eta, etaAt, nodes, nodesAt + k * nodeStride, logistic, k * whole, (q + k) * whole, whole);
        }
        return expectedBinomialLogit(
                eta,
                etaAt,
                logistic,
                nodes,
                weights,
                nodesAt,
                nodeStride,
                q,
                y,
                yAt,
                trials,
                trialsAt,
                residual,
                residualAt,
                whole,
                n);
    }

    /** The second pass: {@code logistic[k * whole + i]} is the sigmoid for node k of row i, after all these log(1 + e^-|eta + o|). */
    private static double expectedBinomialLogit(
            double[] eta,
            int etaAt,
            double[] logistic,
            double[] nodes,
            double[] weights,
            int nodesAt,
            int nodeStride,
            int q,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int whole,
            int n) {
        DoubleVector s0 = load(ZEROS, 0);
        DoubleVector s1 = load(ZEROS, 0);
        DoubleVector s2 = load(ZEROS, 0);
        DoubleVector s3 = load(ZEROS, 0);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector e = load(eta, etaAt + i);
            DoubleVector yi = load(y, yAt + i);
            DoubleVector m = trials == null ? load(ONES, 0) : load(trials, trialsAt + i);
            DoubleVector likelihood = load(ZEROS, 0);
            DoubleVector derivative = load(ZEROS, 0);
            for (int k = 0; k < q; k++) {
                DoubleVector weight = load(weights, nodesAt + i + k * nodeStride);
                DoubleVector shifted = e.add(load(nodes, nodesAt + i + k * nodeStride));
                VectorMask<Double> negative = shifted.compare(VectorOperators.LT, ZERO);
                derivative = weight.fma(m.neg().fma(load(logistic, k * whole + i), yi), derivative);
                DoubleVector excess = yi.sub(m.blend(ZERO, negative));
                DoubleVector log = load(logistic, (q + k) * whole + i);
                likelihood = weight.fma(excess.fma(shifted, m.mul(log).neg()), likelihood);
            }
            derivative.intoArray(residual, residualAt + i);
            DoubleVector next = s0.add(likelihood);
            s0 = LANES == 8 ? next : s1;
            s1 = LANES == 4 ? next : s2;
            s2 = s3;
            s3 = next;
        }
        if (whole == n) {
            return total(s0, s1, s2, s3);
        }
        LaneSum sum = lanes(s0, s1, s2, s3);
        for (int i = whole; i < n; i++) {
            double m = trials == null ? 1 : trials[trialsAt + i];
            sum.add(
                    i,
                    ScalarKernels.expectedBinomialLogitRow(
                            eta[etaAt + i],
                            nodes,
                            weights,
                            nodesAt + i,
                            nodeStride,
                            q,
                            y[yAt + i],
                            m,
                            residual,
                            residualAt + i));
        }
        return sum.total();
    }

    @Override
    public void expectedBinomialLogitResidual(
            double[] eta,
            int etaAt,
            double[] nodes,
            double[] weights,
            int nodesAt,
            int nodeStride,
            int q,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        int whole = wholeRegisters(n);
        double[] logistic = scratch(Math.multiplyExact(q, whole));
        for (int k = 0; k < q; k++) {
            logistic(eta, etaAt, nodes, nodesAt + k * nodeStride, logistic, k * whole, whole);
        }
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector yi = load(y, yAt + i);
            DoubleVector m = trials == null ? load(ONES, 0) : load(trials, trialsAt + i);
            DoubleVector derivative = load(ZEROS, 0);
            for (int k = 0; k < q; k++) {
                DoubleVector term = m.neg().fma(load(logistic, k * whole + i), yi);
                derivative = load(weights, nodesAt + i + k * nodeStride).fma(term, derivative);
            }
            derivative.intoArray(residual, residualAt + i);
        }
        SCALAR.expectedBinomialLogitResidual(
                eta,
                etaAt + whole,
                nodes,
                weights,
                nodesAt + whole,
                nodeStride,
                q,
                y,
                yAt + whole,
                trials,
                trialsAt + whole,
                residual,
                residualAt + whole,
                n - whole);
    }
}
