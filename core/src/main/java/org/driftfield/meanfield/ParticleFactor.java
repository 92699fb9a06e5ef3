package org.driftfield.meanfield;

import java.util.Arrays;
import org.driftfield.InferenceException;
import org.driftfield.driver.State;
import org.driftfield.dynamics.ParticleDynamics;
import org.driftfield.dynamics.Particles;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;

/**
 * A factor represented by a cloud of M particles that move on the expected log density (Algorithm 1 of the paper), in the way
 * that a {@link ParticleDynamics} knows. All arrays hold particles one after the other.
 */
final class ParticleFactor implements Factor {
    /** Particles are dealt to threads in chunks of this many at the most; part of the arithmetic of nothing. */
    static final int CHUNK = 32;

    /** What a thread computes of a chunk should stay in its cache: chunks have about so many coordinates. */
    private static final int COORDINATES_A_CHUNK = 4096;

    /** Where the cloud is looked at by coordinate, so many neighbours share a line of the cache. */
    private static final int COORDINATES = 8;

    /** Coordinates beyond this are taken for a diverged run rather than an answer. */
    private static final double FAR = 1e15;

    /**
     * After so many moves in a row of which none was accepted for any particle, the run is given up. An automatic step size
     * falls by more than twenty orders of magnitude in that time; a cloud that stands still longer could pass for settled.
     */
    private static final int MOST_STUCK = 40;

    /** A particle is lost when it is so many nats below the good ones; it is pulled this close to one of them. */
    private static final double LOST = 20;

    private static final double LOST_PER_COORDINATE = 5;
    private static final double PULL = 0.1;

    /** What is remembered is looked at in so many coordinates at the most: the largest of too many is but noise. */
    private static final int MOST_REMEMBERED = 100;

    private final int index;
    private final Block block;
    private final String[] names;
    private final int particles;
    private final int d;
    private final Particles cloud;
    private final ParticleDynamics.Moves moves;

    /** The arrays of the cloud. */
    private final double[] z;

    private final double[] gradient;
    private final double[] logDensity;

    private final double[] start;

    /** How many moves in a row were rejected for every particle. */
    private final double[] stuck = {0};

    private final int chunk;
    private boolean current;

    /** @param atOnce whether all particles are moved together, since an evaluation has a price of its own */
    ParticleFactor(
            int index,
            Block block,
            String[] names,
            int particles,
            ParticleDynamics dynamics,
            State state,
            int threads,
            boolean atOnce) {
        this.index = index;
        this.block = block;
        this.names = names;
        this.particles = particles;
        this.d = block.size();
        cloud = new Particles(particles, d, dynamics.adjusted());
        z = cloud.z();
        gradient = cloud.gradient();
        logDensity = cloud.logDensity();
        chunk = atOnce ? particles : Math.max(4, Math.min(CHUNK, COORDINATES_A_CHUNK / d));
        moves = dynamics.moves(cloud, chunk, atOnce ? 1 : threads);
        start = new double[z.length];
        state.put("factor" + index + ".z", z);
        state.put("factor" + index + ".start", start);
        state.put("factor" + index + ".stuck", stuck);
        moves.memory().forEach((name, numbers) -> state.put("factor" + index + "." + name, numbers));
    }

    @Override
    public Block block() {
        return block;
    }

    /** The particles on the unconstrained scale, row-major; live. */
    double[] z() {
        return z;
    }

    /** The log density of each particle under the target of the last move, when adjusted; else null. */
    double[] logDensity() {
        return logDensity;
    }

    /** The gradient at each particle, once {@link #prepare}d. */
    double[] gradient() {
        return gradient;
    }

    /** Evaluates the target at the particles, which the next move does not do again. */
    void prepare(long iteration, Target target, Workers workers) {
        if (!current) {
            workers.forEach(particles, chunk, (worker, from, to) -> {
                evaluate(target, worker, iteration, 0, z, from, to, logDensity, gradient);
                check(iteration, from, to);
            });
            current = true;
        }
    }

