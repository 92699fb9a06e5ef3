package org.driftfield.models.network.motion;

import org.driftfield.driver.State;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.engine.Workers;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Task;

/** Updates of q(τ) and q(σ²) every so many iterations, as in Algorithm 2 of Tran, Tseng and Kohn. */
final class IntermittentScales implements ScaleUpdates {
    private static final int SUM = 0;
    private static final int COUNT = 1;

    private final NetworkTarget target;
    private final int every;
    private final CloudRecipe.NoiseFrom noise;
    private final FloatCloud cloud;
    private final Evaluation evaluation;

    /** The sum of squared residuals a row, and the number of minibatches in it, since the last update. */
    private final double[] residuals = {0, 0};

    private double last;

    IntermittentScales(
            NetworkTarget target, int every, CloudRecipe.NoiseFrom noise, FloatCloud cloud, Workers workers) {
        this.target = target;
        this.every = every;
        this.noise = noise;
        this.cloud = cloud;
        this.evaluation = new Evaluation(target.net, workers);
    }

    /** The mean squared residual of the mean particle over all training rows. */
    @Override
    public double first() {
        return target.task == Task.REGRESSION
                ? evaluation.squaredResiduals(cloud.mean(), target.rows.x, target.rows.y) / target.rows.n
                : 1;
    }

    @Override
    public void moved(long iteration, double loss) {
        last = loss;
        residuals[SUM] += loss;
        residuals[COUNT]++;
        if (iteration % every == 0) {
            target.scales.updateTau(cloud.meanSquare());
            if (target.task == Task.REGRESSION) {
                target.scales.updateNoise(
                        noise == CloudRecipe.NoiseFrom.PARTICLES ? residuals[SUM] / residuals[COUNT] : first());
            }
            residuals[SUM] = 0;
            residuals[COUNT] = 0;
        }
    }

    @Override
    public double recentLoss() {
        return last;
    }

    @Override
    public void register(State state, String prefix) {
        state.put(prefix + "residuals", residuals);
    }
}
