package org.driftfield.stan.math;

/**
 * Steps of the implicit method Radau IIA of order 5 (Hairer and Wanner 1996, IV.8). The stages are solved by Newton's method;
 * the sensitivities solve the same linear system once.
 */
final class Radau implements Ode.Stepper {
    private static final double ROOT = Math.sqrt(6);
    private static final double[] TIMES = {(4 - ROOT) / 10, (4 + ROOT) / 10, 1};
    private static final double[][] WEIGHTS = {
        {(88 - 7 * ROOT) / 360, (296 - 169 * ROOT) / 1800, (-2 + 3 * ROOT) / 225},
        {(296 + 169 * ROOT) / 1800, (88 + 7 * ROOT) / 360, (-2 - 3 * ROOT) / 225},
        {(16 - ROOT) / 36, (16 + ROOT) / 36, 1.0 / 9},
    };
    private static final double[] ERROR = {-(13 + 7 * ROOT) / 3, (-13 + 7 * ROOT) / 3, -1.0 / 3};
    private static final double REAL = 30 / (6 + Math.cbrt(81) - Math.cbrt(9));

    private final OdeSystem system;
    private final int n;
    private final int parameters;
    private final boolean sensitive;
    private final double[] next;
    private final double[] z;
    private final double[][] f;
    private final double[][] byState;
    private final double[][] byParameter;
    private final double[] state;

    Radau(OdeSystem system, int n, int parameters, boolean sensitive) {
        this.system = system;
        this.n = n;
        this.parameters = parameters;
        this.sensitive = sensitive;
        this.next = new double[n * (1 + (sensitive ? n + parameters : 0))];
        this.z = new double[3 * n];
        this.f = new double[3][n];
        this.byState = new double[3][n * n];
        this.byParameter = new double[3][n * parameters];
        this.state = new double[n];
    }

    @Override
    public double[] next() {
        return next;
    }

    @Override
    public double advance(double t, double h, double[] y, double relative, double absolute) {
        java.util.Arrays.fill(z, 0);
        Dense.Lu lu = null;
        double before = Double.POSITIVE_INFINITY;
        boolean converged = false;
        for (int iteration = 0; iteration < 12 && !converged; iteration++) {
            stages(t, h, y);
            lu = new Dense.Lu(matrix(h), 3 * n);
            if (lu.singular()) {
                return Double.NaN;
            }
            double[] residual = new double[3 * n];
            for (int s = 0; s < 3; s++) {
                for (int i = 0; i < n; i++) {
                    double sum = 0;
                    for (int j = 0; j < 3; j++) {
                        sum += WEIGHTS[s][j] * f[j][i];
                    }
                    residual[s * n + i] = h * sum - z[s * n + i];
                }
            }
            double[] step = lu.solve(residual, 1);
            double size = 0;
            for (int i = 0; i < step.length; i++) {
                z[i] += step[i];
                size = Math.max(size, Math.abs(step[i]) / (absolute + relative * Math.abs(y[i % n])));
            }
            if (!(size < Double.POSITIVE_INFINITY) || size > 2 * before) {
                return Double.NaN;
            }
            converged = size < 1e-3;
            before = size;
        }
        if (!converged) {
            return Double.NaN;
        }
        for (int i = 0; i < n; i++) {
            next[i] = y[i] + z[2 * n + i];
        }
        double error = error(t, h, y, relative, absolute);
        if (sensitive && error <= 1) {
            stages(t, h, y);
            sensitivities(h, y, new Dense.Lu(matrix(h), 3 * n));
        }
        return error;
    }

    private void stages(double t, double h, double[] y) {
        for (int s = 0; s < 3; s++) {
            for (int i = 0; i < n; i++) {
                state[i] = y[i] + z[s * n + i];
            }
            system.jacobian(t + TIMES[s] * h, state, f[s], byState[s], byParameter[s]);
        }
    }

    /** I - h a_sj J_j, block by block. */
    private double[] matrix(double h) {
        int m = 3 * n;
        double[] matrix = new double[m * m];
        for (int s = 0; s < 3; s++) {
            for (int j = 0; j < 3; j++) {
                for (int c = 0; c < n; c++) {
                    for (int i = 0; i < n; i++) {
                        double value = -h * WEIGHTS[s][j] * byState[j][c * n + i];
                        matrix[(j * n + c) * m + s * n + i] = value + (s == j && i == c ? 1 : 0);
                    }
                }
            }
        }
        return matrix;
    }

    private double error(double t, double h, double[] y, double relative, double absolute) {
        System.arraycopy(y, 0, state, 0, n);
        double[] slope = new double[n];
        double[] jacobian = new double[n * n];
        system.jacobian(t, state, slope, jacobian, new double[n * parameters]);
        for (int i = 0; i < n; i++) {
            slope[i] += (ERROR[0] * z[i] + ERROR[1] * z[n + i] + ERROR[2] * z[2 * n + i]) / h;
        }
        for (int i = 0; i < jacobian.length; i++) {
            jacobian[i] = -jacobian[i];
        }
        for (int i = 0; i < n; i++) {
            jacobian[i * n + i] += REAL / h;
        }
        double[] error = new Dense.Lu(jacobian, n).solve(slope, 1);
        double worst = 0;
        for (int i = 0; i < n; i++) {
            double scale = absolute + relative * Math.max(Math.abs(y[i]), Math.abs(next[i]));
            double size = Math.abs(error[i]) / scale;
            if (!(size < Double.POSITIVE_INFINITY)) {
                return Double.NaN;
            }
            worst = Math.max(worst, size);
        }
        return worst;
    }

    private void sensitivities(double h, double[] y, Dense.Lu lu) {
        int columns = n + parameters;
        double[] right = new double[3 * n * columns];
        for (int c = 0; c < columns; c++) {
            for (int j = 0; j < 3; j++) {
                for (int i = 0; i < n; i++) {
                    double sum = c < n ? 0 : byParameter[j][(c - n) * n + i];
                    for (int k = 0; k < n; k++) {
                        sum += byState[j][k * n + i] * y[n + c * n + k];
                    }
                    for (int s = 0; s < 3; s++) {
                        right[c * 3 * n + s * n + i] += h * WEIGHTS[s][j] * sum;
                    }
                }
            }
        }
        double[] change = lu.solve(right, columns);
        for (int c = 0; c < columns; c++) {
            for (int i = 0; i < n; i++) {
                next[n + c * n + i] = y[n + c * n + i] + change[c * 3 * n + 2 * n + i];
            }
        }
    }
}
