package org.driftfield.meanfield;

import java.util.function.DoubleUnaryOperator;
import org.driftfield.driver.State;
import org.driftfield.dynamics.ParticleDynamics;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;

/**
 * The step size and preconditioner of one particle factor. Until frozen, the preconditioner is re-estimated from the cloud
 * and its gradients now and then, and an automatic step size follows what the dynamics says.
 */
final class Tuning {
    private static final double SMALLEST_STEP = 1e-30;

    /** Up to this iteration the cloud is looked at every few iterations, afterwards ever more rarely. */
    private static final int EARLY = 60;

    private static final int POWER_ITERATIONS = 12;

    /** A full covariance needs this many particles for each coordinate, and is not tried above so many coordinates. */
    private static final int PARTICLES_PER_COORDINATE = 5;

    static final int LARGEST_FULL = 200;

    private final int d;
    private final int particles;
    private final ParticleDynamics dynamics;
    private final StepSchedule schedule;
    private final Preconditioning kind;
    private final Preconditioner fixed;
    private final boolean matched;

    /** What stands where in {@link #numbers}: the step size, moves since the preconditioner changed, sweep of its next change, whether frozen. */
    private static final int STEP = 0;

    private static final int MOVES = 1;
    private static final int NEXT = 2;
    private static final int FROZEN = 3;

    private final double[] numbers;

    /** Cholesky factor (full) or standard deviations (diagonal); empty when the preconditioner is fixed. */
    private final double[] shape;

    private Preconditioner preconditioner;

    Tuning(
            int index,
            int d,
            int particles,
            ParticleDynamics dynamics,
            StepSchedule schedule,
            Preconditioning asked,
            Preconditioner fromModel,
            State state) {
        this.d = d;
        this.particles = particles;
        this.dynamics = dynamics;
        this.schedule = schedule;
        boolean enough = particles >= PARTICLES_PER_COORDINATE * d && d <= LARGEST_FULL;
        this.kind = asked != Preconditioning.AUTOMATIC
                ? asked
                : fromModel != null ? Preconditioning.MODEL : enough ? Preconditioning.FULL : Preconditioning.DIAGONAL;
        this.fixed = switch (kind) {
            case MODEL -> fromModel;
            case IDENTITY -> Preconditioner.identity(d);
            default -> null;
        };
        this.preconditioner = fixed;
        this.matched = kind == Preconditioning.MODEL && schedule instanceof StepSchedule.Automatic;
        this.shape = new double[kind == Preconditioning.FULL ? d * d : kind == Preconditioning.DIAGONAL ? d : 0];
        this.numbers = new double[] {dynamics.firstStep(d), 0, 0, 0};
        state.put("factor" + index + ".tuning", numbers);
        state.put("factor" + index + ".shape", shape);
    }

    /** The step size of this iteration. */
    double step(long iteration) {
        if (schedule instanceof StepSchedule.Given given) {
            return given.at(iteration);
        }
        return dynamics.step(numbers[STEP], iteration, tuning());
    }

    /** Whether the preconditioner was made to be close to the target's covariance: the model's is. */
    boolean matched() {
        return matched;
    }

    /** Whether anything may still be tuned. */
    boolean tuning() {
        return numbers[FROZEN] == 0;
    }

    Preconditioner preconditioner() {
        return preconditioner;
    }

    /** Whether it is time to look at the cloud again. */
    boolean due(long iteration) {
        return tuning() && iteration >= numbers[NEXT];
    }

    /** Whether lost particles may be gathered before the cloud is looked at: early, and when all else is automatic too. */
    boolean gathers(long iteration) {
        return iteration > 1 && iteration <= EARLY && dynamics.adjusted() && schedule instanceof StepSchedule.Automatic;
    }

    /** Called before a move when {@link #due}: renews the preconditioner and the step size from the cloud. */
    void renew(long iteration, double[] z, double[] gradient, Target target) {
        numbers[NEXT] = iteration < EARLY ? iteration + 5 : Math.floor(iteration * 1.5);
        if (fixed == null) {
            estimate(z, gradient);
            restored();
            numbers[MOVES] = 0;
        }
        if (schedule instanceof StepSchedule.Automatic) {
            numbers[STEP] = clamp(dynamics.renewed(numbers[STEP], () -> curvature(z, target)));
        }
    }

