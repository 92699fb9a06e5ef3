package org.driftfield.kernel;

import static org.driftfield.kernel.VectorKernels.SCALAR;
import static org.driftfield.kernel.VectorKernels.dotTail;
import static org.driftfield.kernel.VectorKernels.product;
import static org.driftfield.kernel.VectorRegisters.LANES;
import static org.driftfield.kernel.VectorRegisters.ZEROS;
import static org.driftfield.kernel.VectorRegisters.all;
import static org.driftfield.kernel.VectorRegisters.lanes;
import static org.driftfield.kernel.VectorRegisters.load;
import static org.driftfield.kernel.VectorRegisters.total;
import static org.driftfield.kernel.VectorRegisters.wholeBlocks;
import static org.driftfield.kernel.VectorRegisters.wholeRegisters;

import jdk.incubator.vector.DoubleVector;

/** Products of the data's columns with many particles or residuals at once, for {@link VectorKernels}. */
final class VectorProducts {
    private VectorProducts() {}

    static void linearPredictors(
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
        if (columns.length == 1 || columns.length == 2) {
            for (int p = 0; p < particles; p++) {
                predictNarrow(
                        x,
                        columns[0] * stride + firstRow,
                        columns[columns.length - 1] * stride + firstRow,
                        rows,
                        theta[thetaAt + p * thetaStride],
                        columns.length == 1 ? 0 : theta[thetaAt + p * thetaStride + 1],
                        offset,
                        offsetAt,
                        eta,
                        etaAt + p * etaStride);
            }
            return;
        }
        int fours = particles & -4;
        int i = 0;
        // Rows outside, particles inside: the columns of one row block stay in the first-level cache.
        for (; i <= rows - 2 * LANES && fours > 0; i += 2 * LANES) {
            for (int p = 0; p < fours; p += 4) {
                predictFour(
                        x,
                        stride,
                        columns,
                        firstRow + i,
                        theta,
                        thetaAt + p * thetaStride,
                        thetaStride,
                        offset,
                        offsetAt + i,
                        eta,
                        etaAt + p * etaStride + i,
                        etaStride);
            }
        }
        SCALAR.linearPredictors(
                x,
                stride,
                columns,
                firstRow + i,
                rows - i,
                theta,
                thetaAt,
                thetaStride,
                fours,
                offset,
                offsetAt + i,
                eta,
                etaAt + i,
                etaStride);
        int k = 0;
        for (; k <= rows - 4 * LANES && fours < particles; k += 4 * LANES) {
            for (int p = fours; p < particles; p++) {
                predictOne(
                        x,
                        stride,
                        columns,
                        firstRow + k,
                        theta,
                        thetaAt + p * thetaStride,
                        offset,
                        offsetAt + k,
                        eta,
                        etaAt + p * etaStride + k);
            }
        }
        SCALAR.linearPredictors(
                x,
                stride,
                columns,
                firstRow + k,
                rows - k,
                theta,
                thetaAt + fours * thetaStride,
                thetaStride,
                particles - fours,
                offset,
                offsetAt + k,
                eta,
                etaAt + fours * etaStride + k,
                etaStride);
    }

    /** One particle and at most two columns (the second coefficient is 0 where there is one): nothing to reuse. */
    private static void predictNarrow(
            double[] x,
            int first,
            int second,
            int rows,
            double a,
            double b,
            double[] offset,
            int offsetAt,
            double[] eta,
            int etaAt) {
        int whole = wholeRegisters(rows);
        DoubleVector va = all(a);
        DoubleVector vb = all(b);
        for (int i = 0; i < whole; i += LANES) {
            DoubleVector start = offset == null ? load(ZEROS, 0) : load(offset, offsetAt + i);
            load(x, second + i).fma(vb, load(x, first + i).fma(va, start)).intoArray(eta, etaAt + i);
        }
        for (int i = whole; i < rows; i++) {
            eta[etaAt + i] =
                    Math.fma(x[second + i], b, Math.fma(x[first + i], a, offset == null ? 0 : offset[offsetAt + i]));
        }
    }

