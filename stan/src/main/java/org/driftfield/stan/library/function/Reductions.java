package org.driftfield.stan.library.function;

import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BinaryOp;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.library.Rule;
import org.driftfield.stan.library.ScalarRule;

/** Sums, means, products, norms, sizes. */
public final class Reductions {
    private static final String ANY = "real[]|vector|row_vector|matrix";
    private static final String LINE = "real[]|vector|row_vector";

    private Reductions() {}

    public static void enter(FunctionTable t) {
        Op sum = Reduction.of(Reductions::sum, (x, v, w) -> {
            for (int i = 0; i < x.size; i++) {
                x.addAdjoint(i, w);
            }
        });
        if (t.wants("sum")) {
            t.fixed("sum", "int", "int[]", sum);
        }
        if (t.wants("sum")) {
            t.fixed("sum", "real", ANY, sum);
        }
        Op product = Reduction.of(Reductions::product, Reductions::productSlopes);
        if (t.wants("prod")) {
            t.fixed("prod", "int", "int[]", product);
        }
        if (t.wants("prod")) {
            t.fixed("prod", "real", ANY, product);
        }
        Op min = Reduction.of(x -> x.get(extreme("min", x, -1)), (x, v, w) -> x.addAdjoint(extreme("min", x, -1), w));
        Op max = Reduction.of(x -> x.get(extreme("max", x, 1)), (x, v, w) -> x.addAdjoint(extreme("max", x, 1), w));
        if (t.wants("min")) {
            t.fixed("min", "int", "int[]", min);
        }
        if (t.wants("min")) {
            t.fixed("min", "real", ANY, min);
        }
        if (t.wants("max")) {
            t.fixed("max", "int", "int[]", max);
        }
        if (t.wants("max")) {
            t.fixed("max", "real", ANY, max);
        }
        if (t.wants("min")) {
            t.add("min", new ScalarRule(Type.INT, Type.INT, 2, new BinaryOp("min", Math::min, null, null)));
        }
        if (t.wants("max")) {
            t.add("max", new ScalarRule(Type.INT, Type.INT, 2, new BinaryOp("max", Math::max, null, null)));
        }
        if (t.wants("mean")) {
            t.fixed("mean", "real", ANY, Reduction.of(Reductions::mean, (x, v, w) -> {
                for (int i = 0; i < x.size; i++) {
                    x.addAdjoint(i, w / x.size);
                }
            }));
        }
        if (t.wants("variance")) {
            t.fixed(
                    "variance",
                    "real",
                    ANY,
                    Reduction.of(x -> squares("variance", x), (x, v, w) -> deviations(x, 2 * w)));
        }
        if (t.wants("sd")) {
            t.fixed("sd", "real", ANY, Reduction.of(x -> Math.sqrt(squares("sd", x)), (x, v, w) -> {
                if (v > 0) {
                    deviations(x, w / v);
                }
            }));
        }
        if (t.wants("norm1")) {
            t.fixed("norm1", "real", LINE, Reduction.of(Reductions::absolute, (x, v, w) -> {
                for (int i = 0; i < x.size; i++) {
                    x.addAdjoint(i, w * Math.signum(x.get(i)));
                }
            }));
        }
        if (t.wants("norm2")) {
            t.fixed("norm2", "real", LINE, Reduction.of(x -> Math.sqrt(dot(x, x)), (x, v, w) -> {
                for (int i = 0; i < x.size; i++) {
                    x.addAdjoint(i, v == 0 ? 0 : w * x.get(i) / v);
                }
            }));
        }
        if (t.wants("dot_self")) {
            t.fixed("dot_self", "real", LINE, Reduction.of(x -> dot(x, x), (x, v, w) -> {
                for (int i = 0; i < x.size; i++) {
                    x.addAdjoint(i, 2 * w * x.get(i));
                }
            }));
        }
        if (t.wants("log_sum_exp")) {
            t.fixed("log_sum_exp", "real", ANY, Reduction.of(Reductions::logSumExp, (x, v, w) -> {
                for (int i = 0; i < x.size; i++) {
                    x.addAdjoint(i, w * Math.exp(x.get(i) - v));
                }
            }));
        }
        if (t.wants("dot_product")) {
            t.fixed("dot_product", "real", "vector|row_vector, vector|row_vector", new Dot());
        }
        if (t.wants("dot_product")) {
            t.fixed("dot_product", "real", "real[], real[]", new Dot());
        }
        if (t.wants("squared_distance")) {
            t.fixed("squared_distance", "real", "vector|row_vector, vector|row_vector", new Distance(true));
        }
        if (t.wants("distance")) {
            t.fixed("distance", "real", "vector|row_vector, vector|row_vector", new Distance(false));
        }
        if (t.wants("squared_distance")) {
            t.add("squared_distance", new ScalarRule(Type.REAL, Type.REAL, 2, new Distance(true)));
        }
        if (t.wants("distance")) {
            t.add("distance", new ScalarRule(Type.REAL, Type.REAL, 2, new Distance(false)));
        }
        sizes(t);
    }