    /**
     * Pulls lost particles close to good ones. Where the starting cloud is much wider than the target, particles far out can
     * sit where the density is so low and so steep that hardly any move is accepted. A particle is lost when its log density
     * is further below that of the best tenth than the particles of any settled cloud are likely to be.
     *
     * @return whether there were any
     */
    boolean gather(RandomStream random) {
        double[] sorted = logDensity.clone();
        Arrays.sort(sorted);
        double good = sorted[particles - 1 - particles / 10];
        int[] best = java.util.stream.IntStream.range(0, particles)
                .filter(i -> logDensity[i] >= good)
                .toArray();
        boolean any = false;
        for (int i = 0; i < particles; i++) {
            int near = best[random.nextInt(best.length)];
            if (logDensity[i] < good - LOST - LOST_PER_COORDINATE * d) {
                for (int j = 0; j < d; j++) {
                    z[i * d + j] = z[near * d + j] + PULL * (z[i * d + j] - z[near * d + j]);
                }
                any = true;
            }
        }
        return any;
    }

    /** See {@link CloudCurvature#misfit}; NaN when the gradients at the particles are not known. */
    double misfit() {
        return current && d <= Tuning.LARGEST_FULL ? CloudCurvature.misfit(z, gradient, particles, d) : Double.NaN;
    }

    /** Forgets values of the target at the particles, since one of the two has changed. */
    void forget() {
        current = false;
    }

    /** Takes the particles' present places for those they started from. */
    void remember() {
        System.arraycopy(z, 0, start, 0, z.length);
    }

    /**
     * How much the particles still remember of where they started: the largest correlation, over coordinates, between
     * starting and present places, or between their squared distances from the middle of the cloud. A cloud that has not
     * forgotten its start has not had the time to reach all of its target. While the cloud finds out how to move it is 1, and
     * the start is where the cloud is.
     */
    double memory(Workers workers) {
        if (moves.learning()) {
            remember();
            return 1;
        }
        int looked = Math.min(d, MOST_REMEMBERED);
        double[] each = new double[looked];
        workers.forEach(looked, COORDINATES, (worker, from, to) -> {
            double[][] then = new double[to - from][particles];
            double[][] now = new double[to - from][particles];
            for (int i = 0; i < particles; i++) {
                for (int k = from; k < to; k++) {
                    int at = i * d + (int) ((long) k * d / looked);
                    then[k - from][i] = start[at];
                    now[k - from][i] = z[at];
                }
            }
            for (int k = from; k < to; k++) {
                each[k] = memory(then[k - from], now[k - from]);
            }
        });
        return Arrays.stream(each).max().orElse(0);
    }

    private static double memory(double[] then, double[] now) {
        double linear = Moments.centredCorrelation(then, now);
        for (int i = 0; i < then.length; i++) {
            then[i] *= then[i];
            now[i] *= now[i];
        }
        return Math.max(linear, Moments.centredCorrelation(then, now));
    }

    /** The logarithm of the cloud's size: its standard deviations, multiplied. */
    double logVolume(Workers workers) {
        double[] variances = new double[d];
        workers.forEach(
                d, 8 * COORDINATES, (worker, from, to) -> Moments.variances(z, particles, d, from, to, variances));
        double sum = 0;
        for (double variance : variances) {
            sum += 0.5 * Math.log(variance);
        }
        return sum;
    }

    /** Moves every particle once and returns the mean acceptance probability (1 when unadjusted). */
    double move(
            long seed,
            long iteration,
            Target target,
            Tuning tuning,
            double h,
            Workers workers,
            RandomStream[] streams) {
        boolean known = current;
        ParticleDynamics.Sweep sweep = new ParticleDynamics.Sweep(
                seed,
                iteration,
                index,
                h,
                tuning.matched(),
                tuning.tuning(),
                tuning.preconditioner(),
                (worker, first, points, from, to, values, slopes) ->
                        evaluate(target, worker, iteration, first, points, from, to, values, slopes),
                streams);
        workers.forEach(particles, chunk, (worker, from, to) -> {
            if (!known) {
                evaluate(target, worker, iteration, 0, z, from, to, logDensity, gradient);
                check(iteration, from, to);
            }
            moves.move(sweep, worker, from, to);
            checkNear(iteration, from, to);
        });
        moves.moved(sweep);
        current = logDensity != null;
        checkStuck(iteration);
        return cloud.acceptance();
    }

