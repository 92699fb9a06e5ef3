package org.driftfield.data;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import org.driftfield.InputException;
import org.driftfield.data.formula.Functions;
import org.driftfield.data.formula.Node;
import org.driftfield.data.formula.Polynomial;
import org.driftfield.data.text.Messages;

/**
 * Evaluates arithmetic of columns for chosen rows. A missing value makes the result missing; a result that is not a finite
 * number otherwise is an error that names the row.
 */
final class Arithmetic {
    private final Table table;
    private final int[] rows;
    private final Map<String, double[]> statistics;
    private final boolean training;

    /** While training, statistics that functions need are computed and stored; later they are looked up. */
    Arithmetic(Table table, int[] rows, Map<String, double[]> statistics, boolean training) {
        this.table = table;
        this.rows = rows;
        this.statistics = statistics;
        this.training = training;
    }

    /** The values of the expression, in an array of their own. */
    double[] evaluate(Node node) {
        if (node instanceof Node.Group group) {
            return evaluate(group.inner());
        }
        if (node instanceof Node.Num number) {
            double[] out = new double[rows.length];
            Arrays.fill(out, number.value());
            return out;
        }
        if (node instanceof Node.Col column) {
            return column(column.name());
        }
        if (node instanceof Node.Unary unary) {
            double[] out = evaluate(unary.operand());
            for (int i = 0; i < out.length; i++) {
                out[i] = -out[i];
            }
            return out;
        }
        if (node instanceof Node.Binary binary) {
            return binary(binary);
        }
        if (node instanceof Node.Call call) {
            return call(call);
        }
        throw new InputException("formula: expected a number or a column, got " + Messages.quote(node));
    }

    /** The columns that a numeric factor stands for: several for poly, one for everything else. */
    double[][] columns(Node factor) {
        if (!Functions.isPoly(factor)) {
            return new double[][] {evaluate(factor)};
        }
        Polynomial.Spec spec = Polynomial.spec((Node.Call) factor);
        double[] x = evaluate(spec.argument());
        double[] fitted = spec.raw() ? null : statistics(factor, () -> Statistics.fit(factor, Statistics.chunks(x)));
        double[][] columns = Polynomial.evaluate(x, spec, fitted);
        for (double[] column : columns) {
            for (int i = 0; i < column.length; i++) {
                requireFinite(column[i], factor, i);
            }
        }
        return columns;
    }

    private double[] column(String name) {
        double[] values = table.numbers(name);
        double[] out = new double[rows.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = values[rows[i]];
            if (Double.isInfinite(out[i])) {
                throw new InputException(table.where(rows[i], name) + ": expected a finite number, got " + out[i]);
            }
        }
        return out;
    }

    private double[] binary(Node.Binary binary) {
        double[] out = evaluate(binary.left());
        double[] right = evaluate(binary.right());
        for (int i = 0; i < out.length; i++) {
            double a = out[i];
            double b = right[i];
            out[i] = switch (binary.operator()) {
                case "+" -> a + b;
                case "-" -> a - b;
                case "*" -> a * b;
                case "/" -> a / b;
                default -> Math.pow(a, b);
            };
            if (!Double.isNaN(a) && !Double.isNaN(b)) {
                requireFinite(out[i], binary, i);
            } else {
                out[i] = Double.NaN; // also where pow(NaN, 0) would be 1
            }
        }
        return out;
    }

    private double[] call(Node.Call call) {
        Node argument = call.arguments().get(0);
        double[] out = evaluate(argument);
        Functions.Elementwise function = Functions.elementwise(call.function());
        if (function != null) {
            for (int i = 0; i < out.length; i++) {
                double value = out[i];
                if (!Double.isNaN(value)) {
                    if (!function.defined().test(value)) {
                        throw new InputException(where(i, argument) + ": " + call.function() + " needs "
                                + function.domain() + ", got " + Messages.number(value));
                    }
                    out[i] = function.of().applyAsDouble(value);
                    requireFinite(out[i], call, i);
                }
            }
            return out;
        }
        if (call.function().equals("I")) {
            return out;
        }
        boolean centerOnly = call.function().equals("center");
        double[] fitted = statistics(call, () -> Statistics.fit(call, Statistics.chunks(out)));
        for (int i = 0; i < out.length; i++) {
            out[i] = (out[i] - fitted[0]) / (centerOnly ? 1 : fitted[1]);
        }
        return out;
    }

    private double[] statistics(Node node, Supplier<double[]> fit) {
        String key = node.toString();
        double[] known = statistics.get(key);
        if (known == null) {
            InputException.require(training, "recipe: no statistics for %s", Messages.quote(key));
            known = fit.get();
            statistics.put(key, known);
        }
        return known;
    }

    private void requireFinite(double value, Node node, int i) {
        if (!Double.isFinite(value)) {
            throw new InputException(where(i, node) + ": expected a finite number, got " + value);
        }
    }

    private String where(int i, Node node) {
        return node instanceof Node.Col column
                ? table.where(rows[i], column.name())
                : table.where(rows[i]) + ", " + Messages.plain(node);
    }
}
