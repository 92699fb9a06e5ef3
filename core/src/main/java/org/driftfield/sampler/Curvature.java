package org.driftfield.sampler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.model.FreeModel;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The negative Hessian A of a log density by differences of its gradient. So that parameters on very different scales, or
 * nearly collinear ones (a calendar year and its square), do no harm, differences are taken along the columns of a basis T,
 * each over a small part of the standard deviation along it, and Tᵀ A T = B is kept; where B is ill conditioned, T is turned
 * into the basis in which it would be the identity, and B is computed again.
 */
final class Curvature {
    /** The step in standard deviations: the error of the four-point formula, step⁴ / 30, is then near rounding. */
    private static final double STEP = 5e-3;

    private static final double FIRST_STEP = 1e-4;
    private static final int REFINEMENTS = 8;
    private static final int TURNS = 2;
    private static final double ILL_CONDITIONED = 1e-4;
    private static final double LEAST_EIGENVALUE = 1e-14;
    /** One standard deviation away a normal density falls by 1/2; this much less, or more, has no such shape. */
    private static final double LEAST_FALL = 1e-3;

    private static final double MOST_FALL = 100;

    private final FreeModel.Evaluator density;
    private final int d;
    private final double[] moved;
    private final double[] up;
    private final double[] down;
    private final double[] up2;
    private final double[] down2;
    private final double[] column;
    private final double[] steps;
    private boolean turned;
    private DMatrixRMaj basis;
    private DMatrixRMaj shape;
    private double[] eigenvalues;
    private DMatrixRMaj eigenvectors;
    /** How far the computed shape was from symmetric: the size of its numerical error. */
    private double asymmetry;

    Curvature(FreeModel.Evaluator density, int d) {
        this.density = density;
        this.d = d;
        moved = new double[d];
        up = new double[d];
        down = new double[d];
        up2 = new double[d];
        down2 = new double[d];
        column = new double[d];
        steps = new double[d];
        basis = CommonOps_DDRM.identity(d);
    }

    void computeAt(double[] z) {
        differentiate(z);
        for (int turn = 0; turn < TURNS && leastEigenvalue() < ILL_CONDITIONED; turn++) {
            turn();
            differentiate(z);
        }
    }

    private void differentiate(double[] z) {
        DMatrixRMaj changes = new DMatrixRMaj(d, d);
        for (int i = 0; i < d; i++) {
            takeColumn(basis, i);
            steps[i] = findStep(z, turned ? 1 : Math.max(1, Math.abs(z[i])), steps[i]);
            difference(z, 2 * steps[i], up2, down2);
            difference(z, steps[i], up, down);
            for (int k = 0; k < d; k++) {
                double change = (8 * (up[k] - down[k]) - (up2[k] - down2[k])) / (12 * steps[i]);
                changes.set(i, k, Double.isFinite(change) ? -change : 0);
            }
        }
        DMatrixRMaj raw = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(changes, basis, raw);
        rescale(raw);
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
        eigen.decompose(shape.copy());
        eigenvalues = new double[d];
        eigenvectors = new DMatrixRMaj(d, d);
        for (int i = 0; i < d; i++) {
            eigenvalues[i] = eigen.getEigenvalue(i).getReal();
            CommonOps_DDRM.insert(eigen.getEigenVector(i), eigenvectors, 0, i);
        }
    }

    /** Makes the diagonal ±1 by changing the length of the basis vectors, and the matrix symmetric. */
    private void rescale(DMatrixRMaj raw) {
        double[] length = new double[d];
        for (int i = 0; i < d; i++) {
            double diagonal = Math.abs(raw.get(i, i));
            length[i] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 1;
            steps[i] /= length[i];
        }
        CommonOps_DDRM.multCols(basis, length);
        CommonOps_DDRM.multCols(raw, length);
        CommonOps_DDRM.multRows(length, raw);
        turned = true;
        asymmetry = 0;
        shape = new DMatrixRMaj(d, d);
        for (int i = 0; i < d; i++) {
            for (int k = 0; k < d; k++) {
                asymmetry = Math.max(asymmetry, Math.abs(raw.get(i, k) - raw.get(k, i)));
                shape.set(i, k, (raw.get(i, k) + raw.get(k, i)) / 2);
            }
        }
    }

    private void turn() {
        DMatrixRMaj next = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(basis, eigenvectors, next);
        double[] length = new double[d];
        for (int i = 0; i < d; i++) {
            length[i] = 1 / Math.sqrt(Math.max(LEAST_EIGENVALUE, Math.abs(eigenvalues[i])));
        }
        CommonOps_DDRM.multCols(next, length);
        basis = next;
        Arrays.fill(steps, STEP);
    }

    private double leastEigenvalue() {
        return Arrays.stream(eigenvalues).min().orElseThrow();
    }

    private void takeColumn(DMatrixRMaj matrix, int i) {
        for (int j = 0; j < d; j++) {
            column[j] = matrix.get(j, i);
        }
    }

