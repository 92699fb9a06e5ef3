package org.driftfield.assessment;

import java.util.Arrays;
import java.util.Locale;
import org.driftfield.assessment.Check.Level;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** Whether the gradient is the slope of the log density, at some draws and in random directions. */
final class GradientComparison {
    static final String NAME = "gradient";
    private static final int POINTS = 5;

    /** In standard deviations of the draws: short for the curvature, long for the rounding of a log density of a million. */
    private static final double STEP = 1e-4;

    private static final double MOST = 1e-3;

    private GradientComparison() {}

    static Check of(FreeModel.Evaluator density, double[][] points, double[] sd, long seed) {
        int d = sd.length;
        double[] errors = new double[POINTS];
        double[] gradient = new double[d];
        double[] ignored = new double[d];
        for (int s = 0; s < POINTS; s++) {
            double[] at = points[(int) ((long) s * points.length / POINTS)];
            RandomStream random = RandomStream.of(seed, 0, StreamKeys.ASSESSMENT_DIRECTION, s);
            double[] direction = new double[d];
            double norm = 0;
            for (int j = 0; j < d; j++) {
                direction[j] = random.nextNormal();
                norm += direction[j] * direction[j];
            }
            double value = density.evaluate(at, gradient);
            double slope = 0;
            double[] up = at.clone();
            double[] down = at.clone();
            for (int j = 0; j < d; j++) {
                double step = direction[j] / Math.sqrt(norm) * sd[j];
                slope += gradient[j] * step;
                up[j] += STEP * step;
                down[j] -= STEP * step;
            }
            double quotient = (density.evaluate(up, ignored) - density.evaluate(down, ignored)) / (2 * STEP);
            double rounding = Math.ulp(value) / STEP;
            double error = Math.max(0, Math.abs(slope - quotient) - 10 * rounding) / Math.max(1, Math.abs(quotient));
            errors[s] = Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
        }
        // The median: a kink at one of the points is no mistake.
        Arrays.sort(errors);
        double error = errors[POINTS / 2];
        boolean right = error <= MOST;
        return new Check(
                NAME,
                error,
                "equal to differences of the log density, up to 0.001",
                right ? Level.GOOD : Level.BAD,
                right
                        ? "The gradient agrees with differences of the log density."
                        : String.format(
                                Locale.ROOT,
                                "The gradient differs from differences of the log density by %.2g: it is wrong, or the density"
                                        + " is not smooth.",
                                error));
    }
}