    private static double sum(Arg x) {
        double sum = 0;
        for (int i = 0; i < x.size; i++) {
            sum += x.value[x.at + i];
        }
        return sum;
    }

    private static double absolute(Arg x) {
        double sum = 0;
        for (int i = 0; i < x.size; i++) {
            sum += Math.abs(x.get(i));
        }
        return sum;
    }

    private static double product(Arg x) {
        double product = 1;
        for (int i = 0; i < x.size; i++) {
            product *= x.get(i);
        }
        return product;
    }

    private static void productSlopes(Arg x, double value, double weight) {
        for (int i = 0; i < x.size; i++) {
            double others = 1;
            if (value != 0) {
                others = value / x.get(i);
            } else {
                for (int j = 0; j < x.size; j++) {
                    others *= j == i ? 1 : x.get(j);
                }
            }
            x.addAdjoint(i, weight * others);
        }
    }

    private static int extreme(String name, Arg x, int sign) {
        int best = 0;
        for (int i = 1; i < x.size; i++) {
            if (sign * x.get(i) > sign * x.get(best)) {
                best = i;
            }
        }
        if (x.size == 0) {
            throw new DomainException(name + ": there must be at least one number, got none");
        }
        return best;
    }

    static double mean(Arg x) {
        notEmpty("mean", x);
        return sum(x) / x.size;
    }

    private static void notEmpty(String name, Arg x) {
        if (x.size == 0) {
            throw new DomainException(name + ": there must be at least one number, got none");
        }
    }

    private static double squares(String name, Arg x) {
        notEmpty(name, x);
        if (x.size == 1) {
            return 0;
        }
        double mean = mean(x);
        double sum = 0;
        for (int i = 0; i < x.size; i++) {
            sum += (x.get(i) - mean) * (x.get(i) - mean);
        }
        return sum / (x.size - 1);
    }

    private static void deviations(Arg x, double weight) {
        if (x.size > 1) {
            double mean = mean(x);
            for (int i = 0; i < x.size; i++) {
                x.addAdjoint(i, weight * (x.get(i) - mean) / (x.size - 1));
            }
        }
    }

    static double dot(Arg x, Arg y) {
        double sum = 0;
        for (int i = 0; i < x.size; i++) {
            sum += x.value[x.at + i] * y.value[y.at + i];
        }
        return sum;
    }