    /** A step along the column that is STEP standard deviations long, found from the curvature over a first guess. */
    private double findStep(double[] z, double size, double guess) {
        double step = guess > 0 ? guess : FIRST_STEP * size;
        for (int refinement = 0; refinement < REFINEMENTS; refinement++) {
            difference(z, 2 * step, up, down);
            double change = 0;
            for (int j = 0; j < d; j++) {
                change += column[j] * (up[j] - down[j]);
            }
            double curvature = -change / (4 * step);
            if (curvature <= 0) {
                return FIRST_STEP * size;
            }
            boolean finite = Double.isFinite(curvature);
            double wanted = finite ? STEP / Math.sqrt(curvature) : step / 10;
            wanted = Math.max(1e-10 * size, Math.min(size, wanted));
            boolean near = finite && wanted < 3 * step && step < 3 * wanted;
            step = wanted;
            if (near) {
                break;
            }
        }
        return step;
    }

    private void difference(double[] z, double step, double[] above, double[] below) {
        moveTo(z, step);
        density.evaluate(moved, above);
        moveTo(z, -step);
        density.evaluate(moved, below);
    }

    private void moveTo(double[] z, double step) {
        for (int j = 0; j < d; j++) {
            moved[j] = z[j] + step * column[j];
        }
    }

    /** Solves (B + damping I) s = Tᵀ gradient and writes the step T s; false where that is not positive definite. */
    boolean solve(double[] gradient, double damping, double[] step) {
        DMatrixRMaj damped = shape.copy();
        for (int i = 0; i < d; i++) {
            damped.add(i, i, damping);
        }
        LinearSolverDense<DMatrixRMaj> cholesky = LinearSolverFactory_DDRM.chol(d);
        if (!cholesky.setA(damped)) {
            return false;
        }
        DMatrixRMaj projected = new DMatrixRMaj(d, 1);
        DMatrixRMaj solution = new DMatrixRMaj(d, 1);
        CommonOps_DDRM.multTransA(basis, DMatrixRMaj.wrap(d, 1, gradient), projected);
        cholesky.solve(projected, solution);
        CommonOps_DDRM.mult(basis, solution, DMatrixRMaj.wrap(d, 1, step));
        return Arrays.stream(step).allMatch(Double::isFinite);
    }

    /**
     * Why the point {@code z} is no mode to put a normal at, as the coordinates that take part in the first direction in
     * which the density does not fall as it should: by its curvature, up to numerical error, or seen from one standard
     * deviation away, where on a ridge that rises for ever it is still higher. Empty at a mode.
     */
    List<Integer> flatCoordinates(double[] z, double value) {
        for (int i = 0; i < d; i++) {
            DMatrixRMaj direction = new DMatrixRMaj(d, 1);
            CommonOps_DDRM.mult(basis, CommonOps_DDRM.extractColumn(eigenvectors, i, null), direction);
            takeColumn(direction, 0);
            boolean curved = eigenvalues[i] > Math.max(LEAST_EIGENVALUE * d, 2 * asymmetry);
            if (!curved || !fallsAlongColumn(z, value, 1 / Math.sqrt(eigenvalues[i]))) {
                return coordinatesOf(z, direction.data);
            }
        }
        return List.of();
    }

    private boolean fallsAlongColumn(double[] z, double value, double length) {
        moveTo(z, length);
        double above = value - density.evaluate(moved, up);
        moveTo(z, -length);
        double below = value - density.evaluate(moved, down);
        // Not a number: outside the density's domain, which is a fall.
        return !(above < LEAST_FALL || below < LEAST_FALL || Math.min(above, below) > MOST_FALL);
    }

    /** The coordinates in which a direction, in units of their own standard deviations, is at least half its largest. */
    private List<Integer> coordinatesOf(double[] z, double[] direction) {
        double[] inDeviations = new double[d];
        double most = 0;
        for (int j = 0; j < d; j++) {
            Arrays.fill(column, 0);
            column[j] = 1;
            inDeviations[j] = Math.abs(direction[j]) / findStep(z, Math.max(1, Math.abs(z[j])), 0);
            most = Math.max(most, inDeviations[j]);
        }
        List<Integer> out = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            if (inDeviations[j] >= most / 2) {
                out.add(j);
            }
        }
        return out;
    }

    /** A⁻¹ = T B⁻¹ Tᵀ, row-major, where A is positive definite. */
    double[] inverse() {
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        LinearSolverDense<DMatrixRMaj> cholesky = LinearSolverFactory_DDRM.chol(d);
        if (!cholesky.setA(shape.copy())) {
            throw new IllegalStateException("the curvature is not positive definite");
        }
        cholesky.invert(inverse);
        DMatrixRMaj left = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(basis, inverse, left);
        CommonOps_DDRM.multTransB(left, basis, inverse);
        double[] out = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                out[j * d + k] = (inverse.get(j, k) + inverse.get(k, j)) / 2;
            }
        }
        return out;
    }
}