    /** The rate of acceptance that the moves want, of the one asked for. */
    double aim(double asked) {
        return moves.aim(asked);
    }

    /** Evaluates the target at points, the one at 0 being of particle {@code first}; where the model throws, says for which. */
    private void evaluate(
            Target target,
            int worker,
            long iteration,
            int first,
            double[] points,
            int from,
            int to,
            double[] values,
            double[] slopes) {
        try {
            target.evaluate(worker, points, from, to, values, slopes);
        } catch (RuntimeException thrown) {
            for (int i = target.atOnce() ? to : from; i < to; i++) {
                try {
                    target.evaluate(worker, points, i, i + 1, values, slopes);
                } catch (RuntimeException e) {
                    throw InferenceException.because(
                            e,
                            "the model failed at particle %d of factor [%s] in iteration %d, where %s is %.6g on the"
                                    + " unconstrained scale: %s; check the model there",
                            first + i,
                            block.name(),
                            iteration,
                            names[0],
                            points[i * d],
                            e);
                }
            }
            throw thrown;
        }
    }

    private void check(long iteration, int from, int to) {
        for (int i = from; i < to; i++) {
            if (logDensity != null && !(Math.abs(logDensity[i]) <= Double.MAX_VALUE)) {
                throw new InferenceException(
                        "the log density is %s at particle %d of factor [%s] in iteration %d, where %s is %.6g on the unconstrained scale;"
                                + " check the model there, or start the particles closer to the posterior",
                        logDensity[i], i, block.name(), iteration, names[0], z[i * d]);
            }
            // A sum tells whether any is not finite, and is faster.
            boolean fine = Double.isFinite(Kernels.sum(gradient, i * d, d));
            for (int j = 0; j < d && !fine; j++) {
                double g = gradient[i * d + j];
                if (!(Math.abs(g) <= Double.MAX_VALUE)) {
                    throw new InferenceException(
                            "the gradient by %s is %s at particle %d of factor [%s] in iteration %d, where %s is %.6g on the unconstrained scale;"
                                    + " check the model's gradient there, or use a smaller step size",
                            names[j], g, i, block.name(), iteration, names[j], z[i * d + j]);
                }
            }
        }
    }

    private void checkNear(long iteration, int from, int to) {
        // Where moves are rejected, a place that is far off was accepted for its density.
        for (int at = from * d; logDensity == null && at < to * d; at++) {
            if (!(Math.abs(z[at]) < FAR)) {
                throw new InferenceException(
                        "the run diverged: %s of particle %d in factor [%s] reached %.3g in iteration %d;"
                                + " use a smaller step size, or adjusted dynamics",
                        names[at % d], at / d, block.name(), z[at], iteration);
            }
        }
    }

    private void checkStuck(long iteration) {
        stuck[0] = cloud.noneAccepted() ? stuck[0] + 1 : 0;
        if (stuck[0] == MOST_STUCK) {
            throw new InferenceException(
                    "every move of all %d particles of factor [%s] was rejected in iterations %d to %d; particle 0 last tried"
                            + " %s = %.6g on the unconstrained scale, with log density %s against %s where it is;"
                            + " use a smaller step size, and check the model's gradient",
                    particles,
                    block.name(),
                    iteration - MOST_STUCK + 1,
                    iteration,
                    names[0],
                    cloud.tried(),
                    cloud.triedLogDensity(),
                    logDensity[0]);
        }
    }

    static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
