package org.driftfield.models.network.line;

import java.util.Arrays;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Ridge regression on standardised inputs, with the penalty whose leave-one-out error is the lowest: with e_i the residual and
 * h_i the leverage of row i under a penalty, that error is the average of (e_i / (1 - h_i))².
 */
public final class Ridge {
    /** Penalties a row, from next to none to next to no slope: powers of √10. */
    private static final int WEAKEST = -12;

    private static final int STRONGEST = 6;

    /** The noise is at least this part of the leave-one-out error; of lines with half as many slopes as rows it is that part. */
    private static final double LEAST_OF_ERROR = 0.5;

    private final Columns columns;
    private final double[] vectors;
    private final double[] spreads;
    private final double[] slopes;
    private final double mean;
    private final double variance;
    /** What the residuals say of the variance, which goes with the penalty. */
    private final double residualVariance;

    private final double leaveOneOut;

    private Ridge(
            Columns columns,
            double[] vectors,
            double[] spreads,
            double[] slopes,
            double mean,
            double variance,
            double residualVariance,
            double leaveOneOut) {
        this.columns = columns;
        this.vectors = vectors;
        this.spreads = spreads;
        this.slopes = slopes;
        this.mean = mean;
        this.variance = variance;
        this.residualVariance = residualVariance;
        this.leaveOneOut = leaveOneOut;
    }

    /**
     * Fits a line.
     *
     * @param x row after row
     */
    public static Ridge of(float[] x, int inputs, double[] y) {
        Columns columns = new Columns(x, inputs);
        int n = columns.n;
        int p = columns.count();
        double mean = Arrays.stream(y).sum() / n;
        double[] values = new double[p];
        double[] vectors = eigen(columns.gram(), p, values);
        double[] z = new double[p];
        double[] turned = new double[p];
        double[] products = new double[p];
        for (int i = 0; i < n; i++) {
            columns.row(i, z);
            turn(vectors, z, turned);
            for (int k = 0; k < p; k++) {
                products[k] += turned[k] * (y[i] - mean);
            }
        }
        int count = STRONGEST - WEAKEST + 1;
        double[] errors = new double[count];
        double[] squares = new double[count];
        double[][] shrunk = new double[count][p];
        for (int g = 0; g < count; g++) {
            double penalty = penalty(g, n);
            for (int k = 0; k < p; k++) {
                shrunk[g][k] = 1 / (values[k] + penalty);
            }
        }
        for (int i = 0; i < n; i++) {
            columns.row(i, z);
            turn(vectors, z, turned);
            for (int g = 0; g < count; g++) {
                double residual = y[i] - mean;
                double leverage = 1.0 / n;
                for (int k = 0; k < p; k++) {
                    double t = turned[k] * shrunk[g][k];
                    residual -= t * products[k];
                    leverage += t * turned[k];
                }
                double left = residual / Math.max(1e-9, 1 - leverage);
                errors[g] += left * left / n;
                squares[g] += residual * residual;
            }
        }
        int best = count - 1;
        for (int g = count - 1; g >= 0; g--) {
            best = errors[g] < errors[best] ? g : best;
        }
        double freedom = n - 1;
        double[] spreads = new double[p];
        double[] rotated = new double[p];
        for (int k = 0; k < p; k++) {
            freedom -= values[k] * shrunk[best][k];
            spreads[k] = Math.sqrt(shrunk[best][k]);
            rotated[k] = products[k] * shrunk[best][k];
        }
        // A line with as many slopes as rows leaves no residuals, and these say nothing of the noise then: what it says
        // of rows that it
        // has not seen does.
        double residual = squares[best] / Math.max(1, freedom);
        double variance = Math.max(residual, LEAST_OF_ERROR * errors[best]);
        return new Ridge(columns, vectors, spreads, back(vectors, rotated), mean, variance, residual, errors[best]);
    }

    private static double penalty(int g, int n) {
        return n * Math.pow(10, 0.5 * (WEAKEST + g));
    }

    /** The eigenvectors of a symmetric matrix, one a row, and its eigenvalues. */
    private static double[] eigen(DMatrixRMaj matrix, int p, double[] values) {
        double[] vectors = new double[p * p];
        if (p == 0) {
            return vectors;
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(p, true, true);
        if (!eigen.decompose(matrix)) {
            throw new ArithmeticException("the inputs have no eigenvectors");
        }
        for (int k = 0; k < p; k++) {
            values[k] = Math.max(0, eigen.getEigenvalue(k).getReal());
            System.arraycopy(eigen.getEigenVector(k).data, 0, vectors, k * p, p);
        }
        return vectors;
    }

    private static void turn(double[] vectors, double[] z, double[] out) {
        int p = z.length;
        for (int k = 0; k < p; k++) {
            double sum = 0;
            for (int j = 0; j < p; j++) {
                sum += vectors[k * p + j] * z[j];
            }
            out[k] = sum;
        }
    }

    private static double[] back(double[] vectors, double[] rotated) {
        int p = rotated.length;
        double[] out = new double[p];
        for (int k = 0; k < p; k++) {
            for (int j = 0; j < p; j++) {
                out[j] += vectors[k * p + j] * rotated[k];
            }
        }
        return out;
    }

    /** Slopes, the intercept last. */
    public double[] coefficients() {
        return columns.onInputs(slopes, mean);
    }

    /** The variance of the noise: squared residuals over the degrees of freedom that the line leaves, if these are many. */
    public double variance() {
        return variance;
    }

    /** The mean squared error of predicting each row from the others. */
    public double leaveOneOut() {
        return leaveOneOut;
    }

    /** A draw of the coefficients from their posterior, N(slopes, σ² (ZᵀZ + penalty)⁻¹) on the standardised inputs. */
    public double[] draw(RandomStream random) {
        double sd = Math.sqrt(residualVariance);
        double[] rotated = new double[spreads.length];
        for (int k = 0; k < rotated.length; k++) {
            rotated[k] = sd * spreads[k] * random.nextNormal();
        }
        double[] drawn = back(vectors, rotated);
        for (int k = 0; k < drawn.length; k++) {
            drawn[k] += slopes[k];
        }
        return columns.onInputs(drawn, mean + sd / Math.sqrt(columns.n) * random.nextNormal());
    }
}
