package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.List;
import java.util.Locale;
import org.driftfield.InputException;
import org.driftfield.data.Design;

/** A design checked against a family: what the likelihood needs, with the columns' means and spreads. */
final class GlmData {
    private static final double MOST = 1e100;

    /** A class with fewer rows than this says little of what sets it apart, in data that have room for more. */
    private static final int FEW = 5;

    private static final int ENOUGH_TO_EXPECT_BOTH = 20;

    final int n;
    final int d;
    final double[] x;
    final double[] y;
    /** Null where every row is one trial. */
    final double[] trials;
    /** Null where there is none. */
    final double[] offset;

    private final List<String> names;
    private final double[] means;
    private final double[] sds;

    GlmData(Design design, Family family) {
        this.n = design.rows();
        this.d = design.columns();
        this.x = design.x();
        this.y = design.response();
        this.offset = design.offset();
        this.names = design.names();
        require(y != null, "the data must have the response '%s' of the formula", design.responseName());
        require(n >= 1, "the data must have at least one complete row, got none");
        require(d >= 1, "the formula must give at least one coefficient, got none");
        require(
                design.trials() == null || family == Family.BINOMIAL,
                "a response with trials needs family binomial, got %s",
                family.text());
        this.trials = design.trials();
        check(design, family);
        for (int j = 0; j < d; j++) {
            requireTame(design, "column '" + names.get(j) + "'", x, j * n);
        }
        requireTame(design, "response '" + design.responseName() + "'", y, 0);
        if (family == Family.GAUSSIAN) {
            requireVariation(design);
        }
        means = new double[d];
        sds = new double[d];
        for (int j = 0; j < d; j++) {
            means[j] = mean(x, j * n);
            sds[j] = sd(x, j * n, means[j]);
        }
    }

    /** Squares of larger values, and sums of these, overflow. */
    private void requireTame(Design design, String what, double[] values, int at) {
        for (int i = 0; i < n; i++) {
            if (Math.abs(values[at + i]) > MOST) {
                throw new InputException(String.format(
                        Locale.ROOT,
                        "%s, data row %d: values must lie between -1e100 and 1e100, got %s; is it a code for a missing value?",
                        what,
                        design.keptRows()[i] + 1,
                        values[at + i]));
            }
        }
    }

    private void requireVariation(Design design) {
        for (int i = 1; i < n; i++) {
            if (y[i] != y[0]) {
                return;
            }
        }
        require(
                n == 1,
                "response '%s' must vary, got %s in all %d rows",
                design.responseName(),
                y[0] == Math.rint(y[0]) && Math.abs(y[0]) < 1e15
                        ? String.format(Locale.ROOT, "%.0f", y[0])
                        : Double.toString(y[0]),
                n);
    }

    /** What a reader of the answer should know of the data, in words. */
    List<String> remarks(String response, Family family) {
        if (family != Family.BERNOULLI) {
            return List.of();
        }
        int ones = 0;
        for (double value : y) {
            ones += value == 1 ? 1 : 0;
        }
        int fewer = Math.min(ones, n - ones);
        return n < ENOUGH_TO_EXPECT_BOTH || fewer >= FEW
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        fewer == 0
                                ? "%3$s is %2$d in all %4$d rows: the answer rests on the priors"
                                : "only %1$d of %4$d rows have %3$s = %2$d: the answer rests on them and on the priors",
                        fewer,
                        fewer == 0 ? (ones == 0 ? 0 : 1) : (ones < n - ones ? 1 : 0),
                        response,
                        n));
    }

    private void check(Design design, Family family) {
        String name = design.responseName();
        for (int i = 0; i < n; i++) {
            double value = y[i];
            double most = trials == null ? 1 : trials[i];
            boolean whole = value == Math.rint(value);
            boolean ok = switch (family) {
                case GAUSSIAN -> Double.isFinite(value);
                case BERNOULLI -> value == 0 || value == 1;
                case BINOMIAL -> whole && value >= 0 && value <= most;
                case POISSON -> whole && value >= 0 && value <= 1e15;
            };
            if (!ok) {
                String expected = switch (family) {
                    case GAUSSIAN -> "a finite number";
                    case BERNOULLI -> "0 or 1";
                    case BINOMIAL ->
                        trials == null
                                ? "0 or 1, or a response with trials such as 'successes | trials(n)'"
                                : String.format(Locale.ROOT, "a whole number from 0 to %.0f", most);
                    case POISSON -> "a whole number of at least 0";
                };
                throw new InputException(String.format(
                        Locale.ROOT,
                        "response '%s', data row %d: family %s expects %s, got %s",
                        name,
                        design.keptRows()[i] + 1,
                        family.text(),
                        expected,
                        whole ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value)));
            }
        }
    }

    List<String> names() {
        return names;
    }

    double columnMean(int j) {
        return means[j];
    }

    double columnSd(int j) {
        return sds[j];
    }

    /** Whether a column has the same value in every row, as the intercept has. */
    boolean isConstant(int j) {
        return sds[j] <= 1e-12 * Math.abs(means[j]) || sds[j] == 0;
    }

    double responseMean() {
        return mean(y, 0);
    }

    /** The standard deviation of the response; 1 for a single row. */
    double responseSd() {
        double sd = sd(y, 0, responseMean());
        return sd > 0 ? sd : 1;
    }

    private double mean(double[] values, int at) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += values[at + i];
        }
        return sum / n;
    }

    private double sd(double[] values, int at, double mean) {
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += (values[at + i] - mean) * (values[at + i] - mean);
        }
        return n > 1 ? Math.sqrt(squares / (n - 1)) : 0;
    }
}
