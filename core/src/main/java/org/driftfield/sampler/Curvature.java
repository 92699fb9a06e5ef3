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

    /** All columns together: where the rows are elsewhere, an evaluation has a price of its own. */
    private void differentiate(double[] z) {
        double[] sizes = new double[d];
        Arrays.setAll(sizes, i -> turned ? 1 : Math.max(1, Math.abs(z[i])));
        findSteps(z, basis, sizes, steps);
        Points points = new Points(4 * d);
        for (int i = 0; i < d; i++) {
            for (double step : new double[] {2 * steps[i], -2 * steps[i], steps[i], -steps[i]}) {
                points.add(z, step, basis, i);
            }
        }
        points.evaluate();
        DMatrixRMaj changes = new DMatrixRMaj(d, d);
        for (int i = 0; i < d; i++) {
            for (int k = 0; k < d; k++) {
                double far = points.slope(4 * i, k) - points.slope(4 * i + 1, k);
                double near = points.slope(4 * i + 2, k) - points.slope(4 * i + 3, k);
                double change = (8 * near - far) / (12 * steps[i]);
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

    /**
     * Steps along the columns of a matrix that are STEP standard deviations long, found from the curvature over first guesses.
     *
     * @param found the guesses, 0 for none; receives the steps
     */
    private void findSteps(double[] z, DMatrixRMaj along, double[] sizes, double[] found) {
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            found[i] = found[i] > 0 ? found[i] : FIRST_STEP * sizes[i];
            open.add(i);
        }
        for (int refinement = 0; refinement < REFINEMENTS && !open.isEmpty(); refinement++) {
            Points points = new Points(2 * open.size());
            for (int i : open) {
                points.add(z, 2 * found[i], along, i);
                points.add(z, -2 * found[i], along, i);
            }
            points.evaluate();
            List<Integer> still = new ArrayList<>();
            for (int at = 0; at < open.size(); at++) {
                int i = open.get(at);
                double change = 0;
                for (int j = 0; j < d; j++) {
                    change += along.get(j, i) * (points.slope(2 * at, j) - points.slope(2 * at + 1, j));
                }
                double curvature = -change / (4 * found[i]);
                if (curvature <= 0) {
                    found[i] = FIRST_STEP * sizes[i];
                    continue;
                }
                boolean finite = Double.isFinite(curvature);
                double wanted = finite ? STEP / Math.sqrt(curvature) : found[i] / 10;
                wanted = Math.max(1e-10 * sizes[i], Math.min(sizes[i], wanted));
                boolean near = finite && wanted < 3 * found[i] && found[i] < 3 * wanted;
                found[i] = wanted;
                if (!near) {
                    still.add(i);
                }
            }
            open = still;
        }
    }

    /** Points at some distance from one along columns of a matrix, which are evaluated together. */
    private final class Points {
        private final double[] at;
        private final double[] values;
        private final double[] gradients;
        private int count;

        Points(int most) {
            at = new double[Math.multiplyExact(most, d)];
            values = new double[most];
            gradients = new double[at.length];
        }

        void add(double[] z, double step, DMatrixRMaj along, int column) {
            for (int j = 0; j < d; j++) {
                at[count * d + j] = z[j] + step * along.get(j, column);
            }
            count++;
        }

        void evaluate() {
            if (count > 0) {
                density.evaluate(at, count, values, gradients);
            }
        }

        double value(int point) {
            return values[point];
        }

        double slope(int point, int j) {
            return gradients[point * d + j];
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
        DMatrixRMaj directions = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(basis, eigenvectors, directions);
        int curved = 0;
        while (curved < d && eigenvalues[curved] > Math.max(LEAST_EIGENVALUE * d, 2 * asymmetry)) {
            curved++;
        }
        Points points = new Points(2 * curved);
        for (int i = 0; i < curved; i++) {
            double length = 1 / Math.sqrt(eigenvalues[i]);
            points.add(z, length, directions, i);
            points.add(z, -length, directions, i);
        }
        points.evaluate();
        for (int i = 0; i < d; i++) {
            if (i == curved || !falls(value - points.value(2 * i), value - points.value(2 * i + 1))) {
                return coordinatesOf(z, CommonOps_DDRM.extractColumn(directions, i, null).data);
            }
        }
        return List.of();
    }

    private static boolean falls(double above, double below) {
        // Not a number: outside the density's domain, which is a fall.
        return !(above < LEAST_FALL || below < LEAST_FALL || Math.min(above, below) > MOST_FALL);
    }

    /** The coordinates in which a direction, in units of their own standard deviations, is at least half its largest. */
    private List<Integer> coordinatesOf(double[] z, double[] direction) {
        double[] sizes = new double[d];
        Arrays.setAll(sizes, j -> Math.max(1, Math.abs(z[j])));
        double[] own = new double[d];
        findSteps(z, CommonOps_DDRM.identity(d), sizes, own);
        double[] inDeviations = new double[d];
        double most = 0;
        for (int j = 0; j < d; j++) {
            inDeviations[j] = Math.abs(direction[j]) / own[j];
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
