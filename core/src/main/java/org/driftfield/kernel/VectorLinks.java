package org.driftfield.kernel;

import static org.driftfield.kernel.VectorFunctions.expInPlace;
import static org.driftfield.kernel.VectorFunctions.logistic;
import static org.driftfield.kernel.VectorFunctions.logisticAndLog;
import static org.driftfield.kernel.VectorKernels.SCALAR;
import static org.driftfield.kernel.VectorRegisters.LANES;
import static org.driftfield.kernel.VectorRegisters.ONES;
import static org.driftfield.kernel.VectorRegisters.ZERO;
import static org.driftfield.kernel.VectorRegisters.ZEROS;
import static org.driftfield.kernel.VectorRegisters.lanes;
import static org.driftfield.kernel.VectorRegisters.load;
import static org.driftfield.kernel.VectorRegisters.scratch;
import static org.driftfield.kernel.VectorRegisters.total;
import static org.driftfield.kernel.VectorRegisters.wholeBlocks;
import static org.driftfield.kernel.VectorRegisters.wholeRegisters;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** The likelihoods of rows given their linear predictors, with the Vector API: logit and log links. */
final class VectorLinks {
    private VectorLinks() {}

    static double binomialLogit(
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

    static void binomialLogitResidual(
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
        VectorFunctions.logisticResidual(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, whole);
        SCALAR.binomialLogitResidual(
                eta, etaAt + whole, y, yAt + whole, trials, trialsAt + whole, residual, residualAt + whole, n - whole);
    }

    static double poissonLog(double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
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

    static void poissonLogResidual(
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

    static double expectedBinomialLogit(
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

    static void expectedBinomialLogitResidual(
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
