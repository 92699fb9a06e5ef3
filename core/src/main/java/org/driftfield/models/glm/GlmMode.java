package org.driftfield.models.glm;

import java.util.Optional;
import org.driftfield.InputException;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.meanfield.Block;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The mode of the posterior on the unconstrained scale and the curvature (minus Hessian) there: where particles start from
 * and what shapes their moves.
 */
record GlmMode(double[] theta, double[] z, double[] curvature) {
    private static final int ITERATIONS = 100;
    private static final double LONGEST_LAST_STEP = 0.01;

    /** Newton's method with step halving for the families with a log-concave likelihood; each try is one sum over rows. */
    static GlmMode of(GlmData data, RowLikelihood likelihood, CoefficientPriors priors) {
        int d = data.d;
        Point here = Point.at(new double[d], data, likelihood, priors);
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            double[] beta = here.beta;
            double[] step = solve(here.hessian, here.gradient, d);
            double decrement = 0;
            for (int j = 0; j < d; j++) {
                decrement += step[j] * here.gradient[j];
            }
            if (decrement < 1e-12) {
                // Under separation the gain per step dies out while the steps stay long: there is no mode to arrive at.
                if (longest(data, step) > LONGEST_LAST_STEP) {
                    throw improper();
                }
                return new GlmMode(beta, beta, here.hessian);
            }
            Point there = null;
            for (double length = 1; length > 1e-10; length /= 2) {
                double[] moved = new double[d];
                for (int j = 0; j < d; j++) {
                    moved[j] = beta[j] + length * step[j];
                }
                there = Point.at(moved, data, likelihood, priors);
                if (there.value >= here.value + 1e-4 * length * decrement) {
                    break;
                }
            }
            if (there == null || !(there.value > here.value)) {
                // No further progress in floating point: this is the mode.
                return new GlmMode(beta, beta, here.hessian);
            }
            here = there;
        }
        throw improper();
    }

    /** The log density at given coefficients, its gradient, and XᵀWX plus the prior precisions. */
    private record Point(double[] beta, double value, double[] gradient, double[] hessian) {
        static Point at(double[] beta, GlmData data, RowLikelihood likelihood, CoefficientPriors priors) {
            int d = data.d;
            double[] sums = data.rows.sum(new RowSums.Newton(likelihood, beta));
            double value = sums[0];
            double[] gradient = new double[d];
            double[] hessian = new double[d * d];
            int at = 1 + d;
            for (int j = 0; j < d; j++) {
                value += priors.log(j, beta[j]);
                gradient[j] = priors.slope(j, beta[j]) + sums[1 + j];
                for (int k = 0; k <= j; k++) {
                    hessian[j * d + k] = sums[at];
                    hessian[k * d + j] = sums[at++];
                }
                hessian[j * d + j] += priors.precision(j);
            }
            return new Point(beta, value, gradient, hessian);
        }
    }

    /** By how much a step changes the linear predictor of the row it changes most. */
    private static double longest(GlmData data, double[] step) {
        return data
                .rows
                .map((rows, number) -> {
                    double longest = 0;
                    for (int i = 0; i < rows.rows(); i++) {
                        double change = 0;
                        for (int j = 0; j < step.length; j++) {
                            change += rows.x(i, j) * step[j];
                        }
                        longest = Math.max(longest, Math.abs(change));
                    }
                    return longest;
                })
                .stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    private static InputException improper() {
        return new InputException(
                "the posterior is improper under flat priors: the columns separate the responses perfectly,"
                        + " are collinear, or are more than the rows; give the coefficients a normal prior");
    }

    private static double[] solve(double[] hessian, double[] gradient, int d) {
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(d);
        DMatrixRMaj step = new DMatrixRMaj(d, 1);
        if (!solver.setA(new DMatrixRMaj(d, d, true, hessian.clone())) || solver.quality() < 1e-18) {
            throw improper();
        }
        solver.solve(new DMatrixRMaj(d, 1, true, gradient.clone()), step);
        return step.data;
    }

    /** N(mode, curvature⁻¹). */
    MultivariateNormal approximation() {
        int d = z.length;
        return MultivariateNormal.ofCovariance(z, inverse(curvature, d));
    }

    /** The inverse of the curvature of the block: the covariance of its optimal factor if the posterior were normal. */
    Optional<Preconditioner> preconditioner(Block block) {
        int k = block.size();
        double[] own = new double[k * k];
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < k; b++) {
                own[a * k + b] = curvature[block.coordinates()[a] * z.length + block.coordinates()[b]];
            }
        }
        return Optional.of(Preconditioner.covariance(inverse(own, k), k));
    }

    private static double[] inverse(double[] matrix, int d) {
        // Scaled to a unit diagonal first: coefficients may differ in scale by many orders of magnitude.
        double[] scale = new double[d];
        DMatrixRMaj scaled = new DMatrixRMaj(d, d);
        for (int j = 0; j < d; j++) {
            scale[j] = 1 / Math.sqrt(matrix[j * d + j]);
        }
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                scaled.set(j, k, matrix[j * d + k] * scale[j] * scale[k]);
            }
        }
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        if (!CommonOps_DDRM.invertSPD(scaled, inverse)) {
            throw improper();
        }
        double[] out = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                // Both triangles from one, so that the result is symmetric to the bit.
                out[j * d + k] = inverse.get(Math.max(j, k), Math.min(j, k)) * scale[j] * scale[k];
            }
        }
        return out;
    }
}
