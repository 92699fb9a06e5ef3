package org.driftfield.meanfield;

import org.driftfield.engine.Workers;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Model;
import org.driftfield.model.ParameterSpace;
import org.driftfield.model.Support;

/**
 * The average of the model's log density over given points of the other factors (eq. "update X" of the paper): works for
 * every model, and costs one evaluation per point and particle.
 */
final class AveragedTarget implements Target {
    private final Model model;
    private final int[] coordinates;
    private final Support[] supports;
    private final double[][] theta;
    private final double[][] gradients;
    private final double[][] constrained;
    private final int d;
    private double[] points;
    private int count;
    private int[] rows;

    AveragedTarget(Model model, ParameterSpace space, Block block, Workers workers) {
        this.model = model;
        this.coordinates = block.coordinates();
        this.d = space.dimension();
        this.supports = new Support[coordinates.length];
        for (int j = 0; j < coordinates.length; j++) {
            supports[j] = space.support(coordinates[j]);
        }
        this.theta = workers.scratch(d);
        this.gradients = workers.scratch(d);
        this.constrained = workers.scratch(coordinates.length);
    }

    /**
     * From now on averages over the first {@code count} rows of {@code points}, the block's own columns in which do not
     * matter; with {@code rows} not null, on that minibatch of the observations.
     */
    void condition(double[] points, int count, int[] rows) {
        this.points = points;
        this.count = count;
        this.rows = rows;
    }

    @Override
    public void evaluate(int worker, double[] z, int from, int to, double[] logDensity, double[] gradient) {
        double[] point = theta[2 * worker];
        double[] slopes = gradients[2 * worker];
        double[] x = constrained[2 * worker];
        int own = coordinates.length;
        for (int i = from; i < to; i++) {
            double sum = 0;
            for (int j = 0; j < own; j++) {
                gradient[i * own + j] = 0;
                x[j] = supports[j].constrain(z[i * own + j]);
            }
            for (int s = 0; s < count; s++) {
                System.arraycopy(points, s * d, point, 0, d);
                for (int j = 0; j < own; j++) {
                    point[coordinates[j]] = x[j];
                }
                sum += rows == null
                        ? model.logDensity(point, slopes)
                        : ((MinibatchModel) model).logDensity(point, slopes, rows);
                for (int j = 0; j < own; j++) {
                    gradient[i * own + j] += slopes[coordinates[j]];
                }
            }
            double jacobian = 0;
            for (int j = 0; j < own; j++) {
                double at = z[i * own + j];
                gradient[i * own + j] =
                        gradient[i * own + j] / count * supports[j].slopeAt(x[j]) + supports[j].logJacobianSlope(at);
                jacobian += supports[j].logJacobian(at);
            }
            if (logDensity != null) {
                logDensity[i] = sum / count + jacobian;
            }
        }
    }
}
