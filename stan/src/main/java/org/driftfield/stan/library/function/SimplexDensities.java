package org.driftfield.stan.library.function;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;

/** Distributions of categories and of their probabilities. */
public final class SimplexDensities {
    private SimplexDensities() {}

    public static void enter(FunctionTable t) {
        for (String suffix : new String[] {"lpmf", "lupmf"}) {
            if (t.wants("categorical_" + suffix)) {
                t.fixed("categorical_" + suffix, "real", "int|int[], vector", new Categorical(false));
            }
            if (t.wants("categorical_logit_" + suffix)) {
                t.fixed("categorical_logit_" + suffix, "real", "int|int[], vector", new Categorical(true));
            }
        }
        if (t.wants("categorical_rng")) {
            t.draw("categorical_rng", "int", "vector", new DrawCategory(false));
        }
        if (t.wants("categorical_logit_rng")) {
            t.draw("categorical_logit_rng", "int", "vector", new DrawCategory(true));
        }
        for (String suffix : new String[] {"lpdf", "lupdf"}) {
            if (t.wants("dirichlet_" + suffix)) {
                t.fixed("dirichlet_" + suffix, "real", "vector|vector[], vector|vector[]", new Dirichlet());
            }
        }
        if (t.wants("dirichlet_rng")) {
            t.draw("dirichlet_rng", "vector", "vector", new DrawDirichlet());
        }
    }

    /** A category from 1 to n as one from 0. */
    static int category(String name, double y, int n) {
        Check.between(name, "outcome", 1, n, y);
        return (int) y - 1;
    }

    /** The elements must be nonnegative and sum to one. */
    static void simplex(String name, String what, Arg x, int at, int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            Check.nonNegative(name, "every element of " + what, x.get(at + k));
            sum += x.get(at + k);
        }
        if (!(Math.abs(sum - 1) <= 1e-8)) {
            throw Check.fail(name, "the sum of " + what, "1", sum);
        }
    }

    private static final class Categorical extends Reduction {
        private final boolean logit;

        Categorical(boolean logit) {
            this.logit = logit;
        }

        @Override
        public double value(Arg[] arguments) {
            Arg y = arguments[0];
            Arg theta = arguments[1];
            String name = logit ? "categorical_logit" : "categorical";
            double norm = 0;
            if (logit) {
                norm = Vectors.logSumExp(theta.value, theta.at, theta.size);
            } else {
                simplex(name, "the probabilities", theta, 0, theta.size);
            }
            double sum = 0;
            for (int i = 0; i < y.size; i++) {
                double p = theta.get(category(name, y.get(i), theta.size));
                sum += logit ? p - norm : Math.log(p);
            }
            return sum;
        }

        @Override
        public void pull(Arg[] arguments, double value, double weight) {
            Arg y = arguments[0];
            Arg theta = arguments[1];
            if (theta.adjoint == null) {
                return;
            }
            for (int i = 0; i < y.size; i++) {
                int k = (int) y.get(i) - 1;
                theta.addAdjoint(k, logit ? weight : weight / theta.get(k));
            }
            if (logit) {
                double norm = Vectors.logSumExp(theta.value, theta.at, theta.size);
                for (int k = 0; k < theta.size; k++) {
                    theta.addAdjoint(k, -weight * y.size * Math.exp(theta.get(k) - norm));
                }
            }
        }
    }

    private record DrawCategory(boolean logit) implements RandomOp {
        @Override
        public int[] dims(Arg[] arguments) {
            return new int[0];
        }

        @Override
        public void draw(Arg[] arguments, RandomStream random, Arg out) {
            Arg theta = arguments[0];
            double[] weights = new double[theta.size];
            double norm = logit ? Vectors.logSumExp(theta.value, theta.at, theta.size) : 0;
            for (int k = 0; k < weights.length; k++) {
                weights[k] = logit ? Math.exp(theta.get(k) - norm) : theta.get(k);
            }
            if (!logit) {
                simplex("categorical_rng", "the probabilities", theta, 0, theta.size);
            }
            out.set(0, 1 + Draws.index(weights, 0, weights.length, random));
        }
    }

    private static final class Dirichlet extends Reduction {
        @Override
        public void check(Arg[] arguments) {
            Arg theta = arguments[0];
            Arg alpha = arguments[1];
            int k = theta.dims[theta.dims.length - 1];
            if (k != alpha.dims[alpha.dims.length - 1]) {
                throw new DomainException("dirichlet: there must be as many prior sizes as probabilities, " + k
                        + ", got " + alpha.dims[alpha.dims.length - 1]);
            }
            if (theta.dims.length == 2 && alpha.dims.length == 2 && theta.dims[0] != alpha.dims[0]) {
                throw new DomainException(
                        "dirichlet: sizes must agree, got " + theta.dims[0] + " and " + alpha.dims[0]);
            }
        }

        private static int rows(Arg[] arguments) {
            Arg theta = arguments[0];
            Arg alpha = arguments[1];
            return theta.dims.length == 2 ? theta.dims[0] : alpha.dims.length == 2 ? alpha.dims[0] : 1;
        }

        @Override
        public double value(Arg[] arguments) {
            Arg theta = arguments[0];
            Arg alpha = arguments[1];
            int n = theta.dims[theta.dims.length - 1];
            double value = 0;
            for (int row = 0; row < rows(arguments); row++) {
                int p = theta.dims.length == 2 ? row * n : 0;
                int q = alpha.dims.length == 2 ? row * n : 0;
                simplex("dirichlet", "the probabilities", theta, p, n);
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    double a = alpha.get(q + k);
                    Check.positive("dirichlet", "prior sample size", a);
                    sum += a;
                    value += (a == 1 ? 0 : (a - 1) * Math.log(theta.get(p + k))) - Gammas.lgamma(a);
                }
                value += Gammas.lgamma(sum);
            }
            return value;
        }

        @Override
        public void pull(Arg[] arguments, double value, double weight) {
            Arg theta = arguments[0];
            Arg alpha = arguments[1];
            int n = theta.dims[theta.dims.length - 1];
            for (int row = 0; row < rows(arguments); row++) {
                int p = theta.dims.length == 2 ? row * n : 0;
                int q = alpha.dims.length == 2 ? row * n : 0;
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += alpha.get(q + k);
                }
                double common = alpha.adjoint == null ? 0 : Gammas.digamma(sum);
                for (int k = 0; k < n; k++) {
                    double a = alpha.get(q + k);
                    if (theta.adjoint != null) {
                        theta.addAdjoint(p + k, weight * (a - 1) / theta.get(p + k));
                    }
                    if (alpha.adjoint != null) {
                        alpha.addAdjoint(q + k, weight * (common - Gammas.digamma(a) + Math.log(theta.get(p + k))));
                    }
                }
            }
        }
    }

    private record DrawDirichlet() implements RandomOp {
        @Override
        public int[] dims(Arg[] arguments) {
            return arguments[0].dims;
        }

        @Override
        public void draw(Arg[] arguments, RandomStream random, Arg out) {
            for (int k = 0; k < out.size; k++) {
                Check.positiveFinite("dirichlet_rng", "prior sample size", arguments[0].get(k));
                out.set(k, Draws.logGamma(arguments[0].get(k), random));
            }
            double norm = Vectors.logSumExp(out.value, out.at, out.size);
            for (int k = 0; k < out.size; k++) {
                out.set(k, Math.exp(out.get(k) - norm));
            }
        }
    }
}