    private static double logSumExp(Arg x) {
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < x.size; i++) {
            high = Math.max(high, x.get(i));
        }
        if (high == Double.NEGATIVE_INFINITY || high == Double.POSITIVE_INFINITY) {
            return high;
        }
        double sum = 0;
        for (int i = 0; i < x.size; i++) {
            sum += Math.exp(x.get(i) - high);
        }
        return high + Math.log(sum);
    }

    static void sameSize(String name, Arg a, Arg b) {
        if (a.size != b.size) {
            throw new DomainException(
                    name + ": sizes must agree, got " + BinaryOp.words(a) + " and " + BinaryOp.words(b));
        }
    }

    private static void sizes(FunctionTable t) {
        Op size = Reduction.of(x -> x.dims.length == 0 ? 1 : x.type.arrays() > 0 ? x.dims[0] : x.size, null);
        everything(t, "size", Type.INT, size);
        everything(t, "num_elements", Type.INT, Reduction.of(x -> x.size, null));
        if (t.wants("rows")) {
            t.fixed("rows", "int", "vector", Reduction.of(x -> x.size, null));
        }
        if (t.wants("rows")) {
            t.fixed("rows", "int", "row_vector", Reduction.of(x -> 1, null));
        }
        if (t.wants("rows")) {
            t.fixed("rows", "int", "matrix", Reduction.of(x -> x.dims[0], null));
        }
        if (t.wants("cols")) {
            t.fixed("cols", "int", "vector", Reduction.of(x -> 1, null));
        }
        if (t.wants("cols")) {
            t.fixed("cols", "int", "row_vector", Reduction.of(x -> x.size, null));
        }
        if (t.wants("cols")) {
            t.fixed("cols", "int", "matrix", Reduction.of(x -> x.dims[1], null));
        }
        everything(t, "dims", Type.INT.array(1), new Op() {
            @Override
            public int[] dims(Arg[] arguments) {
                return new int[] {arguments[0].dims.length};
            }

            @Override
            public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
                for (int i = 0; i < out.size; i++) {
                    out.set(i, arguments[0].dims[i]);
                }
            }

            @Override
            public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
                // Sizes do not depend on parameters.
            }
        });
    }

    /** A function of one argument of any type. */
    private static void everything(FunctionTable t, String name, Type result, Op op) {
        if (t.wants(name)) {
            t.add(name, new Rule() {
                @Override
                public Library.Resolved match(String called, List<Type> arguments) {
                    return arguments.size() == 1 ? new Library.Resolved(called, arguments, result, op, null) : null;
                }

                @Override
                public List<String> signatures(String called) {
                    return List.of(called + "(anything)");
                }
            });
        }
    }

    private static final class Dot extends Reduction {
        @Override
        public void check(Arg[] arguments) {
            sameSize("dot_product", arguments[0], arguments[1]);
        }

        @Override
        public double value(Arg[] arguments) {
            return dot(arguments[0], arguments[1]);
        }

        @Override
        public void pull(Arg[] arguments, double value, double weight) {
            for (int side = 0; side < 2; side++) {
                Arg x = arguments[side];
                Arg y = arguments[1 - side];
                if (x.adjoint != null) {
                    for (int i = 0; i < x.size; i++) {
                        x.adjoint[x.adjointAt + i] += weight * y.value[y.at + i];
                    }
                }
            }
        }
    }

    private static final class Distance extends Reduction {
        private final boolean squared;

        Distance(boolean squared) {
            this.squared = squared;
        }

        @Override
        public void check(Arg[] arguments) {
            sameSize("distance", arguments[0], arguments[1]);
        }

        @Override
        public double value(Arg[] arguments) {
            double sum = 0;
            for (int i = 0; i < arguments[0].size; i++) {
                double gap = arguments[0].get(i) - arguments[1].get(i);
                sum += gap * gap;
            }
            return squared ? sum : Math.sqrt(sum);
        }

        @Override
        public void pull(Arg[] arguments, double value, double weight) {
            double scale = squared ? 2 * weight : value == 0 ? 0 : weight / value;
            for (int i = 0; i < arguments[0].size; i++) {
                double slope = scale * (arguments[0].get(i) - arguments[1].get(i));
                if (arguments[0].adjoint != null) {
                    arguments[0].addAdjoint(i, slope);
                }
                if (arguments[1].adjoint != null) {
                    arguments[1].addAdjoint(i, -slope);
                }
            }
        }
    }
}
