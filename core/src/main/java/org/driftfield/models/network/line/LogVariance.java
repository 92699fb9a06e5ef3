package org.driftfield.models.network.line;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Noise whose variance depends on the inputs: log v(x) is a line. The slopes, under a normal prior, are the most probable ones
 * given squared residuals, found by Fisher scoring; a wild residual counts no more than one of three standard deviations.
 */
public final class LogVariance {
    /** The prior standard deviation of the slope of a standardised input. */
    private static final double PRIOR_SD = 0.5;

    private static final double MOST_SQUARES = 9;
    private static final int STEPS = 25;

    /** Far from the rows it was fitted on, noise is no more than so many times e, and no less, of what it is on average. */
    private static final double FURTHEST = 4;

    private final double[] coefficients;

    /** @param coefficients slopes, the intercept last */
    public LogVariance(double[] coefficients) {
        this.coefficients = coefficients.clone();
    }

    /** Fits to squared residuals whose average is 1. */
    public static LogVariance of(float[] x, int inputs, double[] squares) {
        Columns columns = new Columns(x, inputs);
        int n = columns.n;
        int p = columns.count();
        DMatrixRMaj information = columns.gram();
        CommonOps_DDRM.scale(0.5, information);
        double prior = 1 / (PRIOR_SD * PRIOR_SD);
        for (int j = 0; j < p; j++) {
            information.add(j, j, prior);
        }
        if (p > 0) {
            CommonOps_DDRM.invert(information);
        }
        double[] slopes = new double[p];
        double atMean = 0;
        double[] z = new double[p];
        double[] score = new double[p];
        for (int step = 0; step < STEPS; step++) {
            Arrays.fill(score, 0);
            double excess = 0;
            for (int i = 0; i < n; i++) {
                columns.row(i, z);
                double eta = atMean;
                for (int j = 0; j < p; j++) {
                    eta += slopes[j] * z[j];
                }
                double more = Math.min(MOST_SQUARES, squares[i] * Math.exp(-eta)) - 1;
                excess += more;
                for (int j = 0; j < p; j++) {
                    score[j] += 0.5 * more * z[j];
                }
            }
            for (int j = 0; j < p; j++) {
                score[j] -= prior * slopes[j];
            }
            double moved = Math.abs(excess / n);
            for (int j = 0; j < p; j++) {
                double change = 0;
                for (int i = 0; i < p; i++) {
                    change += information.data[j * p + i] * score[i];
                }
                // Far from the top a full step may overshoot.
                change = Math.max(-0.5, Math.min(0.5, change));
                slopes[j] += change;
                moved = Math.max(moved, Math.abs(change));
            }
            atMean += Math.max(-1, Math.min(1, excess / n));
            if (moved < 1e-4) {
                break;
            }
        }
        return new LogVariance(columns.onInputs(slopes, atMean));
    }

    public double[] coefficients() {
        return coefficients.clone();
    }

    /** √v at the row that starts at {@code from}. */
    public double sd(float[] x, int from) {
        int inputs = coefficients.length - 1;
        double eta = coefficients[inputs];
        for (int j = 0; j < inputs; j++) {
            eta += coefficients[j] * x[from + j];
        }
        return Math.exp(0.5 * Math.max(-FURTHEST, Math.min(FURTHEST, eta)));
    }
}
