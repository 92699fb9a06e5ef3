package org.driftfield.data.formula;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;
import org.driftfield.engine.Rows;

/**
 * {@code poly(x, k)}: polynomials of degree 1 to k, orthonormal over the training data as in R, by the three-term
 * recurrence p_{i+1} = (x - a_i) p_i - (s_i / s_{i-1}) p_{i-1} with a_i = Σ x p_i² / s_i and s_i = Σ p_i²;
 * {@code poly(x, k, raw=TRUE)}: the plain powers.
 */
public final class Polynomial {
    private static final int HIGHEST_DEGREE = 50;

    public record Spec(Node argument, int degree, boolean raw) {}

    private Polynomial() {}

    public static Spec spec(Node.Call call) {
        List<Node> arguments = call.arguments();
        boolean good = arguments.size() == 2 || arguments.size() == 3;
        int degree = 0;
        boolean raw = false;
        for (int k = 1; good && k < arguments.size(); k++) {
            Node argument = arguments.get(k);
            if (argument instanceof Node.Named named && named.name().equals("raw")) {
                String value = named.value().toString();
                raw = List.of("TRUE", "True", "T").contains(value);
                good = raw || List.of("FALSE", "False", "F").contains(value);
            } else {
                Node value =
                        argument instanceof Node.Named named && named.name().equals("degree")
                                ? named.value()
                                : argument;
                good = degree == 0 && value instanceof Node.Num;
                degree = value instanceof Node.Num number && number.value() == Math.rint(number.value())
                        ? (int) number.value()
                        : 0;
            }
        }
        InputException.require(
                good && degree >= 1 && degree <= HIGHEST_DEGREE,
                "formula: expected poly(x, degree) or poly(x, degree, raw=TRUE) with a degree from 1 to %d, got %s",
                HIGHEST_DEGREE,
                Messages.quote(call));
        return new Spec(arguments.get(0), degree, raw);
    }

    /** The statistics a_0 … a_{k-1}, s_0 … s_k. */
    public static double[] fit(Rows<double[]> x, int degree, String name) {
        int distinct = distinct(x, degree + 1);
        InputException.require(
                distinct > degree, "formula: %s needs more than %d distinct values, got %d", name, degree, distinct);
        double[] statistics = new double[2 * degree + 1];
        statistics[degree] = x.count();
        for (int k = 0; k < degree; k++) {
            statistics[k] = x.sum(new Moment(statistics.clone(), degree, k, true))[0] / statistics[degree + k];
            double square = x.sum(new Moment(statistics.clone(), degree, k + 1, false))[0];
            InputException.require(
                    square > 0 && square < Double.POSITIVE_INFINITY,
                    "formula: %s is out of the range of numbers, rescale its argument",
                    name);
            statistics[degree + k + 1] = square;
        }
        return statistics;
    }

    /** How many distinct values there are, counted up to {@code most}. */
    private static int distinct(Rows<double[]> x, int most) {
        Set<Double> all = new HashSet<>();
        x.map((values, number) -> {
                    HashSet<Double> own = new HashSet<>();
                    for (int i = 0; i < values.length && own.size() < most; i++) {
                        own.add(values[i] + 0.0);
                    }
                    return own;
                })
                .forEach(all::addAll);
        return Math.min(most, all.size());
    }

    /** Σ p_k², or Σ x p_k², of the polynomial whose recurrence is known so far. */
    private record Moment(double[] statistics, int degree, int k, boolean timesX) implements Rows.Sum<double[]> {
        @Override
        public int width() {
            return 1;
        }

        @Override
        public void add(double[] x, long number, double[] sums) {
            double[] previous = new double[x.length];
            double[] current = new double[x.length];
            Arrays.fill(current, 1);
            for (int step = 0; step < k; step++) {
                advance(x, previous, current, statistics, degree, step);
                double[] swap = previous;
                previous = current;
                current = swap;
            }
            for (int i = 0; i < x.length; i++) {
                sums[0] += (timesX ? x[i] : 1) * current[i] * current[i];
            }
        }
    }

    /** The columns of degree 1 to k. */
    public static double[][] evaluate(double[] x, Spec spec, double[] statistics) {
        int degree = spec.degree();
        double[][] columns = new double[degree][];
        double[] previous = new double[x.length];
        double[] current = new double[x.length];
        Arrays.fill(current, 1);
        for (int k = 0; k < degree; k++) {
            columns[k] = new double[x.length];
            if (spec.raw()) {
                for (int i = 0; i < x.length; i++) {
                    columns[k][i] = k == 0 ? x[i] : columns[k - 1][i] * x[i];
                }
            } else {
                advance(x, previous, current, statistics, degree, k);
                double[] swap = previous;
                previous = current;
                current = swap;
                double norm = Math.sqrt(statistics[degree + k + 1]);
                for (int i = 0; i < x.length; i++) {
                    columns[k][i] = current[i] / norm;
                }
            }
        }
        return columns;
    }

    /** One step of the recurrence; the new polynomial takes the place of the previous one. */
    private static void advance(
            double[] x, double[] previous, double[] current, double[] statistics, int degree, int k) {
        double ratio = k == 0 ? 0 : statistics[degree + k] / statistics[degree + k - 1];
        for (int i = 0; i < x.length; i++) {
            previous[i] = (x[i] - statistics[k]) * current[i] - ratio * previous[i];
        }
    }
}