    /** Called after each move: steers the step size towards the acceptance rate that the moves aim at. */
    void after(double acceptance, DoubleUnaryOperator aim) {
        if (tuning() && schedule instanceof StepSchedule.Automatic automatic) {
            numbers[MOVES]++;
            double wanted = aim.applyAsDouble(automatic.acceptance());
            numbers[STEP] = clamp(dynamics.steered(numbers[STEP], acceptance, wanted, numbers[MOVES]));
        }
    }

    void freeze() {
        numbers[FROZEN] = 1;
    }

    /** Rebuilds the preconditioner from the numbers in the state. */
    void restored() {
        if (fixed == null) {
            preconditioner = kind == Preconditioning.FULL
                    ? new Preconditioner.Dense(shape, d)
                    : new Preconditioner.Diagonal(shape);
        }
    }

    private double clamp(double h) {
        return Math.max(SMALLEST_STEP, Math.min(dynamics.largestStep(matched), h));
    }

    private void estimate(double[] z, double[] gradient) {
        double[] mean = new double[d];
        double[] covariance = new double[kind == Preconditioning.FULL ? d * d : d];
        Moments.meanAndCovariance(z, particles, d, mean, covariance);
        if (kind == Preconditioning.DIAGONAL) {
            CloudCurvature.inverseRoots(z, gradient, particles, d, shape);
            for (int j = 0; j < d; j++) {
                boolean known = shape[j] > 0 && shape[j] <= Double.MAX_VALUE;
                shape[j] = known ? shape[j] : Math.sqrt(Math.max(covariance[j], smallest(mean[j])));
            }
            return;
        }
        double[] known = CloudCurvature.inverseFactor(z, gradient, particles, d);
        if (known != null) {
            System.arraycopy(known, 0, shape, 0, d * d);
            return;
        }
        // Off-diagonal elements shrink by the share of them that is noise; it also keeps the matrix positive definite.
        double keep = 1 - d / (double) (particles + d);
        for (int j = 0; j < d; j++) {
            covariance[j * d + j] = Math.max(covariance[j * d + j], smallest(mean[j]));
        }
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                if (j != k) {
                    covariance[j * d + k] *= keep;
                }
            }
        }
        System.arraycopy(
                ((Preconditioner.Dense) Preconditioner.covariance(covariance, d)).factor(), 0, shape, 0, d * d);
    }

    private static double smallest(double mean) {
        return 1e-20 * (1 + mean * mean);
    }

    /** The largest curvature of the whitened target at the middle of the cloud, by power iteration on gradients. */
    private double curvature(double[] z, Target target) {
        double[] mean = new double[d];
        Moments.mean(z, particles, d, mean);
        double[] direction = new double[2 * d];
        double[] colored = new double[2 * d];
        double[] points = new double[2 * d];
        double[] gradients = new double[2 * d];
        java.util.Arrays.fill(direction, 0, d, 1 / Math.sqrt(d));
        double largest = 0;
        for (int round = 0; round < POWER_ITERATIONS; round++) {
            preconditioner.times(direction, 0, colored, 0, 1);
            double width = 1e-3;
            for (int j = 0; j < d; j++) {
                points[j] = mean[j] + width * colored[j];
                points[d + j] = mean[j] - width * colored[j];
            }
            target.evaluate(0, points, 0, 2, null, gradients);
            for (int j = 0; j < d; j++) {
                gradients[j] = (gradients[d + j] - gradients[j]) / (2 * width);
            }
            preconditioner.transposeTimes(gradients, 0, direction, 0, 1);
            double norm = 0;
            for (int j = 0; j < d; j++) {
                norm += direction[j] * direction[j];
            }
            norm = Math.sqrt(norm);
            if (!(norm > 0 && norm <= Double.MAX_VALUE)) {
                break;
            }
            largest = norm;
            for (int j = 0; j < d; j++) {
                direction[j] /= norm;
            }
        }
        return largest > 0 ? largest : 1;
    }
}
