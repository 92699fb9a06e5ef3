package org.driftfield.stan.library.function;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.GlmOp;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Scalars;
import org.driftfield.stan.math.continuous.Normal;
import org.driftfield.stan.math.discrete.BernoulliLogit;
import org.driftfield.stan.math.discrete.BinomialLogit;
import org.driftfield.stan.math.discrete.NegBinomial2Log;
import org.driftfield.stan.math.discrete.PoissonLog;

/** Generalised linear models as one density. */
public final class Regressions {
    private static final String DESIGN = "matrix|row_vector, real|vector, vector";

    private Regressions() {}

    public static void enter(FunctionTable t) {
        for (String suffix : new String[] {"_lpdf", "_lupdf"}) {
            if (t.wants("normal_id_glm" + suffix)) {
                t.fixed(
                        "normal_id_glm" + suffix,
                        "real",
                        "real|vector, " + DESIGN + ", real|vector",
                        new GlmOp("normal_id_glm", (a, d) -> Normal.lpdf(a[0], a[1], a[2], d), 1, 1));
            }
        }
        for (String suffix : new String[] {"_lpmf", "_lupmf"}) {
            if (t.wants("bernoulli_logit_glm" + suffix)) {
                t.fixed(
                        "bernoulli_logit_glm" + suffix,
                        "real",
                        "int|int[], " + DESIGN,
                        new GlmOp("bernoulli_logit_glm", (a, d) -> BernoulliLogit.lpmf(a[0], a[1], d), 1, 0));
            }
            if (t.wants("poisson_log_glm" + suffix)) {
                t.fixed(
                        "poisson_log_glm" + suffix,
                        "real",
                        "int|int[], " + DESIGN,
                        new GlmOp("poisson_log_glm", (a, d) -> PoissonLog.lpmf(a[0], a[1], d), 1, 0));
            }
            if (t.wants("neg_binomial_2_log_glm" + suffix)) {
                t.fixed(
                        "neg_binomial_2_log_glm" + suffix,
                        "real",
                        "int|int[], " + DESIGN + ", real|vector",
                        new GlmOp("neg_binomial_2_log_glm", (a, d) -> NegBinomial2Log.lpmf(a[0], a[1], a[2], d), 1, 1));
            }
            if (t.wants("binomial_logit_glm" + suffix)) {
                t.fixed(
                        "binomial_logit_glm" + suffix,
                        "real",
                        "int|int[], int|int[], " + DESIGN,
                        new GlmOp("binomial_logit_glm", (a, d) -> BinomialLogit.lpmf(a[0], a[1], a[2], d), 2, 0));
            }
            if (t.wants("categorical_logit_glm" + suffix)) {
                t.fixed(
                        "categorical_logit_glm" + suffix,
                        "real",
                        "int|int[], matrix|row_vector, vector, matrix",
                        Composite.scalar(Regressions::categorical));
            }
            if (t.wants("ordered_logistic_glm" + suffix)) {
                t.fixed(
                        "ordered_logistic_glm" + suffix,
                        "real",
                        "int|int[], matrix|row_vector, vector, vector",
                        Composite.scalar((s, a) -> s.call("ordered_logistic_lpmf", a[0], s.times(a[1], a[2]), a[3])));
            }
        }
        if (t.wants("bernoulli_logit_glm_rng")) {
            t.draw("bernoulli_logit_glm_rng", "int[]", "matrix, real|vector, vector", new DrawBernoulli());
        }
    }

    private static Arg categorical(Composite.Steps s, Arg[] a) {
        Arg x = a[1].type.equals(Type.ROW_VECTOR) ? s.call("to_matrix", a[1]) : a[1];
        int rows = x.dims[0];
        // One column of predictors for each outcome.
        Arg eta = s.call(
                "'",
                s.plus(
                        s.times(x, a[3]),
                        s.call("rep_matrix", s.call("'", a[2]), Arg.constant(Type.INT, new double[] {rows}))));
        int k = eta.dims[0];
        int n = Math.max(a[0].size, rows);
        if ((rows != n && rows != 1) || (a[0].size != n && a[0].dims.length > 0)) {
            throw new DomainException(
                    "categorical_logit_glm: there must be as many outcomes as rows, " + rows + ", got " + a[0].size);
        }
        Arg sum = Composite.number(0);
        for (int i = 0; i < n; i++) {
            Arg one = s.part(eta, rows == 1 ? 0 : i * k, k, Type.VECTOR, k);
            Arg y = Arg.constant(Type.INT, new double[] {a[0].get(a[0].dims.length == 0 ? 0 : i)});
            sum = s.plus(sum, s.call("categorical_logit_lpmf", y, one));
        }
        return sum;
    }

    private record DrawBernoulli() implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            return new int[] {a[0].dims[0]};
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            int n = a[0].dims[0];
            for (int i = 0; i < n; i++) {
                double eta = a[1].get(a[1].dims.length == 0 ? 0 : i);
                for (int j = 0; j < a[2].size; j++) {
                    eta += a[0].get(j * n + i) * a[2].get(j);
                }
                out.set(i, Draws.uniform(random) < Scalars.invLogit(eta) ? 1 : 0);
            }
        }
    }
}
