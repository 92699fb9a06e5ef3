package org.driftfield.kernel;

import static org.driftfield.kernel.VectorRegisters.LANES;
import static org.driftfield.kernel.VectorRegisters.ZERO;
import static org.driftfield.kernel.VectorRegisters.ZEROS;
import static org.driftfield.kernel.VectorRegisters.all;
import static org.driftfield.kernel.VectorRegisters.lanes;
import static org.driftfield.kernel.VectorRegisters.load;
import static org.driftfield.kernel.VectorRegisters.scratch;
import static org.driftfield.kernel.VectorRegisters.total;
import static org.driftfield.kernel.VectorRegisters.wholeBlocks;
import static org.driftfield.kernel.VectorRegisters.wholeRegisters;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;

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
    static final ScalarKernels SCALAR = new ScalarKernels();

    @Override
    public String description() {
        return "Vector API, " + LANES + " doubles a register";
    }

    @Override
    public double dot(double[] a, int aAt, double[] b, int bAt, int n) {
        return product(a, aAt, b, bAt, n);
    }

    static double product(double[] a, int aAt, double[] b, int bAt, int n) {
        int whole = wholeBlocks(n);
        if (LANES == 8 && whole > 0) {
            DoubleVector sums = load(a, aAt).fma(load(b, bAt), load(ZEROS, 0));
            for (int i = 8; i < whole; i += 8) {
                sums = load(a, aAt + i).fma(load(b, bAt + i), sums);
            }
            return whole == n
                    ? total(sums, sums, sums, sums)
                    : dotTail(lanes(sums, sums, sums, sums), a, aAt, b, bAt, whole, n);
        }
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
        VectorFunctions.expInPlace(out, outAt, whole);
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
        VectorFunctions.logistic(x, xAt, null, 0, out, outAt, whole);
        SCALAR.sigmoid(x, xAt + whole, out, outAt + whole, n - whole);
    }

    @Override
    public void log1pExp(double[] x, int xAt, double[] out, int outAt, int n) {
        int whole = wholeRegisters(n);
        double[] logs = scratch(2 * whole);
        VectorFunctions.logisticAndLog(x, xAt, null, 0, logs, whole, 0, whole);
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
        return VectorLinks.binomialLogit(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
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
        VectorLinks.binomialLogitResidual(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
    }

    @Override
    public double poissonLog(double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        return VectorLinks.poissonLog(eta, etaAt, y, yAt, residual, residualAt, n);
    }

    @Override
    public void poissonLogResidual(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        VectorLinks.poissonLogResidual(eta, etaAt, y, yAt, residual, residualAt, n);
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
        return VectorLinks.expectedBinomialLogit(
                eta, etaAt, nodes, weights, nodesAt, nodeStride, q, y, yAt, trials, trialsAt, residual, residualAt, n);
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
        VectorLinks.expectedBinomialLogitResidual(
                eta, etaAt, nodes, weights, nodesAt, nodeStride, q, y, yAt, trials, trialsAt, residual, residualAt, n);
    }
}