    /** Four particles by two registers of rows: eight independent sums hide the latency of the multiply-add. */
    private static void predictFour(
            double[] x,
            int stride,
            int[] columns,
            int row,
            double[] theta,
            int thetaAt,
            int thetaStride,
            double[] offset,
            int offsetAt,
            double[] eta,
            int etaAt,
            int etaStride) {
        double[] starts = offset == null ? ZEROS : offset;
        int startsAt = offset == null ? 0 : offsetAt;
        int next = offset == null ? 0 : LANES;
        DoubleVector start0 = load(starts, startsAt);
        DoubleVector start1 = load(starts, startsAt + next);
        DoubleVector a0 = start0;
        DoubleVector a1 = start1;
        DoubleVector b0 = start0;
        DoubleVector b1 = start1;
        DoubleVector c0 = start0;
        DoubleVector c1 = start1;
        DoubleVector d0 = start0;
        DoubleVector d1 = start1;
        for (int j = 0; j < columns.length; j++) {
            int at = columns[j] * stride + row;
            DoubleVector x0 = load(x, at);
            DoubleVector x1 = load(x, at + LANES);
            DoubleVector a = all(theta[thetaAt + j]);
            a0 = x0.fma(a, a0);
            a1 = x1.fma(a, a1);
            DoubleVector b = all(theta[thetaAt + thetaStride + j]);
            b0 = x0.fma(b, b0);
            b1 = x1.fma(b, b1);
            DoubleVector c = all(theta[thetaAt + 2 * thetaStride + j]);
            c0 = x0.fma(c, c0);
            c1 = x1.fma(c, c1);
            DoubleVector d = all(theta[thetaAt + 3 * thetaStride + j]);
            d0 = x0.fma(d, d0);
            d1 = x1.fma(d, d1);
        }
        a0.intoArray(eta, etaAt);
        a1.intoArray(eta, etaAt + LANES);
        b0.intoArray(eta, etaAt + etaStride);
        b1.intoArray(eta, etaAt + etaStride + LANES);
        c0.intoArray(eta, etaAt + 2 * etaStride);
        c1.intoArray(eta, etaAt + 2 * etaStride + LANES);
        d0.intoArray(eta, etaAt + 3 * etaStride);
        d1.intoArray(eta, etaAt + 3 * etaStride + LANES);
    }

    /** One particle by four registers of rows. */
    private static void predictOne(
            double[] x,
            int stride,
            int[] columns,
            int row,
            double[] theta,
            int thetaAt,
            double[] offset,
            int offsetAt,
            double[] eta,
            int etaAt) {
        double[] starts = offset == null ? ZEROS : offset;
        int startsAt = offset == null ? 0 : offsetAt;
        int next = offset == null ? 0 : LANES;
        DoubleVector sum0 = load(starts, startsAt);
        DoubleVector sum1 = load(starts, startsAt + next);
        DoubleVector sum2 = load(starts, startsAt + 2 * next);
        DoubleVector sum3 = load(starts, startsAt + 3 * next);
        for (int j = 0; j < columns.length; j++) {
            int at = columns[j] * stride + row;
            DoubleVector t = all(theta[thetaAt + j]);
            sum0 = load(x, at).fma(t, sum0);
            sum1 = load(x, at + LANES).fma(t, sum1);
            sum2 = load(x, at + 2 * LANES).fma(t, sum2);
            sum3 = load(x, at + 3 * LANES).fma(t, sum3);
        }
        sum0.intoArray(eta, etaAt);
        sum1.intoArray(eta, etaAt + LANES);
        sum2.intoArray(eta, etaAt + 2 * LANES);
        sum3.intoArray(eta, etaAt + 3 * LANES);
    }

