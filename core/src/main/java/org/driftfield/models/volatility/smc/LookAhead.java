package org.driftfield.models.volatility.smc;

import java.util.Arrays;
import org.driftfield.kernel.Kernels;

/**
 * A normal approximation of the log variances given all returns, as the proposal of a particle filter. In deviations
 * v = x - μ, each p(y_t|x_t) is replaced by exp(slope_t v - curvature_t v²/2), the expansion of its logarithm at the mode of
 * the path; then the path is a linear-Gaussian chain v_t = gain_t v_t-1 + shift_t + spread_t ε_t, from a backward pass, and
 * what a filter has left to correct by weights is the small difference of p(y_t|x_t) from its replacement (the particle
 * filter of Scharth and Kohn 2016 with the expansion of Durbin and Koopman 1997). For the plain model, which it is fast for.
 */
final class LookAhead implements Proposal {
    private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
    private static final int MOST_ITERATIONS = 20;
    /** The proposal may be off the mode by so little without harm: weights make up for it. */
    private static final double TOLERANCE = 0.1;

    /** A log squared return tells of x about as much as a normal observation with this precision would. */
    private static final double FIRST_CURVATURE = 0.25;

    /** A return of zero says little; this share of the mean square is added before the logarithm. */
    private static final double FLOOR = 0.1;

    /** The mean of log(e²+0.1) for a standard normal e, about. */
    private static final double LOG_SQUARE = -0.6;

    /** Newton's method may overshoot where a log variance far above its return makes the curvature vanish. */
    private static final double LONGEST_STEP = 2;

    /** A product of many factors is turned into its logarithm from here on, since logarithms are slow. */
    private static final double SMALL = 1e-100;

    private final double[] y;
    private final boolean ahead;
    private final double[] level;
    private final double[] path;
    private final double[] expected;
    private final double[] gain;
    private final double[] shift;
    private final double[] spread;
    private final double[] slope;
    private final double[] curvature;
    private double mu;

    /** Proposes with all returns in view, or from the model alone (the bootstrap filter). */
    LookAhead(double[] y, boolean ahead) {
        this.y = y;
        this.ahead = ahead;
        level = new double[y.length];
        double squares = 0;
        int observed = 0;
        for (double value : y) {
            squares += Double.isNaN(value) ? 0 : value * value;
            observed += Double.isNaN(value) ? 0 : 1;
        }
        for (int t = 0; t < y.length; t++) {
            level[t] = Math.log(y[t] * y[t] + FLOOR * squares / observed) - LOG_SQUARE;
        }
        path = new double[y.length];
        expected = new double[y.length];
        gain = new double[y.length];
        shift = new double[y.length];
        spread = new double[y.length];
        slope = new double[y.length];
        curvature = new double[y.length];
    }

    @Override
    public int times() {
        return y.length;
    }

    @Override
    public double take(double[] theta) {
        mu = theta[0];
        double logIntegral = ahead ? approximate(theta[1], theta[2]) : Double.NaN;
        if (Double.isFinite(logIntegral)) {
            return logIntegral;
        }
        ignore(theta[1], theta[2]);
        return 0;
    }

    @Override
    public double gain(int t) {
        return gain[t];
    }

    @Override
    public double shift(int t) {
        return shift[t];
    }

    @Override
    public double spread(int t) {
        return spread[t];
    }

    @Override
    public boolean differs(int t) {
        return !Double.isNaN(y[t]);
    }

    @Override
    public void logRatios(int t, double[] before, double[] v, double[] out, int n) {
        double slopeAndHalf = slope[t] + 0.5;
        double halfCurvature = 0.5 * curvature[t];
        double halfSquare = 0.5 * y[t] * y[t];
        double constant = -LOG_ROOT_TWO_PI - 0.5 * mu;
        if (halfSquare > 0) {
            for (int i = 0; i < n; i++) {
                out[i] = -mu - v[i];
            }
            Kernels.exp(out, 0, out, 0, n);
        } else {
            // Not multiplied by zero below, since they might be infinite.
            Arrays.fill(out, 0, n, 0);
        }
        for (int i = 0; i < n; i++) {
            out[i] = constant + (halfCurvature * v[i] - slopeAndHalf) * v[i] - halfSquare * out[i];
        }
    }

    /** Proposes from the model itself, as the bootstrap filter does. */
    private void ignore(double phi, double sigma2) {
        for (int t = 0; t < y.length; t++) {
            gain[t] = t == 0 ? 0 : phi;
            spread[t] = Math.sqrt(t == 0 ? sigma2 / (1 - phi * phi) : sigma2);
            shift[t] = 0;
            slope[t] = 0;
            curvature[t] = 0;
        }
    }

    /**
     * Finds the mode by Newton's method; each iteration is one pass in each direction.
     *
     * @return log of the integral over the path of its prior times all replacements; not finite where arithmetic fails
     */
    private double approximate(double phi, double sigma2) {
        for (int t = 0; t < y.length; t++) {
            path[t] = 0;
            curvature[t] = Double.isNaN(y[t]) ? 0 : FIRST_CURVATURE;
            slope[t] = Double.isNaN(y[t]) ? 0 : FIRST_CURVATURE * (level[t] - mu);
        }
        backward(phi, sigma2);
        forward(Double.POSITIVE_INFINITY);
        double logIntegral = 0;
        double change = Double.POSITIVE_INFINITY;
        for (int iteration = 0; iteration < MOST_ITERATIONS && change > TOLERANCE; iteration++) {
            expand();
            logIntegral = backward(phi, sigma2);
            change = forward(LONGEST_STEP);
        }
        for (int t = 0; t < y.length; t++) {
            spread[t] = Math.sqrt(spread[t]);
        }
        return logIntegral;
    }

    private void expand() {
        int n = y.length;
        for (int t = 0; t < n; t++) {
            expected[t] = -mu - path[t];
        }
        Kernels.exp(expected, 0, expected, 0, n);
        for (int t = 0; t < n; t++) {
            boolean missing = Double.isNaN(y[t]);
            curvature[t] = missing || y[t] == 0 ? 0 : 0.5 * y[t] * y[t] * expected[t];
            slope[t] = missing ? 0 : curvature[t] - 0.5 + curvature[t] * path[t];
        }
    }

    private double backward(double phi, double sigma2) {
        double sum = 0;
        double shrinks = 1;
        double precision = 0;
        double pull = 0;
        for (int t = y.length - 1; t >= 0; t--) {
            double variance = t == 0 ? sigma2 / (1 - phi * phi) : sigma2;
            double c = curvature[t] + phi * phi * precision;
            double b = slope[t] + phi * pull;
            double shrink = 1 / (1 + variance * c);
            gain[t] = t == 0 ? 0 : phi * shrink;
            shift[t] = variance * b * shrink;
            // The variance as yet: its root is taken once, at the end.
            spread[t] = variance * shrink;
            sum += 0.5 * b * shift[t];
            shrinks *= shrink;
            if (shrinks < SMALL) {
                sum += 0.5 * Math.log(shrinks);
                shrinks = 1;
            }
            precision = c * shrink;
            pull = b * shrink;
        }
        return sum + 0.5 * Math.log(shrinks);
    }

    /** Moves the path towards the mean of the chain, nowhere by more than {@code most}; returns how far that was off. */
    private double forward(double most) {
        double change = 0;
        double v = 0;
        for (int t = 0; t < y.length; t++) {
            v = gain[t] * v + shift[t];
            double step = v - path[t];
            change = Math.max(change, Math.abs(step));
            path[t] += Math.max(-most, Math.min(most, step));
        }
        return change;
    }
}
