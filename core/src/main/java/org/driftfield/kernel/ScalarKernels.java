package org.driftfield.kernel;

/** The hot loops in plain Java. The row functions also serve the vector kernels where rows do not fill a register. */
final class ScalarKernels implements KernelSet {
    @Override
    public String description() {
        return "scalar";
    }

    @Override
    public double dot(double[] a, int aAt, double[] b, int bAt, int n) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int i = 0;
        for (; i <= n - LaneSum.LANES; i += LaneSum.LANES) {
            s0 = Math.fma(a[aAt + i], b[bAt + i], s0);
            s1 = Math.fma(a[aAt + i + 1], b[bAt + i + 1], s1);
            s2 = Math.fma(a[aAt + i + 2], b[bAt + i + 2], s2);
            s3 = Math.fma(a[aAt + i + 3], b[bAt + i + 3], s3);
            s4 = Math.fma(a[aAt + i + 4], b[bAt + i + 4], s4);
            s5 = Math.fma(a[aAt + i + 5], b[bAt + i + 5], s5);
            s6 = Math.fma(a[aAt + i + 6], b[bAt + i + 6], s6);
            s7 = Math.fma(a[aAt + i + 7], b[bAt + i + 7], s7);
        }
        var sum = new LaneSum(s0, s1, s2, s3, s4, s5, s6, s7);
        for (; i < n; i++) {
            sum.addProduct(i, a[aAt + i], b[bAt + i]);
        }
        return sum.total();
    }

    @Override
    public double sum(double[] a, int aAt, int n) {
        var sum = new LaneSum();
        for (int i = 0; i < n; i++) {
            sum.add(i, a[aAt + i]);
        }
        return sum.total();
    }

    @Override
    public void axpy(double alpha, double[] x, int xAt, double[] y, int yAt, int n) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = Math.fma(x[xAt + i], alpha, y[yAt + i]);
        }
    }

    @Override
    public void exp(double[] x, int xAt, double[] out, int outAt, int n) {
        for (int i = 0; i < n; i++) {
            out[outAt + i] = ElementaryFunctions.exp(x[xAt + i]);
        }
    }

    @Override
    public void innovations(double[] x, int xAt, double phi, double level, double[] out, int outAt, int n) {
        for (int i = 0; i < n; i++) {
            out[outAt + i] = Math.fma(-phi, x[xAt + i], x[xAt + i + 1]) - level;
        }
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
        pathGradient(half, halfSquare, innovations, innovationsAt, here, next, gradient, gradientAt, 0, n);
    }

    /** The same for the places from {@code from} on. */
    static void pathGradient(
            double[] half,
            double[] halfSquare,
            double[] innovations,
            int innovationsAt,
            double here,
            double next,
            double[] gradient,
            int gradientAt,
            int from,
            int to) {
        for (int i = from; i < to; i++) {
            double own = Math.fma(halfSquare[i], gradient[gradientAt + i], -half[i]);
            double pull = Math.fma(-here, innovations[innovationsAt + i], own);
            gradient[gradientAt + i] = Math.fma(next, innovations[innovationsAt + i + 1], pull);
        }
    }

    @Override
    public void columnSquares(double[] x, int xAt, int stride, int rows, int columns, double[] sums, double[] squares) {
        columnSquares(x, xAt, stride, rows, 0, columns, sums, squares);
    }

    /** The same for the columns from {@code from} on. */
    static void columnSquares(
            double[] x, int xAt, int stride, int rows, int from, int to, double[] sums, double[] squares) {
        for (int j = from; j < to; j++) {
            double first = x[xAt + j];
            double sum = 0;
            double square = 0;
            for (int i = 0; i < rows; i++) {
                double off = x[xAt + i * stride + j] - first;
                sum += off;
                square = Math.fma(off, off, square);
            }
            sums[j] = sum;
            squares[j] = square;
        }
    }

    @Override
    public void sigmoid(double[] x, int xAt, double[] out, int outAt, int n) {
        for (int i = 0; i < n; i++) {
            out[outAt + i] = ElementaryFunctions.sigmoid(x[xAt + i]);
        }
    }

    @Override
    public void log1pExp(double[] x, int xAt, double[] out, int outAt, int n) {
        for (int i = 0; i < n; i++) {
            out[outAt + i] = ElementaryFunctions.log1pExp(x[xAt + i]);
        }
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
        for (int p = 0; p < particles; p++) {
            int to = etaAt + p * etaStride;
            for (int i = 0; i < rows; i++) {
                eta[to + i] = offset == null ? 0 : offset[offsetAt + i];
            }
            for (int j = 0; j < columns.length; j++) {
                axpy(theta[thetaAt + p * thetaStride + j], x, columns[j] * stride + firstRow, eta, to, rows);
            }
        }
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
        for (int p = 0; p < particles; p++) {
            for (int j = 0; j < columns.length; j++) {
                gradient[gradientAt + p * gradientStride + j] +=
                        dot(x, columns[j] * stride + firstRow, residual, residualAt + p * residualStride, rows);
            }
        }
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
        var sum = new LaneSum();
        for (int i = 0; i < n; i++) {
            double m = trials == null ? 1 : trials[trialsAt + i];
            sum.add(i, binomialLogitRow(eta[etaAt + i], y[yAt + i], m, residual, residualAt + i));
        }
        return sum.total();
    }

    /** Log-likelihood of one row; its derivative goes to {@code residual[at]}. */
    static double binomialLogitRow(double eta, double y, double m, double[] residual, int at) {
        residual[at] = binomialLogitResidualRow(eta, y, m);
        return binomialLogLikelihood(eta, y, m);
    }

    /** y eta - m log(1 + e^eta), with max(eta, 0) taken out of the logarithm so that nothing cancels. */
    private static double binomialLogLikelihood(double eta, double y, double m) {
        return Math.fma(y - (eta < 0 ? 0 : m), eta, -(m * ElementaryFunctions.log1pExpOfMinusAbs(eta)));
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
        for (int i = 0; i < n; i++) {
            double m = trials == null ? 1 : trials[trialsAt + i];
            residual[residualAt + i] = binomialLogitResidualRow(eta[etaAt + i], y[yAt + i], m);
        }
    }

    static double binomialLogitResidualRow(double eta, double y, double m) {
        return Math.fma(-m, ElementaryFunctions.sigmoid(eta), y);
    }

    @Override
    public double poissonLog(double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        var sum = new LaneSum();
        for (int i = 0; i < n; i++) {
            sum.add(i, poissonLogRow(eta[etaAt + i], y[yAt + i], residual, residualAt + i));
        }
        return sum.total();
    }

    /** Log-likelihood of one row; its derivative goes to {@code residual[at]}. */
    static double poissonLogRow(double eta, double y, double[] residual, int at) {
        double mean = ElementaryFunctions.exp(eta);
        residual[at] = y - mean;
        return Math.fma(y, eta, -mean);
    }

    @Override
    public void poissonLogResidual(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        for (int i = 0; i < n; i++) {
            residual[residualAt + i] = y[yAt + i] - ElementaryFunctions.exp(eta[etaAt + i]);
        }
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
        var sum = new LaneSum();
        for (int i = 0; i < n; i++) {
            double m = trials == null ? 1 : trials[trialsAt + i];
            sum.add(
                    i,
                    expectedBinomialLogitRow(
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

    /** Expected log-likelihood of one row; its derivative goes to {@code residual[at]}. */
    static double expectedBinomialLogitRow(
            double eta,
            double[] nodes,
            double[] weights,
            int nodesAt,
            int nodeStride,
            int q,
            double y,
            double m,
            double[] residual,
            int at) {
        double likelihood = 0;
        double derivative = 0;
        for (int k = 0; k < q; k++) {
            double weight = weights[nodesAt + k * nodeStride];
            double shifted = eta + nodes[nodesAt + k * nodeStride];
            derivative = Math.fma(weight, binomialLogitResidualRow(shifted, y, m), derivative);
            likelihood = Math.fma(weight, binomialLogLikelihood(shifted, y, m), likelihood);
        }
        residual[at] = derivative;
        return likelihood;
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
        for (int i = 0; i < n; i++) {
            double m = trials == null ? 1 : trials[trialsAt + i];
            residual[residualAt + i] = expectedBinomialLogitResidualRow(
                    eta[etaAt + i], nodes, weights, nodesAt + i, nodeStride, q, y[yAt + i], m);
        }
    }

    static double expectedBinomialLogitResidualRow(
            double eta, double[] nodes, double[] weights, int nodesAt, int nodeStride, int q, double y, double m) {
        double derivative = 0;
        for (int k = 0; k < q; k++) {
            double shifted = eta + nodes[nodesAt + k * nodeStride];
            derivative =
                    Math.fma(weights[nodesAt + k * nodeStride], binomialLogitResidualRow(shifted, y, m), derivative);
        }
        return derivative;
    }
}
