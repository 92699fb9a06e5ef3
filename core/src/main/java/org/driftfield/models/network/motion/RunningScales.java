package org.driftfield.models.network.motion;

import org.driftfield.driver.State;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.engine.Workers;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.recipe.CloudRecipe;

/** Updates of q(τ) and q(σ²) after each move, the latter from residuals of recent iterations; now and then of the noise's tails. */
final class RunningScales implements ScaleUpdates {
    /** Memory of the average squared residual: minibatches of all particles make it precise within a few iterations. */
    private static final double RESIDUAL_BETA = 0.9;

    /**
     * How often the tails of the noise are looked at, and from which part of the schedule on: before, a large residual says
     * that the network has not learnt yet.
     */
    private static final int TAILS_EVERY = 50;

    private static final double TAILS_FROM = 0.2;

    /** Outputs, particles times rows, that are looked at for them, and the fewest particles. */
    private static final int OUTPUTS_FOR_TAILS = 1_000_000;

    private static final int FEWEST_FOR_TAILS = 4;

    /** From so many rows on particles differ by much less than the noise: fewer of them tell, and a look is to cost a tenth of moving. */
    private static final int MANY_ROWS = 10_000;

    private static final int OUTPUTS_FOR_MANY_ROWS = 100_000;
    private static final int FEWEST_FOR_MANY_ROWS = 1;
    private static final int FEWEST_LOOKS = 15;

    private final NetworkTarget target;
    private final int iterations;
    private final FloatCloud cloud;
    private final Evaluation evaluation;
    private final double[] squares;
    private final double[] loss = {1};
    /** Particles that are looked at for the tails, and how often. */
    private final int some;

    private final int every;

    RunningScales(NetworkTarget target, CloudRecipe.Standard recipe, FloatCloud cloud, Workers workers) {
        this.target = target;
        this.iterations = recipe.iterations();
        this.cloud = cloud;
        this.evaluation = target.tails == null ? null : new Evaluation(target.net, workers);
        int n = target.rows.n;
        this.squares = new double[target.tails == null ? 0 : n];
        boolean many = n >= MANY_ROWS;
        int enough = many
                ? Math.max(FEWEST_FOR_MANY_ROWS, OUTPUTS_FOR_MANY_ROWS / n)
                : Math.max(FEWEST_FOR_TAILS, OUTPUTS_FOR_TAILS / n);
        this.some = Math.min(enough, cloud.particles());
        // Moving a particle takes about as long as the outputs of three times its minibatch.
        double moving = recipe.growth(target.task, n, cloud.particles()).moves(1, 1);
        int cheap = (int) (10.0 * n * some / (3.0 * target.rows.batch * moving));
        this.every = many ? Math.max(TAILS_EVERY, Math.min(cheap, iterations / FEWEST_LOOKS)) : TAILS_EVERY;
    }

    @Override
    public double first() {
        return loss[0];
    }

    @Override
    public void moved(long iteration, double seen) {
        loss[0] = RESIDUAL_BETA * loss[0] + (1 - RESIDUAL_BETA) * seen;
        target.scales.updateTau(cloud.meanSquare());
        target.scales.updateNoise(loss[0]);
        if (target.tails != null && looks(iteration)) {
            int looked = Math.min(some, cloud.moving());
            evaluation.meanSquaredResiduals(cloud.points(), cloud.at(0), looked, target.rows.x, target.rows.y, squares);
            target.tails.update(squares, target.scales.noisePrecision());
        }
    }

    private boolean looks(long iteration) {
        long first = (long) Math.ceil(TAILS_FROM * iterations);
        return iteration == first || (iteration > first && iteration % every == 0);
    }

    @Override
    public double recentLoss() {
        return loss[0];
    }

    @Override
    public void register(State state, String prefix) {
        state.put(prefix + "loss", loss);
    }
}
