package org.driftfield.meanfield;

import org.driftfield.engine.Scratch;
import org.driftfield.engine.Workers;

/**
 * The average of the model's log density over given points of the other factors (eq. "update X" of the paper): works for
 * every model, and costs one evaluation per point and particle.
 */
final class AveragedTarget {
    private final JointDensity density;
    private final int[] coordinates;
    private final Scratch points;
    private final Scratch slopes;
    private final int d;

    AveragedTarget(JointDensity density, int d, Block block, Workers workers) {
        this.density = density;
        this.coordinates = block.coordinates();
        this.d = d;
        this.points = workers.scratch(d);
        this.slopes = workers.scratch(d);
    }

    /**
     * The average over the first {@code count} rows of {@code others}, the block's own columns in which do not matter; with
     * {@code rows} not null, on that minibatch of the observations.
     */
    Target given(double[] others, int count, int[] rows) {
        return (worker, z, from, to, logDensity, gradient) ->
                evaluate(others, count, rows, worker, z, from, to, logDensity, gradient);
    }

    private void evaluate(
            double[] others,
            int count,
            int[] rows,
            int worker,
            double[] z,
            int from,
            int to,
            double[] logDensity,
            double[] gradient) {
        double[] point = points.of(worker);
        double[] slope = slopes.of(worker);
        int own = coordinates.length;
        for (int i = from; i < to; i++) {
            double sum = 0;
            for (int j = 0; j < own; j++) {
                gradient[i * own + j] = 0;
            }
            for (int s = 0; s < count; s++) {
                System.arraycopy(others, s * d, point, 0, d);
                for (int j = 0; j < own; j++) {
                    point[coordinates[j]] = z[i * own + j];
                }
                sum += density.evaluate(worker, point, slope, rows);
                for (int j = 0; j < own; j++) {
                    gradient[i * own + j] += slope[coordinates[j]];
                }
            }
            for (int j = 0; j < own; j++) {
                gradient[i * own + j] /= count;
            }
            if (logDensity != null) {
                logDensity[i] = sum / count;
            }
        }
    }
}
