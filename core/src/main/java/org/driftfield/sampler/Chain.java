package org.driftfield.sampler;

import static org.driftfield.InputException.require;

import org.driftfield.InputException;
import org.driftfield.driver.State;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** One chain of the No-U-Turn sampler. */
final class Chain {
    private static final int START_TRIES = 100;
    private static final double START_RANGE = 2;
    private static final double LOG_WANTED = Math.log(0.8);
    private static final double LARGEST_STEP = 1e7;

    private static final int DIVERGED = 0;
    private static final int CUT_SHORT = 1;
    private static final int MADE = 2;

    /** Of the energies since the warm-up: mean, sum of squares about it, the last one, sum of squared changes. */
    private static final int ENERGY_MEAN = 3;

    private static final int ENERGY_SQUARES = 4;
    private static final int LAST_ENERGY = 5;
    private static final int ENERGY_CHANGES = 6;

    /** Fewer transitions say nothing about the spread of the energy. */
    private static final int FEWEST_ENERGIES = 100;

    private final NutsOptions options;
    private final WarmupSchedule schedule;
    private final int number;
    private final FreeModel model;
    private final FreeModel.Evaluator density;
    private final MassMatrix mass;
    private final StepSize step = new StepSize();
    private final Trajectory trajectory;
    private final RandomStream random = RandomStream.of(0, 0, 0, 0);
    private final PhasePoint current;
    private final double[] logDensity = new double[1];
    private final double[] counts = new double[7];
    private final PhasePoint trial;
    private final double[] velocity;
    private double stepSizeUsed;

    Chain(FreeModel model, NutsOptions options, WarmupSchedule schedule, int number, State state) {
        this.options = options;
        this.schedule = schedule;
        this.number = number;
        this.model = model;
        density = model.evaluator();
        int d = model.dimension();
        mass = MassMatrix.of(options.metric(), d);
        trajectory = new Trajectory(density, d, mass, options.maxDepth());
        current = new PhasePoint(d);
        trial = new PhasePoint(d);
        velocity = new double[d];
        String prefix = "chain" + (number + 1) + ".";
        state.put(prefix + "position", current.position)
                .put(prefix + "gradient", current.gradient)
                .put(prefix + "log_density", logDensity)
                .put(prefix + "step", step.numbers)
                .put(prefix + "counts", counts);
        mass.putInto(state, prefix);
    }

    /** Begins at the given point of the unconstrained scale, or at a random one where it is null. */
    void start(double[] given) {
        random.reset(options.seed(), 0, StreamKeys.NUTS_START, number);
        boolean found = false;
        for (int attempt = 0; !found && attempt < (given == null ? START_TRIES : 1); attempt++) {
            for (int j = 0; j < current.position.length; j++) {
                current.position[j] = given == null ? START_RANGE * (2 * random.nextDouble() - 1) : given[j];
            }
            current.logDensity = density.evaluate(current.position, current.gradient);
            found = Double.isFinite(current.logDensity) && allFinite(current.gradient);
        }
        require(
                found,
                given == null
                        ? "the log density and its gradient must be finite somewhere near the origin of the unconstrained"
                                + " scale, got none at %d random points; give starting points"
                        : "the log density and its gradient must be finite at the starting point, got %2$s in chain %3$d",
                START_TRIES,
                current.logDensity,
                number + 1);
        logDensity[0] = current.logDensity;
        findStepSize(0);
    }

    private static boolean allFinite(double[] values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    /** Doubles or halves the step size until the acceptance probability of one step crosses 0.8, then tunes from there. */
    private void findStepSize(long iteration) {
        random.reset(options.seed(), iteration, StreamKeys.NUTS_STEP_SEARCH, number);
        double size = step.value();
        boolean grow = oneStepGain(size) > LOG_WANTED;
        while (oneStepGain(size) > LOG_WANTED == grow) {
            size = grow ? 2 * size : size / 2;
            if (size > LARGEST_STEP) {
                throw new InputException(
                        "the posterior seems to be improper: a step of any length is accepted; give proper priors");
            }
            if (size == 0) {
                throw new InputException(
                        "no step is small enough to be accepted: is the log density continuous, and its"
                                + " gradient right? The gradient check tells");
            }
        }
        step.restart(size);
    }

    /** The fall of the energy over one step with a new momentum. */
    private double oneStepGain(double size) {
        trial.copyFrom(current);
        mass.drawMomentum(random, trial.momentum);
        mass.velocity(trial.momentum, velocity);
        double before = trial.energy(velocity);
        trial.leap(size, density, mass, velocity);
        double gain = before - trial.energy(velocity);
        return Double.isNaN(gain) ? Double.NEGATIVE_INFINITY : gain;
    }

    void transition(long iteration, boolean frozen) {
        random.reset(options.seed(), iteration, StreamKeys.NUTS_TRANSITION, number);
        stepSizeUsed = step.value();
        Subtree chosen = trajectory.grow(current, stepSizeUsed, random);
        System.arraycopy(chosen.position(), 0, current.position, 0, current.position.length);
        System.arraycopy(chosen.gradient(), 0, current.gradient, 0, current.gradient.length);
        current.logDensity = chosen.logDensity();
        logDensity[0] = current.logDensity;
        if (frozen) {
            count(trajectory.energy());
            counts[DIVERGED] += trajectory.diverged() ? 1 : 0;
            counts[CUT_SHORT] += trajectory.depth() == options.maxDepth() ? 1 : 0;
        } else {
            adapt(iteration);
        }
    }

    private void count(double energy) {
        double n = ++counts[MADE];
        double change = energy - counts[LAST_ENERGY];
        counts[ENERGY_CHANGES] += n == 1 ? 0 : change * change;
        counts[LAST_ENERGY] = energy;
        double delta = energy - counts[ENERGY_MEAN];
        counts[ENERGY_MEAN] += delta / n;
        counts[ENERGY_SQUARES] += delta * (energy - counts[ENERGY_MEAN]);
    }

    private void adapt(long iteration) {
        step.learn(trajectory.acceptance(), options.targetAcceptance());
        if (schedule.collects(iteration)) {
            mass.learn(current.position, current.gradient);
        }
        if (schedule.renews(iteration)) {
            mass.renew(model.freeNames());
            findStepSize(iteration);
        }
    }

    void freeze() {
        step.freeze();
    }

    void restored() {
        current.logDensity = logDensity[0];
        mass.refresh();
    }

    void draw(double[] out, int at) {
        System.arraycopy(current.position, 0, out, at, current.position.length);
    }

    double logDensity() {
        return current.logDensity;
    }

    /** The step size of the last transition. */
    double stepSizeUsed() {
        return stepSizeUsed;
    }

    Trajectory trajectory() {
        return trajectory;
    }

    /** Transitions since the warm-up. */
    long made() {
        return (long) counts[MADE];
    }

    /** The estimated Bayesian fraction of missing information (Betancourt 2016); NaN for too few transitions. */
    double energyFraction() {
        return counts[MADE] < FEWEST_ENERGIES ? Double.NaN : counts[ENERGY_CHANGES] / counts[ENERGY_SQUARES];
    }

    /** How many of them diverged. */
    long diverged() {
        return (long) counts[DIVERGED];
    }

    /** How many of them ended at the maximum depth. */
    long cutShort() {
        return (long) counts[CUT_SHORT];
    }
}
