package org.driftfield.models.network.line;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Logistic regression with a ridge, for two classes or, by the softmax of a line for each, for several. The steps are those of
 * Newton's method with the curvature replaced by the bound of Böhning (1992), a quarter of ZᵀZ for two classes and a half for
 * more, so that one matrix serves all steps; Nesterov's momentum, started anew where the objective rises, makes them few.
 */
public final class LogisticLine {
    private static final int MOST_STEPS = 300;
    private static final double ENOUGH = 1e-7;

    /** Penalties a row that are tried. */
    private static final double[] PENALTIES = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5};

    private final Columns columns;
    private final Rows rows;
    private final double[] y;
    private final int units;
    private final double penalty;
    private final int p;
    /** Slopes of each unit, the value at the mean last. */
    private double[] slopes;

    private LogisticLine(Columns columns, Rows rows, double[] y, int units, double penalty, double[] start) {
        this.columns = columns;
        this.rows = rows;
        this.y = y;
        this.units = units;
        this.penalty = penalty * columns.n;
        this.p = columns.count();
        this.slopes = start.clone();
    }

    /** What came out: for each unit slopes on the inputs, the intercept last; and the penalty a row. */
    public record Fitted(double[] coefficients, double penalty) {}

    /**
     * Fits with the penalty that predicts the validation rows best.
     *
     * @param units 1 for two classes, else the number of classes
     */
    public static Fitted of(float[] x, double[] y, float[] validationX, double[] validationY, int inputs, int units) {
        Columns columns = new Columns(x, inputs);
        Rows rows = Rows.of(x, inputs);
        Rows validation = Rows.of(validationX, inputs);
        DMatrixRMaj gram = columns.gram();
        double[] start = new double[units * (columns.count() + 1)];
        Fitted best = null;
        double lowest = Double.POSITIVE_INFINITY;
        for (double penalty : PENALTIES) {
            LogisticLine line = new LogisticLine(columns, rows, y, units, penalty, start);
            line.fit(gram);
            start = line.slopes;
            double loss = loss(line.coefficients(), validation, validationY, inputs, units);
            if (loss < lowest) {
                lowest = loss;
                best = new Fitted(line.coefficients(), penalty);
            } else {
                break;
            }
        }
        return best;
    }

    /** Fits to other rows with the penalty of a line that was fitted before, from where that is. */
    public static Fitted again(Fitted before, float[] x, double[] y, int inputs, int units) {
        Columns columns = new Columns(x, inputs);
        int each = columns.count() + 1;
        double[] start = new double[units * each];
        for (int k = 0; k < units; k++) {
            System.arraycopy(columns.fromInputs(before.coefficients(), k * (inputs + 1)), 0, start, k * each, each);
        }
        LogisticLine line = new LogisticLine(columns, Rows.of(x, inputs), y, units, before.penalty(), start);
        line.fit(columns.gram());
        return new Fitted(line.coefficients(), before.penalty());
    }

    /** Minus the mean log probability of the classes. */
    static double loss(double[] coefficients, float[] x, double[] y, int inputs, int units) {
        return loss(coefficients, Rows.of(x, inputs), y, inputs, units);
    }

    private static double loss(double[] coefficients, Rows rows, double[] y, int inputs, int units) {
        double sum = 0;
        double[] eta = new double[units];
        for (int i = 0; i < y.length; i++) {
            outputs(coefficients, rows, i, inputs, eta);
            sum += residuals(eta, (int) y[i]);
        }
        return sum / y.length;
    }

    /** Minus the log probability of a class; η becomes observed minus expected. */
    private static double residuals(double[] eta, int own) {
        if (eta.length == 1) {
            double signed = own == 1 ? -eta[0] : eta[0];
            double loss = Math.max(signed, 0) + Math.log1p(Math.exp(-Math.abs(signed)));
            eta[0] = own - 1 / (1 + Math.exp(-eta[0]));
            return loss;
        }
        double most = Double.NEGATIVE_INFINITY;
        for (double value : eta) {
            most = Math.max(most, value);
        }
        double right = eta[own];
        double sum = 0;
        for (int k = 0; k < eta.length; k++) {
            eta[k] = Math.exp(eta[k] - most);
            sum += eta[k];
        }
        for (int k = 0; k < eta.length; k++) {
            eta[k] = (k == own ? 1 : 0) - eta[k] / sum;
        }
        return Math.log(sum) + most - right;
    }

    /** The values of all units for a row. */
    private static void outputs(double[] coefficients, Rows rows, int row, int inputs, double[] eta) {
        for (int k = 0; k < eta.length; k++) {
            int at = k * (inputs + 1);
            eta[k] = coefficients[at + inputs] + rows.product(coefficients, at, row);
        }
    }

    private double[] coefficients() {
        return coefficients(slopes);
    }

    /** From slopes on the columns to slopes on the inputs. */
    private double[] coefficients(double[] of) {
        int inputs = columns.inputs;
        double[] out = new double[units * (inputs + 1)];
        for (int k = 0; k < units; k++) {
            double[] own = Arrays.copyOfRange(of, k * (p + 1), k * (p + 1) + p);
            System.arraycopy(columns.onInputs(own, of[k * (p + 1) + p]), 0, out, k * (inputs + 1), inputs + 1);
        }
        return out;
    }

    private void fit(DMatrixRMaj gram) {
        double bound = units == 1 ? 0.25 : 0.5;
        DMatrixRMaj curvature = new DMatrixRMaj(p, p);
        CommonOps_DDRM.scale(bound, gram, curvature);
        for (int j = 0; j < p; j++) {
            curvature.add(j, j, penalty);
        }
        if (p > 0) {
            CommonOps_DDRM.invert(curvature);
        }
        double[] at = slopes.clone();
        double[] gradient = new double[slopes.length];
        double momentum = 1;
        double before = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS; step++) {
            double value = objective(at, gradient);
            if (value > before) {
                // Too far: once more from the last point, without momentum.
                momentum = 1;
                System.arraycopy(slopes, 0, at, 0, at.length);
                before = Double.POSITIVE_INFINITY;
                continue;
            }
            boolean done = before - value < ENOUGH * columns.n && momentum > 1;
            before = value;
            double next = 0.5 * (1 + Math.sqrt(1 + 4 * momentum * momentum));
            double ahead = (momentum - 1) / next;
            momentum = next;
            for (int k = 0; k < units; k++) {
                int from = k * (p + 1);
                for (int j = 0; j <= p; j++) {
                    double moved = 0;
                    for (int i = 0; j < p && i < p; i++) {
                        moved += curvature.data[j * p + i] * gradient[from + i];
                    }
                    moved = j < p ? moved : gradient[from + p] / (bound * columns.n);
                    double to = at[from + j] + moved;
                    at[from + j] = to + ahead * (to - slopes[from + j]);
                    slopes[from + j] = to;
                }
            }
            if (done) {
                return;
            }
        }
    }

    /** Minus the log posterior, and the direction in which it falls. */
    private double objective(double[] b, double[] gradient) {
        int inputs = columns.inputs;
        double[] onInputs = coefficients(b);
        double[] sums = new double[units * inputs];
        double[] totals = new double[units];
        double[] eta = new double[units];
        double value = 0;
        for (int i = 0; i < columns.n; i++) {
            outputs(onInputs, rows, i, inputs, eta);
            value += residuals(eta, (int) y[i]);
            for (int k = 0; k < units; k++) {
                rows.addMultiple(eta[k], i, sums, k * inputs);
                totals[k] += eta[k];
            }
        }
        for (int k = 0; k < units; k++) {
            columns.toColumns(sums, k * inputs, totals[k], gradient, k * (p + 1));
        }
        for (int k = 0; k < units; k++) {
            for (int j = 0; j < p; j++) {
                double slope = b[k * (p + 1) + j];
                value += 0.5 * penalty * slope * slope;
                gradient[k * (p + 1) + j] -= penalty * slope;
            }
        }
        return value;
    }
}
