package org.driftfield.sampler;

import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;

/**
 * Grows a Hamiltonian trajectory from a point, forwards or backwards in time at random, doubling it until it makes a U-turn,
 * and chooses one of its points. Serves one chain; all memory is allocated at construction.
 */
final class Trajectory {
    /** An energy that has risen by so much says that the integrator no longer follows the Hamiltonian. */
    private static final double DIVERGENCE = 1000;

    private final FreeModel.Evaluator density;
    private final MassMatrix mass;
    private final double[] velocity;
    private final Subtree whole;
    private final Subtree extension;
    private final Subtree[] secondHalves;
    private PhasePoint end;
    private PhasePoint otherEnd;

    private RandomStream random;
    private double startEnergy;
    private double acceptanceSum;
    private int leapfrogs;
    private int depth;
    private boolean diverged;

    Trajectory(FreeModel.Evaluator density, int d, MassMatrix mass, int maxDepth) {
        this.density = density;
        this.mass = mass;
        velocity = new double[d];
        whole = new Subtree(d);
        extension = new Subtree(d);
        secondHalves = new Subtree[maxDepth - 1];
        for (int level = 0; level < secondHalves.length; level++) {
            secondHalves[level] = new Subtree(d);
        }
        end = new PhasePoint(d);
        otherEnd = new PhasePoint(d);
    }

    /** Grows a trajectory from the position of {@code start} with a new momentum; returns the chosen point. */
    Subtree grow(PhasePoint start, double stepSize, RandomStream stream) {
        random = stream;
        end.copyFrom(start);
        mass.drawMomentum(random, end.momentum);
        mass.velocity(end.momentum, velocity);
        otherEnd.copyFrom(end);
        startEnergy = end.energy(velocity);
        whole.setTo(end, velocity, 0);
        acceptanceSum = 0;
        leapfrogs = 0;
        diverged = false;
        double signedStep = stepSize;
        boolean goesOn = true;
        for (depth = 0; goesOn && depth <= secondHalves.length; ) {
            if (random.nextBoolean()) {
                PhasePoint turned = end;
                end = otherEnd;
                otherEnd = turned;
                whole.reverse();
                signedStep = -signedStep;
            }
            if (!build(depth, signedStep, extension)) {
                break;
            }
            depth++;
            goesOn = whole.append(extension, Math.log(random.nextDouble()), true);
        }
        return whole;
    }

    /** Moves the end by 2^level steps into {@code piece}; false when that diverges or makes a U-turn within. */
    private boolean build(int level, double signedStep, Subtree piece) {
        if (level == 0) {
            return leap(signedStep, piece);
        }
        Subtree second = secondHalves[level - 1];
        return build(level - 1, signedStep, piece)
                && build(level - 1, signedStep, second)
                && piece.append(second, Math.log(random.nextDouble()), false);
    }

    private boolean leap(double signedStep, Subtree piece) {
        end.leap(signedStep, density, mass, velocity);
        leapfrogs++;
        double logWeight = startEnergy - end.energy(velocity);
        // Not a number counts as a divergence, as does a log density of plus infinity.
        if (!(logWeight >= -DIVERGENCE && logWeight < Double.POSITIVE_INFINITY)) {
            diverged = true;
            return false;
        }
        acceptanceSum += Math.min(1, Math.exp(logWeight));
        piece.setTo(end, velocity, logWeight);
        return true;
    }

    /** The mean acceptance probability over the points of the last trajectory: what the step size is tuned by. */
    double acceptance() {
        return acceptanceSum / leapfrogs;
    }

    /** The energy at the start of the last trajectory, which all of it has but for the error of the integrator. */
    double energy() {
        return startEnergy;
    }

    int leapfrogs() {
        return leapfrogs;
    }

    int depth() {
        return depth;
    }

    boolean diverged() {
        return diverged;
    }
}
