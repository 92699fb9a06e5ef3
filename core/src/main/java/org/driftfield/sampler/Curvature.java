package org.driftfield.sampler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.model.UnconstrainedDensity;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The negative Hessian A of a log density by differences of its gradient. It is kept as scale and shape,
 * A_jk = s_j s_k B_jk with B_jj = ±1, so that parameters on very different scales (an intercept and the slope of a calendar
 * year) do no harm. Differences are taken over a small part of each coordinate's conditional standard deviation 1 / s_j.
 */
final class Curvature {
    /** The step in conditional standard deviations: the error of the four-point formula, step⁴ / 30, is then near rounding. */
    private static final double STEP = 5e-3;

    private static final int REFINEMENTS = 8;
    private static final double LEAST_FALL = 1e-3;

    private final UnconstrainedDensity density;
    private final int d;
    private final double[] steps;
    private final double[] moved;
    private final double[] up;
    private final double[] down;
    private final double[] up2;
    private final double[] down2;

    final double[] scale;
    final DMatrixRMaj shape;
    /** How far the computed shape is from symmetric: the size of its numerical error. */
    private double asymmetry;

    Curvature(UnconstrainedDensity density) {
        this.density = density;
        d = density.dimension();
        steps = new double[d];
        moved = new double[d];
        up = new double[d];
        down = new double[d];
        up2 = new double[d];
        down2 = new double[d];
        scale = new double[d];
        shape = new DMatrixRMaj(d, d);
    }

    void computeAt(double[] z) {
        System.arraycopy(z, 0, moved, 0, d);
        for (int j = 0; j < d; j++) {
            steps[j] = findStep(z, j);
            difference(z, j, 2 * steps[j], up2, down2);
            difference(z, j, steps[j], up, down);
            for (int k = 0; k < d; k++) {
                double value = -(8 * (up[k] - down[k]) - (up2[k] - down2[k])) / (12 * steps[j]);
                shape.set(j, k, Double.isFinite(value) ? value : 0);
            }
        }
        for (int j = 0; j < d; j++) {
            // A coordinate without curvature has the scale of its gradient steps, and 0 on the diagonal of the shape.
            double diagonal = Math.abs(shape.get(j, j));
            scale[j] = diagonal > 0 ? Math.sqrt(diagonal) : STEP / steps[j];
        }
        asymmetry = 0;
        for (int j = 0; j < d; j++) {
            for (int k = 0; k <= j; k++) {
                double one = shape.get(j, k) / scale[j] / scale[k];
                double other = shape.get(k, j) / scale[j] / scale[k];
                asymmetry = Math.max(asymmetry, Math.abs(one - other));
                shape.set(j, k, (one + other) / 2);
                shape.set(k, j, (one + other) / 2);
            }
        }
    }

    /** A step that is STEP conditional standard deviations long, found from the curvature over a first guess. */
    private double findStep(double[] z, int j) {
        double size = Math.max(1, Math.abs(z[j]));
        double smallest = 1e-10 * size;
        double step = steps[j] > 0 ? steps[j] : 1e-4 * size;
        for (int refinement = 0; refinement < REFINEMENTS; refinement++) {
            difference(z, j, 2 * step, up, down);
            double curvature = -(up[j] - down[j]) / (4 * step);
            double wanted;
            if (!Double.isFinite(curvature)) {
                wanted = step / 10;
            } else if (curvature > 0) {
                wanted = STEP / Math.sqrt(curvature);
            } else {
                return 1e-4 * size;
            }
            wanted = Math.max(smallest, Math.min(size, wanted));
            boolean near = Double.isFinite(curvature) && wanted < 3 * step && step < 3 * wanted;
            step = wanted;
            if (near) {
                break;
            }
        }
        return step;
    }

    private void difference(double[] z, int j, double step, double[] above, double[] below) {
        moved[j] = z[j] + step;
        density.evaluate(moved, above);
        moved[j] = z[j] - step;
        density.evaluate(moved, below);
        moved[j] = z[j];
    }

    /**
     * Why the point {@code z} is no mode, as the coordinates that take part in the first direction in which the density does
     * not fall: by its curvature, up to numerical error, or seen from one standard deviation away, where on a ridge that
     * rises for ever it is still higher. Empty at a mode.
     */
    List<Integer> flatCoordinates(double[] z, double value) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
        eigen.decompose(shape.copy());
        int least = 0;
        for (int i = 1; i < d; i++) {
            if (eigen.getEigenvalue(i).getReal() < eigen.getEigenvalue(least).getReal()) {
                least = i;
            }
        }
        if (!(eigen.getEigenvalue(least).getReal() > Math.max(1e-13 * d, 2 * asymmetry))) {
            return largest(eigen.getEigenVector(least).data);
        }
        for (int i = 0; i < d; i++) {
            double[] direction = eigen.getEigenVector(i).data;
            double length = 1 / Math.sqrt(eigen.getEigenvalue(i).getReal());
            if (rises(z, value, direction, length) || rises(z, value, direction, -length)) {
                return largest(direction);
            }
        }
        return List.of();
    }

    private boolean rises(double[] z, double value, double[] direction, double length) {
        for (int j = 0; j < d; j++) {
            moved[j] = z[j] + length * direction[j] / scale[j];
        }
        // A normal density falls by 1/2.
        return density.evaluate(moved, up) > value - LEAST_FALL;
    }

    /** A⁻¹, row-major, where A is positive definite. */
    double[] inverse() {
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        LinearSolverDense<DMatrixRMaj> cholesky = LinearSolverFactory_DDRM.chol(d);
        if (!cholesky.setA(shape.copy())) {
            throw new IllegalStateException("the curvature is not positive definite");
        }
        cholesky.invert(inverse);
        double[] out = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                out[j * d + k] = (inverse.get(j, k) + inverse.get(k, j)) / 2 / scale[j] / scale[k];
            }
        }
        return out;
    }

    /** The coordinates in which a direction, given in units of 1 / scale, is at least half as large as in its largest. */
    static List<Integer> largest(double[] direction) {
        double most = Arrays.stream(direction).map(Math::abs).max().orElse(0);
        List<Integer> out = new ArrayList<>();
        for (int j = 0; j < direction.length; j++) {
            if (Math.abs(direction[j]) >= most / 2) {
                out.add(j);
            }
        }
        return out;
    }
}
