package org.driftfield.kernel;

import static java.util.Objects.checkFromIndexSize;

import java.lang.reflect.InvocationTargetException;
import org.driftfield.InputException;

/**
 * The hot loops over arrays: sums, elementary functions and the pieces of generalised linear models, for many parameter
 * vectors (particles) at once, and of autoregressions.
 *
 * <p>Every method gives the same bits whether it runs on the Vector API or not, whatever the width of a register, and a
 * particle's result does not depend on the other particles in the call. A sum over n terms is in a fixed order given n,
 * so a caller that cuts rows into tiles keeps the tile boundaries fixed to keep the bits.
 *
 * <p>An argument {@code fooAt} is the index of the first element used in {@code foo}. The elementwise functions and the
 * log-likelihoods may write over an input, at the same index; otherwise outputs and inputs do not overlap. A range outside
 * its array is an {@link IndexOutOfBoundsException}.
 *
 * <p>The Vector API is used where the virtual machine was started with {@code --add-modules jdk.incubator.vector}. The
 * system property {@code driftfield.kernels} chooses: {@code scalar}, or {@code vector2}, {@code vector4}, {@code vector8}
 * for the doubles a register.
 */
public final class Kernels {
    static final String PROPERTY = "driftfield.kernels";
    private static final String SCALAR = "scalar";
    private static final KernelSet SET = choose();

    private Kernels() {}

    private static KernelSet choose() {
        String wanted = System.getProperty(PROPERTY, "");
        return switch (wanted) {
            case SCALAR -> new ScalarKernels();
            case "", "vector2", "vector4", "vector8" -> {
                KernelSet vector = vectorKernels();
                InputException.require(
                        vector != null || wanted.isEmpty(),
                        "%s=%s needs java --add-modules jdk.incubator.vector",
                        PROPERTY,
                        wanted);
                yield vector == null ? new ScalarKernels() : vector;
            }
            default ->
                throw new InputException(
                        PROPERTY + " must be scalar, vector2, vector4 or vector8, got '" + wanted + "'");
        };
    }

    static KernelSet set() {
        return SET;
    }

    /** The Vector API implementation, or null where its module is absent. */
    static KernelSet vectorKernels() {
        return vectorised("VectorKernels", KernelSet.class);
    }