    static void transposeTimes(
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
        int evenColumns = columns.length & -2;
        int evenParticles = particles & -2;
        for (int p = 0; p < particles; p++) {
            int from = residualAt + p * residualStride;
            int to = gradientAt + p * gradientStride;
            // Pairs of columns are done two particles at a time; what is left over by four columns, or one product at a
            // time.
            if (p < evenParticles && p % 2 == 0) {
                for (int j = 0; j < evenColumns; j += 2) {
                    fourProducts(
                            x,
                            columns[j] * stride + firstRow,
                            columns[j + 1] * stride + firstRow,
                            rows,
                            residual,
                            from,
                            from + residualStride,
                            gradient,
                            to + j,
                            to + gradientStride + j);
                }
            }
            int j = p < evenParticles ? evenColumns : 0;
            if (LANES == 8 && rows >= LANES) {
                for (; j <= columns.length - 4; j += 4) {
                    fourColumns(x, stride, columns, j, firstRow, rows, residual, from, gradient, to + j);
                }
            }
            for (; j < columns.length; j++) {
                gradient[to + j] += product(x, columns[j] * stride + firstRow, residual, from, rows);
            }
        }
    }

    /**
     * The products of four columns with one residual, where a register holds all lanes of a sum: a single one would wait for
     * its own last multiply-add.
     */
    private static void fourColumns(
            double[] data,
            int stride,
            int[] columns,
            int j,
            int firstRow,
            int rows,
            double[] residual,
            int a,
            double[] gradient,
            int gradientAt) {
        int whole = wholeBlocks(rows);
        int x = columns[j] * stride + firstRow;
        int w = columns[j + 1] * stride + firstRow;
        int u = columns[j + 2] * stride + firstRow;
        int v = columns[j + 3] * stride + firstRow;
        DoubleVector zero = load(ZEROS, 0);
        DoubleVector ai = load(residual, a);
        DoubleVector xa = load(data, x).fma(ai, zero);
        DoubleVector wa = load(data, w).fma(ai, zero);
        DoubleVector ua = load(data, u).fma(ai, zero);
        DoubleVector va = load(data, v).fma(ai, zero);
        for (int i = 8; i < whole; i += 8) {
            ai = load(residual, a + i);
            xa = load(data, x + i).fma(ai, xa);
            wa = load(data, w + i).fma(ai, wa);
            ua = load(data, u + i).fma(ai, ua);
            va = load(data, v + i).fma(ai, va);
        }
        if (whole == rows) {
            gradient[gradientAt] += total(xa, xa, xa, xa);
            gradient[gradientAt + 1] += total(wa, wa, wa, wa);
            gradient[gradientAt + 2] += total(ua, ua, ua, ua);
            gradient[gradientAt + 3] += total(va, va, va, va);
        } else {
            gradient[gradientAt] += dotTail(lanes(xa, xa, xa, xa), data, x, residual, a, whole, rows);
            gradient[gradientAt + 1] += dotTail(lanes(wa, wa, wa, wa), data, w, residual, a, whole, rows);
            gradient[gradientAt + 2] += dotTail(lanes(ua, ua, ua, ua), data, u, residual, a, whole, rows);
            gradient[gradientAt + 3] += dotTail(lanes(va, va, va, va), data, v, residual, a, whole, rows);
        }
    }

