package org.driftfield.assessment;

import java.util.Arrays;
import java.util.Locale;
import org.driftfield.assessment.Check.Level;
import org.driftfield.diagnostics.SteinDiscrepancy;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** Whether draws can be told from exact ones by the kernel Stein discrepancy, in coordinates in which they are white. */
final class SteinCheck {
    private static final double P_VALUE = 0.01;
    private static final int BOOTSTRAP = 500;

    /**
     * A discrepancy that is clearly one: in one dimension that of a normal shifted by about 0.4 standard deviations, or by half
     * too wide.
     */
    private static final double LARGE = 0.35;

    private SteinCheck() {}

    /** @param advice what to do where they can be told */
    static Check of(double[][] points, double[][] scores, long seed, String advice) {
        int d = points[0].length;
        whiten(points, scores, d);
        double[] unit = new double[d];
        Arrays.fill(unit, 1);
        SteinDiscrepancy stein = SteinDiscrepancy.of(points, scores, unit);
        double p = stein.pValue(RandomStream.of(seed, 0, StreamKeys.ASSESSMENT_BOOTSTRAP, 0), BOOTSTRAP, 0.5);
        // In d dimensions exact draws have a discrepancy of about √(d/n) by chance.
        boolean large = stein.discrepancy() > LARGE + 2 * Math.sqrt((double) d / points.length);
        Level level = p >= P_VALUE ? Level.GOOD : large ? Level.BAD : Level.CAUTION;
        return new Check(
                "Stein discrepancy",
                stein.discrepancy(),
                "its p-value at least 0.01: draws could come from the exact posterior",
                level,
                String.format(
                        Locale.ROOT,
                        switch (level) {
                            case GOOD ->
                                "%d draws can't be told from exact ones by the kernel Stein discrepancy %.3f (p %.2f).";
                            case CAUTION ->
                                "%d draws can be told from exact ones by the kernel Stein discrepancy %.3f (p %.3f): the"
                                        + " shape of the answer is off. %s";
                            case BAD ->
                                "%d draws are far from exact ones by the kernel Stein discrepancy %.3f (p %.3f): the answer"
                                        + " does not have the shape of the posterior. %s";
                        },
                        points.length,
                        stein.discrepancy(),
                        p,
                        advice));
    }

    /** Turns to coordinates in which the draws have unit covariance L⁻¹z, with scores Lᵀs, so that units do not matter. */
    private static void whiten(double[][] points, double[][] scores, int d) {
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        for (double[] point : points) {
            for (int j = 0; j < d; j++) {
                mean[j] += point[j] / points.length;
            }
        }
        for (double[] point : points) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    covariance[j * d + k] += (point[j] - mean[j]) * (point[k] - mean[k]) / points.length;
                }
            }
        }
        for (int j = 0; j < d; j++) {
            covariance[j * d + j] = covariance[j * d + j] * (1 + 1e-9) + Double.MIN_NORMAL;
        }
        Preconditioner.Dense shape = (Preconditioner.Dense) Preconditioner.covariance(covariance, d);
        double[] factor = shape.factor();
        double[] whitened = new double[d];
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < d; j++) {
                double rest = points[i][j] - mean[j];
                for (int k = 0; k < j; k++) {
                    rest -= factor[j * d + k] * points[i][k];
                }
                points[i][j] = rest / factor[j * d + j];
            }
            shape.transposeTimes(scores[i], 0, whitened, 0, 1);
            System.arraycopy(whitened, 0, scores[i], 0, d);
        }
    }
}
