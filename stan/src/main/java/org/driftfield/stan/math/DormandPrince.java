package org.driftfield.stan.math;

/** Steps of the explicit pair of Dormand and Prince (1980); sensitivities are integrated beside the states. */
final class DormandPrince implements Ode.Stepper {
    private static final double[] TIMES = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
    private static final double[][] WEIGHTS = {
        {},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
    };
    private static final double[] ERROR = {
        71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40
    };

    /** The method is stable where the step times the eigenvalue is within 3.3; at the edge steps swing around somewhat less. */
    private static final double EDGE = 2.5;

    /** Where the next step begins: at a place not seen yet, at the end of the last, or at the beginning of the last again. */
    private enum Next {
        FRESH,
        ONWARD,
        AGAIN
    }

    private final OdeSystem system;
    private final int n;
    private final int parameters;
    private final boolean sensitive;
    private final double[][] k;
    private final double[] at;
    private final double[] state;
    private final double[] slope;
    private final double[] byState;
    private final double[] byParameter;
    private final double[] before;
    private Next next = Next.FRESH;
    private int signs;
    private int calm;

    DormandPrince(OdeSystem system, int n, int parameters, boolean sensitive) {
        this.system = system;
        this.n = n;
        this.parameters = parameters;
        this.sensitive = sensitive;
        int size = n * (1 + (sensitive ? n + parameters : 0));
        this.k = new double[7][size];
        this.at = new double[size];
        this.state = new double[n];
        this.slope = new double[n];
        this.byState = new double[n * n];
        this.byParameter = new double[n * parameters];
        this.before = new double[n];
    }

    @Override
    public double[] next() {
        return at;
    }

    @Override
    public double advance(double t, double h, double[] y, double relative, double absolute) {
        if (next == Next.FRESH) {
            System.arraycopy(y, 0, at, 0, y.length);
            derivative(t, k[0]);
        } else if (next == Next.ONWARD) {
            // The last stage was taken at the end of the step before.
            double[] last = k[6];
            k[6] = k[0];
            k[0] = last;
        }
        next = Next.AGAIN;
        for (int stage = 1; stage < 7; stage++) {
            if (stage == 6) {
                System.arraycopy(at, 0, before, 0, n);
            }
            for (int i = 0; i < y.length; i++) {
                double sum = 0;
                for (int j = 0; j < stage; j++) {
                    sum += WEIGHTS[stage][j] * k[j][i];
                }
                at[i] = y[i] + h * sum;
            }
            derivative(t + TIMES[stage] * h, k[stage]);
        }
        double worst = 0;
        for (int i = 0; i < y.length; i++) {
            double error = 0;
            for (int j = 0; j < 7; j++) {
                error += ERROR[j] * k[j][i];
            }
            double scale = absolute + relative * Math.max(Math.abs(y[i]), Math.abs(at[i]));
            double size = Math.abs(h * error) / scale;
            if (!(size < Double.POSITIVE_INFINITY)) {
                return Double.NaN;
            }
            worst = Math.max(worst, size);
        }
        if (worst <= 1) {
            next = Next.ONWARD;
            watch(h);
        }
        return worst;
    }

    /**
     * Estimates the largest eigenvalue from the last two stages, which lie at the same time, and notes where it is stability that
     * holds the step down (Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2).
     */
    private void watch(double h) {
        double slopes = 0;
        double states = 0;
        for (int i = 0; i < n; i++) {
            slopes += (k[6][i] - k[5][i]) * (k[6][i] - k[5][i]);
            states += (at[i] - before[i]) * (at[i] - before[i]);
        }
        if (states > 0 && h * Math.sqrt(slopes / states) > EDGE) {
            calm = 0;
            signs++;
        } else if (++calm == 6) {
            signs = 0;
        }
    }

    /** Whether the system has turned out to be stiff. */
    boolean stiff() {
        return signs >= 15;
    }

    private void derivative(double t, double[] out) {
        System.arraycopy(at, 0, state, 0, n);
        if (!sensitive) {
            system.slope(t, state, slope);
            System.arraycopy(slope, 0, out, 0, n);
            return;
        }
        system.jacobian(t, state, slope, byState, byParameter);
        System.arraycopy(slope, 0, out, 0, n);
        for (int c = 0; c < n + parameters; c++) {
            int from = n + c * n;
            for (int i = 0; i < n; i++) {
                double sum = c < n ? 0 : byParameter[(c - n) * n + i];
                for (int j = 0; j < n; j++) {
                    sum += byState[j * n + i] * at[from + j];
                }
                out[from + i] = sum;
            }
        }
    }
}
