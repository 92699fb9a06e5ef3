package org.driftfield.models.network.motion;

import org.driftfield.driver.State;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.dynamics.minibatch.MinibatchDynamics;
import org.driftfield.dynamics.minibatch.MovingCloud;
import org.driftfield.engine.Workers;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Growth;
import org.driftfield.random.StreamKeys;

/**
 * A group of particles, with a start, scales and random numbers of its own: the recipe's dynamics move its weights, after which
 * the conjugate scales are set.
 */
public final class Group {
    private final int number;
    private final NetworkTarget target;
    private final FloatCloud cloud;
    private final MovingCloud moving;
    private final ScaleUpdates updates;
    private final long seed;
    private final Growth growth;
    private final int end;
    /** How many particles move. */
    private final double[] movers;

    private double logLikelihood;

    /**
     * @param number which group of the run this is
     * @param end the last iteration of the run
     */
    public Group(
            int number,
            CloudRecipe recipe,
            NetworkTarget target,
            FloatCloud cloud,
            MinibatchDynamics.Space space,
            Workers workers,
            long seed,
            int end) {
        this.number = number;
        this.target = target;
        this.cloud = cloud;
        this.moving = new MovingCloud(cloud, recipe.dynamics(), target, space, workers);
        this.updates = recipe.match(
                standard -> new RunningScales(target, standard, cloud, workers),
                paper -> new IntermittentScales(target, paper.conjugateEvery(), paper.noise(), cloud, workers));
        this.seed = seed;
        this.growth = recipe.growth(target.task, target.rows.n, cloud.particles());
        this.end = end;
        this.movers = new double[] {cloud.particles()};
        int key = StreamKeys.network(StreamKeys.OfNetwork.START, number);
        recipe.<StartingWeights>match(
                        standard -> StartingWeights.scaled(target.net, standard.spread(), seed, key),
                        paper -> StartingWeights.around(target.net, paper.centre(), paper.start(), seed, key))
                .fill(cloud);
        target.scales.updateTau(cloud.measure().meanSquare());
        target.scales.updateNoise(updates.first());
    }

    private String prefix() {
        return "group." + number + ".";
    }

    /** Adds what the next step needs, besides the weights, to the state. */
    public void register(State state) {
        target.register(state, prefix());
        moving.moves().memory().forEach((name, values) -> state.put(prefix() + name, values));
        updates.register(state, prefix());
        state.put(prefix() + "moving", movers);
    }

    /** Works out what follows from the state, after that was read back. */
    public void restored() {
        target.scales.restored();
        cloud.move((int) movers[0]);
        cloud.measure();
    }

    /** Moves the particles, then sets the scales. */
    public void step(long iteration) {
        move(growth.moving(iteration, end));
        moving.step(new MinibatchDynamics.Sweep(
                seed,
                iteration,
                StreamKeys.network(StreamKeys.OfNetwork.ROWS, number),
                StreamKeys.network(StreamKeys.OfNetwork.MOVE, number)));
        logLikelihood = cloud.meanValue() / target.rows.batch;
        updates.moved(iteration, -2 * logLikelihood);
    }

    /** Has so many particles move from now on; those that come in begin where others are. */
    private void move(int count) {
        if (count > cloud.moving()) {
            cloud.follow();
        }
        movers[0] = count;
        cloud.move(count);
    }

    /** How many particles move, the first ones. */
    public int moving() {
        return cloud.moving();
    }

    /** Puts the particles that do not move where others are. */
    public void follow() {
        cloud.follow();
    }

    /** The cloud was put where an earlier one was, all particles of it. */
    public void replaced() {
        movers[0] = cloud.particles();
        restored();
    }

    public NetworkTarget target() {
        return target;
    }

    /** The average weights after the step. */
    public float[] mean() {
        return cloud.mean();
    }

    /** The log-likelihood at unit noise of the minibatches just seen: its average a row, over particles. */
    public double logLikelihood() {
        return logLikelihood;
    }

    /** -2 times that, averaged over recent iterations: what tells which of several groups fits best. */
    public double recentLoss() {
        return updates.recentLoss();
    }

    /** The step size of the last iteration. */
    public double stepSize() {
        return moving.moves().stepSize();
    }
}
