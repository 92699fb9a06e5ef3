package org.driftfield.kernel;

/**
 * One implementation of the hot loops; {@link Kernels} documents and validates the arguments. Every implementation
 * returns the same bits, so sums follow {@link LaneSum} and functions follow {@link ElementaryFunctions}.
 */
interface KernelSet {
    String description();

    double dot(double[] a, int aAt, double[] b, int bAt, int n);

    double sum(double[] a, int aAt, int n);

    void axpy(double alpha, double[] x, int xAt, double[] y, int yAt, int n);

    void exp(double[] x, int xAt, double[] out, int outAt, int n);

    void innovations(double[] x, int xAt, double phi, double level, double[] out, int outAt, int n);

    void pathGradient(
            double[] half,
            double[] halfSquare,
            double[] innovations,
            int innovationsAt,
            double here,
            double next,
            double[] gradient,
            int gradientAt,
            int n);

    void columnSquares(double[] x, int xAt, int stride, int rows, int columns, double[] sums, double[] squares);

    void sigmoid(double[] x, int xAt, double[] out, int outAt, int n);

    void log1pExp(double[] x, int xAt, double[] out, int outAt, int n);

    void linearPredictors(
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
            int etaStride);

    void transposeTimes(
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
            int gradientStride);

    /** {@code trials} may be null: one trial a row. */
    double binomialLogit(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n);

    /** {@code trials} may be null: one trial a row. */
    void binomialLogitResidual(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n);

    double poissonLog(double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n);

    void poissonLogResidual(double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n);

    /** {@code trials} may be null: one trial a row. */
    double expectedBinomialLogit(
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
            int n);

    /** {@code trials} may be null: one trial a row. */
    void expectedBinomialLogitResidual(
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
            int n);
}