    /** The products of columns x and w with residuals a and b: four loads serve four multiply-adds. */
    private static void fourProducts(
            double[] data,
            int x,
            int w,
            int rows,
            double[] residual,
            int a,
            int b,
            double[] gradient,
            int gradientA,
            int gradientB) {
        int whole = wholeBlocks(rows);
        if (LANES == 8 && whole > 0) {
            fourWideProducts(data, x, w, rows, residual, a, b, gradient, gradientA, gradientB);
            return;
        }
        if (LANES != 4 || whole == 0) {
            gradient[gradientA] += product(data, x, residual, a, rows);
            gradient[gradientB] += product(data, x, residual, b, rows);
            gradient[gradientA + 1] += product(data, w, residual, a, rows);
            gradient[gradientB + 1] += product(data, w, residual, b, rows);
            return;
        }
        DoubleVector zero = load(ZEROS, 0);
        DoubleVector xi = load(data, x);
        DoubleVector wi = load(data, w);
        DoubleVector ai = load(residual, a);
        DoubleVector bi = load(residual, b);
        DoubleVector xa0 = xi.fma(ai, zero);
        DoubleVector xb0 = xi.fma(bi, zero);
        DoubleVector wa0 = wi.fma(ai, zero);
        DoubleVector wb0 = wi.fma(bi, zero);
        xi = load(data, x + 4);
        wi = load(data, w + 4);
        ai = load(residual, a + 4);
        bi = load(residual, b + 4);
        DoubleVector xa1 = xi.fma(ai, zero);
        DoubleVector xb1 = xi.fma(bi, zero);
        DoubleVector wa1 = wi.fma(ai, zero);
        DoubleVector wb1 = wi.fma(bi, zero);
        for (int i = 8; i < whole; i += 8) {
            xi = load(data, x + i);
            wi = load(data, w + i);
            ai = load(residual, a + i);
            bi = load(residual, b + i);
            xa0 = xi.fma(ai, xa0);
            xb0 = xi.fma(bi, xb0);
            wa0 = wi.fma(ai, wa0);
            wb0 = wi.fma(bi, wb0);
            xi = load(data, x + i + 4);
            wi = load(data, w + i + 4);
            ai = load(residual, a + i + 4);
            bi = load(residual, b + i + 4);
            xa1 = xi.fma(ai, xa1);
            xb1 = xi.fma(bi, xb1);
            wa1 = wi.fma(ai, wa1);
            wb1 = wi.fma(bi, wb1);
        }
        if (whole == rows) {
            gradient[gradientA] += total(xa0, xa1, xa0, xa1);
            gradient[gradientB] += total(xb0, xb1, xb0, xb1);
            gradient[gradientA + 1] += total(wa0, wa1, wa0, wa1);
            gradient[gradientB + 1] += total(wb0, wb1, wb0, wb1);
        } else {
            gradient[gradientA] += dotTail(lanes(xa0, xa1, xa0, xa1), data, x, residual, a, whole, rows);
            gradient[gradientB] += dotTail(lanes(xb0, xb1, xb0, xb1), data, x, residual, b, whole, rows);
            gradient[gradientA + 1] += dotTail(lanes(wa0, wa1, wa0, wa1), data, w, residual, a, whole, rows);
            gradient[gradientB + 1] += dotTail(lanes(wb0, wb1, wb0, wb1), data, w, residual, b, whole, rows);
        }
    }

    /** The same where a register holds all lanes of a sum. */
    private static void fourWideProducts(
            double[] data,
            int x,
            int w,
            int rows,
            double[] residual,
            int a,
            int b,
            double[] gradient,
            int gradientA,
            int gradientB) {
        int whole = wholeBlocks(rows);
        DoubleVector zero = load(ZEROS, 0);
        DoubleVector xi = load(data, x);
        DoubleVector wi = load(data, w);
        DoubleVector ai = load(residual, a);
        DoubleVector bi = load(residual, b);
        DoubleVector xa = xi.fma(ai, zero);
        DoubleVector xb = xi.fma(bi, zero);
        DoubleVector wa = wi.fma(ai, zero);
        DoubleVector wb = wi.fma(bi, zero);
        for (int i = 8; i < whole; i += 8) {
            xi = load(data, x + i);
            wi = load(data, w + i);
            ai = load(residual, a + i);
            bi = load(residual, b + i);
            xa = xi.fma(ai, xa);
            xb = xi.fma(bi, xb);
            wa = wi.fma(ai, wa);
            wb = wi.fma(bi, wb);
        }
        if (whole == rows) {
            gradient[gradientA] += total(xa, xa, xa, xa);
            gradient[gradientB] += total(xb, xb, xb, xb);
            gradient[gradientA + 1] += total(wa, wa, wa, wa);
            gradient[gradientB + 1] += total(wb, wb, wb, wb);
        } else {
            gradient[gradientA] += dotTail(lanes(xa, xa, xa, xa), data, x, residual, a, whole, rows);
            gradient[gradientB] += dotTail(lanes(xb, xb, xb, xb), data, x, residual, b, whole, rows);
            gradient[gradientA + 1] += dotTail(lanes(wa, wa, wa, wa), data, w, residual, a, whole, rows);
            gradient[gradientB + 1] += dotTail(lanes(wb, wb, wb, wb), data, w, residual, b, whole, rows);
        }
    }
}
