package org.driftfield.stan.library.function;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.MatrixOp;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;

/** Distributions of several counts, and of a sum of unequal trials. */
public final class CountDensities {
    private CountDensities() {}

    public static void enter(FunctionTable t) {
        for (String suffix : new String[] {"_lpmf", "_lupmf"}) {
            if (t.wants("multinomial" + suffix)) {
                t.fixed("multinomial" + suffix, "real", "int[], vector", new Multinomial());
            }
            if (t.wants("multinomial_logit" + suffix)) {
                t.fixed(
                        "multinomial_logit" + suffix,
                        "real",
                        "int[], vector",
                        Composite.scalar((s, a) -> s.call("multinomial_lpmf", a[0], s.call("softmax", a[1]))));
            }
            if (t.wants("dirichlet_multinomial" + suffix)) {
                t.fixed(
                        "dirichlet_multinomial" + suffix,
                        "real",
                        "int[], vector",
                        Composite.scalar(CountDensities::dirichletMultinomial));
            }
            if (t.wants("poisson_binomial" + suffix)) {
                t.fixed("poisson_binomial" + suffix, "real", "int|int[], vector", new Trials(Trials.Part.EQUAL));
            }
        }
        if (t.wants("poisson_binomial_lcdf")) {
            t.fixed("poisson_binomial_lcdf", "real", "int|int[], vector", new Trials(Trials.Part.UP_TO));
        }
        if (t.wants("poisson_binomial_lccdf")) {
            t.fixed("poisson_binomial_lccdf", "real", "int|int[], vector", new Trials(Trials.Part.ABOVE));
        }
        if (t.wants("poisson_binomial_cdf")) {
            t.fixed(
                    "poisson_binomial_cdf",
                    "real",
                    "int|int[], vector",
                    Composite.scalar((s, a) -> s.call("exp", s.call("poisson_binomial_lcdf", a[0], a[1]))));
        }
        if (t.wants("multinomial_rng")) {
            t.draw("multinomial_rng", "int[]", "vector, int", new DrawCounts(Shares.GIVEN));
        }
        if (t.wants("multinomial_logit_rng")) {
            t.draw("multinomial_logit_rng", "int[]", "vector, int", new DrawCounts(Shares.LOGIT));
        }
        if (t.wants("dirichlet_multinomial_rng")) {
            t.draw("dirichlet_multinomial_rng", "int[]", "vector, int", new DrawCounts(Shares.DIRICHLET));
        }
        if (t.wants("poisson_binomial_rng")) {
            t.draw("poisson_binomial_rng", "int", "vector", new DrawTrials());
        }
    }

    private static double total(String name, Arg n, Arg theta) {
        Reductions.sameSize(name, n, theta);
        double sum = 0;
        for (int k = 0; k < n.size; k++) {
            Check.nonNegative(name, "every count", n.get(k));
            sum += n.get(k);
        }
        return sum;
    }

    private static final class Multinomial extends Reduction {
        @Override
        public double value(Arg[] a) {
            double value = Gammas.lgamma(total("multinomial", a[0], a[1]) + 1);
            SimplexDensities.simplex("multinomial", "the probabilities", a[1], 0, a[1].size);
            for (int k = 0; k < a[0].size; k++) {
                double n = a[0].get(k);
                value += (n == 0 ? 0 : n * Math.log(a[1].get(k))) - Gammas.lgamma(n + 1);
            }
            return value;
        }

        @Override
        public void pull(Arg[] a, double value, double weight) {
            for (int k = 0; k < a[0].size && a[1].adjoint != null; k++) {
                a[1].addAdjoint(k, a[0].get(k) == 0 ? 0 : weight * a[0].get(k) / a[1].get(k));
            }
        }
    }

    private static Arg dirichletMultinomial(Composite.Steps s, Arg[] a) {
        double total = total("dirichlet_multinomial", a[0], a[1]);
        double constant = Gammas.lgamma(total + 1);
        for (int k = 0; k < a[0].size; k++) {
            Check.positiveFinite("dirichlet_multinomial", "prior sample size", a[1].get(k));
            constant -= Gammas.lgamma(a[0].get(k) + 1);
        }
        Arg n = Arg.constant(Type.VECTOR, MatrixOp.numbers(a[0]), a[0].size);
        Arg rises = s.call("sum", s.call("log_rising_factorial", a[1], n));
        Arg all = s.call("log_rising_factorial", s.call("sum", a[1]), Composite.number(total));
        return s.plus(s.minus(rises, all), Composite.number(constant));
    }

