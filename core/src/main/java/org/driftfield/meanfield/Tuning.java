package org.driftfield.meanfield;

import org.driftfield.driver.State;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Langevin;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;

/**
 * The step size and preconditioner of one particle factor. Until frozen, the preconditioner is re-estimated from the cloud
 * and its gradients now and then, and an automatic step size follows the acceptance rate (adjusted) or the curvature (unadjusted).
 */
final class Tuning {
    /** Unadjusted Langevin inflates a variance by 1/(1 - hλ/4): the automatic step ends at two per cent. */
    private static final double UNADJUSTED_BIAS = 0.02;

    /** The first steps are so many times larger, to get near the answer quickly; that falls with this many iterations. */
    private static final double FIRST_STEPS = 12;

    private static final double FALL = 10;

    private static final double LARGEST_STEP = 1e30;
    private static final double SMALLEST_STEP = 1e-30;

    /** Up to this iteration the cloud is looked at every few iterations, afterwards ever more rarely. */
    private static final int EARLY = 60;

    private static final int POWER_ITERATIONS = 12;

    /** A full covariance needs this many particles for each coordinate, and is not tried above so many coordinates. */
    private static final int PARTICLES_PER_COORDINATE = 5;

    static final int LARGEST_FULL = 200;

    private final int d;
    private final int particles;
    private final Dynamics dynamics;
    private final StepSchedule schedule;
    private final Preconditioning kind;
    private final Preconditioner fixed;
    private final boolean matched;

    /** Step size; sweeps since the preconditioner changed; sweep of its next change; whether frozen. */
    private final double[] numbers;

    /** Cholesky factor (full) or standard deviations (diagonal); empty when the preconditioner is fixed. */
    private final double[] shape;

    private Preconditioner preconditioner;

    Tuning(
            int index,
            int d,
            int particles,
            Dynamics dynamics,
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
        this.matched = kind == Preconditioning.MODEL
                && dynamics == Dynamics.ADJUSTED
                && schedule instanceof StepSchedule.Automatic;
        this.shape = new double[kind == Preconditioning.FULL ? d * d : kind == Preconditioning.DIAGONAL ? d : 0];
        this.numbers = new double[] {Math.pow(d, -1 / 3.0), 0, 0, 0};
        state.put("factor" + index + ".tuning", numbers);
        state.put("factor" + index + ".shape", shape);
    }

    /** The step size of this iteration. */
    double step(long iteration) {
        if (schedule instanceof StepSchedule.Given given) {
            return given.at(iteration);
        }
        boolean early = dynamics == Dynamics.UNADJUSTED && numbers[3] == 0;
        return early ? numbers[0] * (1 + FIRST_STEPS * Math.exp(-iteration / FALL)) : numbers[0];
    }

    /** The sizes of the moves of a step size. The model's preconditioner is made to be close to the target's covariance. */
    Langevin.Step sizes(double h) {
        return matched ? Langevin.Step.matched(h) : Langevin.Step.explicit(h);
    }

    Preconditioner preconditioner() {
        return preconditioner;
    }

    /** Whether it is time to look at the cloud again. */
    boolean due(long iteration) {
        return numbers[3] == 0 && iteration >= numbers[2];
    }

    /** Whether lost particles may be gathered before the cloud is looked at: early, and when all else is automatic too. */
    boolean gathers(long iteration) {
        return iteration > 1
                && iteration <= EARLY
                && dynamics == Dynamics.ADJUSTED
                && schedule instanceof StepSchedule.Automatic;
    }

    /** Called before a move when {@link #due}: renews the preconditioner and the step size from the cloud. */
    void renew(long iteration, double[] z, double[] gradient, Target target) {
        numbers[2] = iteration < EARLY ? iteration + 5 : Math.floor(iteration * 1.5);
        if (fixed == null) {
            estimate(z, gradient);
            restored();
            numbers[1] = 0;
        }
        if (dynamics == Dynamics.UNADJUSTED && schedule instanceof StepSchedule.Automatic) {
            numbers[0] = clamp(4 * UNADJUSTED_BIAS / curvature(z, target));
        }
    }

    /** Called after each move: steers the step size towards the acceptance rate aimed at. */
    void after(double acceptance) {
        if (numbers[3] == 0 && dynamics == Dynamics.ADJUSTED && schedule instanceof StepSchedule.Automatic automatic) {
            numbers[1]++;
            // The rate is an average over the cloud, so it has little noise and large gains are safe.
            double gain = Math.max(1, 4 / Math.sqrt(numbers[1]));
            numbers[0] = clamp(numbers[0] * Math.exp(gain * (acceptance - automatic.acceptance())));
        }
    }

    void freeze() {
        numbers[3] = 1;
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
        return Math.max(SMALLEST_STEP, Math.min(matched ? Langevin.Step.LARGEST_MATCHED : LARGEST_STEP, h));
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