    /** One of the classes that use the Vector API, or null where its module is absent. By name: they are compiled last. */
    static <T> T vectorised(String name, Class<T> type) {
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return null;
        }
        try {
            var constructor = Class.forName("org.driftfield.kernel." + name).getDeclaredConstructor();
            return type.cast(constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the vector kernels failed to start", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the vector kernels are missing from the build", e);
        }
    }

    /** What runs the loops, as in {@code Vector API, 4 doubles a register} or {@code scalar}. */
    public static String description() {
        return SET.description();
    }

    /** The sum of a[i] b[i]. */
    public static double dot(double[] a, int aAt, double[] b, int bAt, int n) {
        checkFromIndexSize(aAt, n, a.length);
        checkFromIndexSize(bAt, n, b.length);
        return SET.dot(a, aAt, b, bAt, n);
    }

    /** The sum of a[i]. */
    public static double sum(double[] a, int aAt, int n) {
        checkFromIndexSize(aAt, n, a.length);
        return SET.sum(a, aAt, n);
    }

    /** y[i] += alpha x[i], with one rounding. */
    public static void axpy(double alpha, double[] x, int xAt, double[] y, int yAt, int n) {
        checkFromIndexSize(xAt, n, x.length);
        checkFromIndexSize(yAt, n, y.length);
        SET.axpy(alpha, x, xAt, y, yAt, n);
    }

    /** out[i] = e^x[i] within one ulp; 0 where the exact value is below 2^-1022. */
    public static void exp(double[] x, int xAt, double[] out, int outAt, int n) {
        checkFromIndexSize(xAt, n, x.length);
        checkFromIndexSize(outAt, n, out.length);
        SET.exp(x, xAt, out, outAt, n);
    }

    /** The innovations of an autoregression: out[i] = x[i+1] - phi x[i] - level, for n + 1 values of x. */
    public static void innovations(double[] x, int xAt, double phi, double level, double[] out, int outAt, int n) {
        checkFromIndexSize(xAt, n + 1, x.length);
        checkFromIndexSize(outAt, n, out.length);
        SET.innovations(x, xAt, phi, level, out, outAt, n);
    }

    /**
     * The gradient of a log density of log variances that follow an autoregression: gradient[i] becomes halfSquare[i]
     * gradient[i] - half[i] - here e[i] + next e[i+1], for n + 1 innovations e.
     *
     * @param half one half, or 0 where there is no return
     * @param halfSquare half the squared returns
     * @param gradient e to the minus log variance; receives the gradient
     */
    public static void pathGradient(
            double[] half,
            double[] halfSquare,
            double[] innovations,
            int innovationsAt,
            double here,
            double next,
            double[] gradient,
            int gradientAt,
            int n) {
        checkFromIndexSize(0, n, half.length);
        checkFromIndexSize(0, n, halfSquare.length);
        checkFromIndexSize(innovationsAt, n + 1, innovations.length);
        checkFromIndexSize(gradientAt, n, gradient.length);
        SET.pathGradient(half, halfSquare, innovations, innovationsAt, here, next, gradient, gradientAt, n);
    }

    /**
     * The sums over rows i of x[i][j] - x[0][j], and of the squares of that, for each column j: what a variance needs.
     *
     * @param x row i starts at {@code xAt + i * stride}
     */
    public static void columnSquares(
            double[] x, int xAt, int stride, int rows, int columns, double[] sums, double[] squares) {
        checkBatch(x, xAt, stride, rows, columns);
        checkFromIndexSize(0, columns, sums.length);
        checkFromIndexSize(0, columns, squares.length);
        SET.columnSquares(x, xAt, stride, rows, columns, sums, squares);
    }

    /** out[i] = 1 / (1 + e^-x[i]) to a relative error of 4e-16; 0 where e^x[i] is below 2^-1022. */
    public static void sigmoid(double[] x, int xAt, double[] out, int outAt, int n) {
        checkFromIndexSize(xAt, n, x.length);
        checkFromIndexSize(outAt, n, out.length);
        SET.sigmoid(x, xAt, out, outAt, n);
    }

    /** out[i] = log(1 + e^x[i]) to a relative error of 4e-16; 0 where e^x[i] is below 2^-1022. */
    public static void log1pExp(double[] x, int xAt, double[] out, int outAt, int n) {
        checkFromIndexSize(xAt, n, x.length);
        checkFromIndexSize(outAt, n, out.length);
        SET.log1pExp(x, xAt, out, outAt, n);
    }

    /**
     * Linear predictors of a batch of particles over a tile of rows: eta[p][i] = offset[i] + sum over j of
     * x[columns[j]][firstRow + i] theta[p][j], added in the order of j.
     *
     * @param x data by column: row r of column c is {@code x[c * stride + r]}
     * @param columns the columns of this block of parameters
     * @param theta parameters; particle p starts at {@code thetaAt + p * thetaStride}
     * @param offset a fixed part of the predictor shared by all particles, one value per row of the tile, or null
     * @param eta output; particle p starts at {@code etaAt + p * etaStride}
     */
    public static void linearPredictors(
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
        checkColumns(x, stride, columns, firstRow, rows);
        checkBatch(theta, thetaAt, thetaStride, particles, columns.length);
        checkBatch(eta, etaAt, etaStride, particles, rows);
        if (offset != null) {
            checkFromIndexSize(offsetAt, rows, offset.length);
        }
        SET.linearPredictors(
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

    /**
     * Adds the contribution of a tile of rows to a batch of gradients: gradient[p][j] += sum over i of
     * x[columns[j]][firstRow + i] residual[p][i]. The arrays are laid out as in {@link #linearPredictors}. The bits depend
     * on where a tile begins and ends, not on how particles or columns are grouped into calls.
     */
    public static void transposeTimes(
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
        checkColumns(x, stride, columns, firstRow, rows);
        checkBatch(residual, residualAt, residualStride, particles, rows);
        checkBatch(gradient, gradientAt, gradientStride, particles, columns.length);
        SET.transposeTimes(
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

    /**
     * Log-likelihood of binary outcomes under a logit link, the sum of y eta - log(1 + e^eta), for finite eta.
     *
     * @param residual output: the derivative with respect to eta, y - sigmoid(eta)
     */
    public static double bernoulliLogit(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        checkRows(eta, etaAt, y, yAt, null, 0, residual, residualAt, n);
        return SET.binomialLogit(eta, etaAt, y, yAt, null, 0, residual, residualAt, n);
    }

    /** The residual of {@link #bernoulliLogit} without the log-likelihood, which costs a logarithm. */
    public static void bernoulliLogitResidual(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        checkRows(eta, etaAt, y, yAt, null, 0, residual, residualAt, n);
        SET.binomialLogitResidual(eta, etaAt, y, yAt, null, 0, residual, residualAt, n);
    }

    /**
     * Log-likelihood of y successes in m trials under a logit link without the binomial coefficient, the sum of
     * y eta - m log(1 + e^eta), for finite eta.
     *
     * @param residual output: the derivative with respect to eta, y - m sigmoid(eta)
     */
    public static double binomialLogit(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        checkRows(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
        return SET.binomialLogit(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
    }

    /** The residual of {@link #binomialLogit} without the log-likelihood, which costs a logarithm. */
    public static void binomialLogitResidual(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        checkRows(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
        SET.binomialLogitResidual(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
    }

    /**
     * Log-likelihood of counts under a log link without the factorials, the sum of y eta - e^eta.
     *
     * @param residual output: the derivative with respect to eta, y - e^eta
     */
    public static double poissonLog(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        checkRows(eta, etaAt, y, yAt, null, 0, residual, residualAt, n);
        return SET.poissonLog(eta, etaAt, y, yAt, residual, residualAt, n);
    }

    /** The residual of {@link #poissonLog} without the log-likelihood. */
    public static void poissonLogResidual(
            double[] eta, int etaAt, double[] y, int yAt, double[] residual, int residualAt, int n) {
        checkRows(eta, etaAt, y, yAt, null, 0, residual, residualAt, n);
        SET.poissonLogResidual(eta, etaAt, y, yAt, residual, residualAt, n);
    }

    /**
     * The binomial log-likelihood averaged over a quadrature of an unknown shift o of each predictor: the sum over rows i
     * and nodes k of w[k][i] (y (eta + o[k][i]) - m log(1 + e^(eta + o[k][i]))), for finite eta + o.
     *
     * @param nodes shifts; node k of row i is at {@code nodesAt + k * nodeStride + i}
     * @param weights weights, laid out as the nodes
     * @param q nodes per row
     * @param trials m, or null for one trial a row
     * @param residual output: the derivative with respect to eta
     */
    public static double expectedBinomialLogit(
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
        checkRows(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
        checkBatch(nodes, nodesAt, nodeStride, q, n);
        checkBatch(weights, nodesAt, nodeStride, q, n);
        return SET.expectedBinomialLogit(
                eta, etaAt, nodes, weights, nodesAt, nodeStride, q, y, yAt, trials, trialsAt, residual, residualAt, n);
    }

    /** The residual of {@link #expectedBinomialLogit} without the log-likelihood, which costs a logarithm a node. */
    public static void expectedBinomialLogitResidual(
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
        checkRows(eta, etaAt, y, yAt, trials, trialsAt, residual, residualAt, n);
        checkBatch(nodes, nodesAt, nodeStride, q, n);
        checkBatch(weights, nodesAt, nodeStride, q, n);
        SET.expectedBinomialLogitResidual(
                eta, etaAt, nodes, weights, nodesAt, nodeStride, q, y, yAt, trials, trialsAt, residual, residualAt, n);
    }

    private static void checkRows(
            double[] eta,
            int etaAt,
            double[] y,
            int yAt,
            double[] trials,
            int trialsAt,
            double[] residual,
            int residualAt,
            int n) {
        checkFromIndexSize(etaAt, n, eta.length);
        checkFromIndexSize(yAt, n, y.length);
        if (trials != null) {
            checkFromIndexSize(trialsAt, n, trials.length);
        }
        checkFromIndexSize(residualAt, n, residual.length);
    }

    /** Checks {@code count} runs of {@code length} elements that start {@code stride} apart. */
    private static void checkBatch(double[] a, int at, int stride, int count, int length) {
        if (count == 0) {
            return;
        }
        if (count < 0 || (count > 1 && stride < length)) {
            throw new IndexOutOfBoundsException(count + " runs of " + length + " elements, " + stride
                    + " apart from index " + at + ", do not fit an array of " + a.length);
        }
        checkFromIndexSize(at, (count - 1L) * stride + length, a.length);
    }

    private static void checkColumns(double[] x, int stride, int[] columns, int firstRow, int rows) {
        checkFromIndexSize(firstRow, rows, stride);
        for (int column : columns) {
            checkFromIndexSize((long) column * stride + firstRow, rows, x.length);
        }
    }
}