    /** The number of successes among independent trials of different chances. */
    private static final class Trials extends Reduction {
        /** Which outcomes count. */
        enum Part {
            EQUAL,
            UP_TO,
            ABOVE
        }

        private final Part part;

        Trials(Part part) {
            this.part = part;
        }

        private boolean counts(int j, double y) {
            return switch (part) {
                case EQUAL -> j == y;
                case UP_TO -> j <= y;
                case ABOVE -> j > y;
            };
        }

        /** Row i holds the chances of each number of successes among the first i trials. */
        private static double[][] table(Arg theta) {
            int n = theta.size;
            double[][] table = new double[n + 1][n + 1];
            table[0][0] = 1;
            for (int i = 0; i < n; i++) {
                double p = theta.get(i);
                Check.between("poisson_binomial", "probability", 0, 1, p);
                for (int j = 0; j <= i + 1; j++) {
                    table[i + 1][j] = table[i][j] * (1 - p) + (j > 0 ? table[i][j - 1] * p : 0);
                }
            }
            return table;
        }

        @Override
        public double value(Arg[] a) {
            int n = a[1].size;
            double[] last = table(a[1])[n];
            double sum = 0;
            for (int i = 0; i < a[0].size; i++) {
                if (part == Part.EQUAL) {
                    Check.between("poisson_binomial", "successes", 0, n, a[0].get(i));
                }
                double chance = 0;
                for (int j = 0; j <= n; j++) {
                    chance += counts(j, a[0].get(i)) ? last[j] : 0;
                }
                sum += Math.log(Math.min(1, chance));
            }
            return sum;
        }

        @Override
        public void pull(Arg[] a, double value, double weight) {
            if (a[1].adjoint == null) {
                return;
            }
            int n = a[1].size;
            double[][] table = table(a[1]);
            double[] slope = new double[n + 1];
            for (int i = 0; i < a[0].size; i++) {
                double chance = 0;
                for (int j = 0; j <= n; j++) {
                    chance += counts(j, a[0].get(i)) ? table[n][j] : 0;
                }
                for (int j = 0; j <= n && chance > 0; j++) {
                    slope[j] += counts(j, a[0].get(i)) ? weight / chance : 0;
                }
            }
            for (int i = n - 1; i >= 0; i--) {
                double p = a[1].get(i);
                double byP = 0;
                double[] before = new double[n + 1];
                for (int j = 0; j <= i + 1; j++) {
                    byP += slope[j] * ((j > 0 ? table[i][j - 1] : 0) - table[i][j]);
                    before[j] += slope[j] * (1 - p);
                    if (j > 0) {
                        before[j - 1] += slope[j] * p;
                    }
                }
                a[1].addAdjoint(i, byP);
                slope = before;
            }
        }
    }

    /** What the first argument says about the probabilities. */
    private enum Shares {
        GIVEN,
        LOGIT,
        DIRICHLET
    }

    private record DrawCounts(Shares shares) implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            return new int[] {a[0].size};
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            int n = a[0].size;
            double[] p = MatrixOp.numbers(a[0]);
            if (shares == Shares.GIVEN) {
                SimplexDensities.simplex("multinomial_rng", "the probabilities", a[0], 0, n);
            } else {
                for (int k = 0; k < n && shares == Shares.DIRICHLET; k++) {
                    p[k] = Draws.logGamma(p[k], random);
                }
                double norm = Vectors.logSumExp(p, 0, n);
                for (int k = 0; k < n; k++) {
                    p[k] = Math.exp(p[k] - norm);
                }
            }
            Check.nonNegative("multinomial_rng", "total", a[1].get(0));
            int left = (int) a[1].get(0);
            double rest = 1;
            for (int k = 0; k < n; k++) {
                double share = k == n - 1 ? 1 : Math.min(1, rest > 0 ? p[k] / rest : 1);
                int count = (int) Draws.binomial(left, share, random);
                out.set(k, count);
                left -= count;
                rest -= p[k];
            }
        }
    }

    private record DrawTrials() implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            return new int[0];
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            int count = 0;
            for (int i = 0; i < a[0].size; i++) {
                Check.between("poisson_binomial_rng", "probability", 0, 1, a[0].get(i));
                count += Draws.uniform(random) < a[0].get(i) ? 1 : 0;
            }
            out.set(0, count);
        }
    }
}
