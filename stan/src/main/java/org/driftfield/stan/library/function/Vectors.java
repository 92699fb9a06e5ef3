package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.library.ScalarRule;
import org.driftfield.stan.math.Scalars;

/** Functions from vectors to vectors, and mixtures. */
public final class Vectors {
    private Vectors() {}

    public static void enter(FunctionTable t) {
        if (t.wants("softmax")) {
            t.fixed("softmax", "vector", "vector", new Softmax(false));
        }
        if (t.wants("log_softmax")) {
            t.fixed("log_softmax", "vector", "vector", new Softmax(true));
        }
        if (t.wants("cumulative_sum")) {
            t.fixed("cumulative_sum", "1", "int[]|real[]|vector|row_vector", new CumulativeSum());
        }
        if (t.wants("log_mix")) {
            t.add("log_mix", new ScalarRule(Type.REAL, Type.REAL, 3, new LogMix()));
        }
        String weights = "vector|row_vector|real[]";
        if (t.wants("log_mix")) {
            t.fixed("log_mix", "real", weights + ", " + weights, new LogMixture());
        }
        if (t.wants("log_mix")) {
            t.fixed("log_mix", "real", weights + ", vector[]|row_vector[]|real[,]", new LogMixture());
        }
    }

    static double logSumExp(double[] x, int at, int n) {
        double high = Double.NEGATIVE_INFINITY;
        for (int i = at; i < at + n; i++) {
            high = Math.max(high, x[i]);
        }
        if (Double.isInfinite(high)) {
            return high;
        }
        double sum = 0;
        for (int i = at; i < at + n; i++) {
            sum += Math.exp(x[i] - high);
        }
        return high + Math.log(sum);
    }

    private record Softmax(boolean log) implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            return arguments[0].dims;
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg x = arguments[0];
            double sum = logSumExp(x.value, x.at, x.size);
            for (int i = 0; i < x.size; i++) {
                double value = x.get(i) - sum;
                out.set(i, log ? value : Math.exp(value));
            }
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg x = arguments[0];
            if (x.adjoint == null) {
                return;
            }
            double sum = 0;
            for (int i = 0; i < x.size; i++) {
                double w = out.adjoint[out.adjointAt + i];
                sum += log ? w : w * out.get(i);
            }
            for (int i = 0; i < x.size; i++) {
                double w = out.adjoint[out.adjointAt + i];
                x.addAdjoint(i, log ? w - Math.exp(out.get(i)) * sum : out.get(i) * (w - sum));
            }
        }
    }

    private static final class CumulativeSum implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            return arguments[0].dims;
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            double sum = 0;
            for (int i = 0; i < out.size; i++) {
                sum += arguments[0].get(i);
                out.set(i, sum);
            }
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            if (arguments[0].adjoint != null) {
                double sum = 0;
                for (int i = out.size - 1; i >= 0; i--) {
                    sum += out.adjoint[out.adjointAt + i];
                    arguments[0].addAdjoint(i, sum);
                }
            }
        }
    }

    /** log(θ eᵃ + (1-θ) eᵇ). */
    private static final class LogMix extends Reduction {
        @Override
        public double value(Arg[] arguments) {
            double theta = arguments[0].get(0);
            org.driftfield.stan.math.Check.between("log_mix", "mixing proportion", 0, 1, theta);
            return Scalars.logSumExp(Math.log(theta) + arguments[1].get(0), Math.log1p(-theta) + arguments[2].get(0));
        }

        @Override
        public void pull(Arg[] arguments, double value, double weight) {
            double theta = arguments[0].get(0);
            double a = Math.exp(arguments[1].get(0) - value);
            double b = Math.exp(arguments[2].get(0) - value);
            double[] slopes = {a - b, theta * a, (1 - theta) * b};
            for (int i = 0; i < 3; i++) {
                if (arguments[i].adjoint != null) {
                    arguments[i].addAdjoint(0, weight * slopes[i]);
                }
            }
        }
    }

    /** The sum over rows of log Σ θ_k exp(l_k). */
    private static final class LogMixture extends Reduction {
        @Override
        public void check(Arg[] arguments) {
            Arg l = arguments[1];
            int k = l.dims[l.dims.length - 1];
            if (k != arguments[0].size) {
                throw new DomainException(
                        "log_mix: there must be as many densities as proportions, " + arguments[0].size + ", got " + k);
            }
        }

        private static double row(Arg theta, Arg l, int at) {
            double high = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < theta.size; k++) {
                high = Math.max(high, l.get(at + k));
            }
            if (Double.isInfinite(high)) {
                return high;
            }
            double sum = 0;
            for (int k = 0; k < theta.size; k++) {
                sum += theta.get(k) * Math.exp(l.get(at + k) - high);
            }
            return high + Math.log(sum);
        }

        @Override
        public double value(Arg[] arguments) {
            Arg theta = arguments[0];
            for (int k = 0; k < theta.size; k++) {
                org.driftfield.stan.math.Check.between("log_mix", "mixing proportion", 0, 1, theta.get(k));
            }
            double sum = 0;
            for (int at = 0; at < arguments[1].size; at += theta.size) {
                sum += row(theta, arguments[1], at);
            }
            return sum;
        }

        @Override
        public void pull(Arg[] arguments, double value, double weight) {
            Arg theta = arguments[0];
            Arg l = arguments[1];
            for (int at = 0; at < l.size; at += theta.size) {
                double log = row(theta, l, at);
                for (int k = 0; k < theta.size; k++) {
                    double share = weight * Math.exp(l.get(at + k) - log);
                    if (theta.adjoint != null) {
                        theta.addAdjoint(k, share);
                    }
                    if (l.adjoint != null) {
                        l.addAdjoint(at + k, share * theta.get(k));
                    }
                }
            }
        }
    }
}
