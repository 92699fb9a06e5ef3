package org.driftfield.assessment;

import org.driftfield.model.FreeModel;

/** A log density whose own gradient is not to be trusted, with central differences in its place. */
final class DifferenceGradient implements FreeModel.Evaluator {
    private static final double STEP = 1e-4;

    private final FreeModel.Evaluator density;
    private final double[] sd;
    private final double[] ignored;

    DifferenceGradient(FreeModel.Evaluator density, double[] sd) {
        this.density = density;
        this.sd = sd;
        this.ignored = new double[sd.length];
    }

    /** Evaluations of the density for one of this. */
    static int cost(int d) {
        return 2 * d + 1;
    }

    @Override
    public double evaluate(double[] z, double[] gradient) {
        double[] moved = z.clone();
        for (int j = 0; j < z.length; j++) {
            double step = STEP * sd[j];
            moved[j] = z[j] + step;
            double up = density.evaluate(moved, ignored);
            moved[j] = z[j] - step;
            gradient[j] = (up - density.evaluate(moved, ignored)) / (2 * step);
            moved[j] = z[j];
        }
        return density.evaluate(z, ignored);
    }
}
