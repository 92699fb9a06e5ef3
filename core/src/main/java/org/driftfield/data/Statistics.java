package org.driftfield.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.driftfield.InputException;
import org.driftfield.data.formula.Functions;
import org.driftfield.data.formula.Node;
import org.driftfield.data.formula.Polynomial;
import org.driftfield.data.text.Messages;
import org.driftfield.engine.LocalRows;
import org.driftfield.engine.Rows;

/** What {@code scale}, {@code center} and {@code poly} learn of the values of their argument, wherever the rows are. */
final class Statistics {
    private Statistics() {}

    /** Values of rows in the memory of this machine, in chunks. */
    static Rows<double[]> chunks(double[] values) {
        List<double[]> chunks = new ArrayList<>();
        for (int from = 0; from < values.length; from += Rows.CHUNK) {
            chunks.add(Arrays.copyOfRange(values, from, Math.min(values.length, from + Rows.CHUNK)));
        }
        return new LocalRows<>(chunks, values.length);
    }

    /** Those of a call, from the values of its argument. */
    static double[] fit(Node node, Rows<double[]> values) {
        Node.Call call = (Node.Call) node;
        if (Functions.isPoly(call)) {
            return Polynomial.fit(values, Polynomial.spec(call).degree(), Messages.plain(call));
        }
        return meanAndSd(values, call.function().equals("center"), call);
    }

    private static double[] meanAndSd(Rows<double[]> values, boolean centerOnly, Node.Call call) {
        double n = values.count();
        double mean = values.sum(new Power(0, 1))[0] / n;
        mean += values.sum(new Power(mean, 1))[0] / n; // takes back what rounding lost in the sum
        InputException.require(Double.isFinite(mean), "formula: the mean for %s overflows", Messages.plain(call));
        if (centerOnly) {
            return new double[] {mean};
        }
        double sd = Math.sqrt(values.sum(new Power(mean, 2))[0] / (n - 1));
        InputException.require(
                extreme(values, Math::min) < extreme(values, Math::max) && sd > 0 && Double.isFinite(sd),
                "formula: %s needs at least 2 distinct values of bounded size",
                Messages.plain(call));
        return new double[] {mean, sd};
    }

    private interface Choice extends DoubleBinaryOperator, java.io.Serializable {}

    private static double extreme(Rows<double[]> values, Choice choice) {
        return values.map((chunk, number) -> Arrays.stream(chunk).reduce(choice).orElse(Double.NaN)).stream()
                .mapToDouble(Double::doubleValue)
                .reduce(choice)
                .orElse(Double.NaN);
    }

    /** Σ (v - centre) or its squares. */
    private record Power(double centre, int power) implements Rows.Sum<double[]> {
        @Override
        public int width() {
            return 1;
        }

        @Override
        public void add(double[] values, long number, double[] sums) {
            for (double value : values) {
                double off = value - centre;
                sums[0] += power == 1 ? off : off * off;
            }
        }
    }
}
