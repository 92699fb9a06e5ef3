package org.driftfield.stan.library.function;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;

/** Hidden Markov models and dynamic linear models with the hidden states summed out. */
public final class StateSpace {
    private StateSpace() {}

    public static void enter(FunctionTable t) {
        if (t.wants("hmm_marginal")) {
            t.fixed("hmm_marginal", "real", "matrix, matrix, vector", new HiddenMarkov());
        }
        if (t.wants("hmm_hidden_state_prob")) {
            t.fixed(
                    "hmm_hidden_state_prob",
                    "matrix",
                    "matrix, matrix, vector",
                    new Composite(a -> a[0].dims, StateSpace::probabilities));
        }
        if (t.wants("hmm_latent_rng")) {
            t.draw("hmm_latent_rng", "int[]", "matrix, matrix, vector", new DrawPath());
        }
        for (String suffix : new String[] {"_lpdf", "_lupdf"}) {
            String rest = "matrix, matrix, matrix, ";
            if (t.wants("gaussian_dlm_obs" + suffix)) {
                t.fixed(
                        "gaussian_dlm_obs" + suffix,
                        "real",
                        rest + "matrix|vector, matrix, vector, matrix",
                        Composite.scalar(StateSpace::dynamic));
            }
        }
    }

    static void check(Arg[] a) {
        int k = a[0].dims[0];
        Multivariate.sized("hmm", a[1], k);
        if (a[2].size != k) {
            throw new DomainException("hmm: the initial state must have " + k + " probabilities, got " + a[2].size);
        }
        SimplexDensities.simplex("hmm", "the initial probabilities", a[2], 0, k);
        for (int i = 0; i < k; i++) {
            double sum = 0;
            for (int j = 0; j < k; j++) {
                sum += a[1].get(j * k + i);
            }
            if (!(Math.abs(sum - 1) <= 1e-8)) {
                throw org.driftfield.stan.math.Check.fail(
                        "hmm", "the sum of row " + (i + 1) + " of the transitions", "1", sum);
            }
        }
    }

    private static Arg column(Composite.Steps s, Arg matrix, int j) {
        int n = matrix.dims[0];
        return s.part(matrix, j * n, n, Type.VECTOR, n);
    }

    /** Forward and backward: the distribution of each state given all observations. */
    private static Arg probabilities(Composite.Steps s, Arg[] a) {
        int steps = a[0].dims[1];
        check(a);
        Arg turned = s.call("'", a[1]);
        Arg[] forward = new Arg[steps];
        Arg[] density = new Arg[steps];
        Arg state = a[2];
        for (int n = 0; n < steps; n++) {
            state = n > 0 ? s.times(turned, state) : state;
            Arg logs = column(s, a[0], n);
            density[n] = s.call("exp", s.minus(logs, s.call("max", logs)));
            Arg weighted = s.call(".*", state, density[n]);
            state = s.call("/", weighted, s.call("sum", weighted));
            forward[n] = state;
        }
        Arg backward = s.call("ones_vector", Arg.constant(Type.INT, new double[] {a[0].dims[0]}));
        Arg result = null;
        for (int n = steps - 1; n >= 0; n--) {
            if (n < steps - 1) {
                backward = s.times(a[1], s.call(".*", density[n + 1], backward));
                backward = s.call("/", backward, s.call("sum", backward));
            }
            Arg both = s.call(".*", forward[n], backward);
            Arg here = s.call("/", both, s.call("sum", both));
            result = result == null ? s.call("to_matrix", here) : s.call("append_col", here, result);
        }
        return result;
    }

    /** Kalman's filter: y (one column a time), F, G, V (matrix, or variances of independent observations), W, m0, C0. */
    private static Arg dynamic(Composite.Steps s, Arg[] a) {
        Arg y = a[0];
        Arg f = s.call("'", a[1]);
        Arg g = a[2];
        Arg noise = a[3].type.equals(Type.VECTOR) ? s.call("diag_matrix", a[3]) : a[3];
        Arg mean = a[5];
        Arg covariance = a[6];
        Arg sum = Composite.number(-y.size * Gammas.HALF_LOG_TWO_PI);
        for (int t = 0; t < y.dims[1]; t++) {
            mean = s.times(g, mean);
            covariance = s.plus(s.times(s.times(g, covariance), s.call("'", g)), a[4]);
            Arg error = s.minus(column(s, y, t), s.times(f, mean));
            Arg cross = s.times(f, covariance);
            Arg spread = s.plus(s.times(cross, s.call("'", f)), noise);
            Arg symmetric = s.times(0.5, s.plus(spread, s.call("'", spread)));
            Arg solved = s.call("mdivide_left_spd", symmetric, error);
            Arg gain = s.call("mdivide_left_spd", symmetric, cross);
            sum = s.minus(
                    sum,
                    s.times(
                            0.5,
                            s.plus(Decompositions.logDeterminant(s, symmetric), s.call("dot_product", error, solved))));
            mean = s.plus(mean, s.times(s.call("'", cross), solved));
            covariance = s.minus(covariance, s.times(s.call("'", cross), gain));
        }
        return sum;
    }

    /** Filters forward, draws backward. */
    private record DrawPath() implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            return new int[] {a[0].dims[1]};
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            check(a);
            int k = a[0].dims[0];
            int steps = a[0].dims[1];
            double[][] filtered = new double[steps][k];
            for (int n = 0; n < steps; n++) {
                double high = Double.NEGATIVE_INFINITY;
                for (int j = 0; j < k; j++) {
                    high = Math.max(high, a[0].get(n * k + j));
                }
                double sum = 0;
                for (int j = 0; j < k; j++) {
                    double chance = 0;
                    for (int i = 0; i < k && n > 0; i++) {
                        chance += filtered[n - 1][i] * a[1].get(j * k + i);
                    }
                    filtered[n][j] = (n == 0 ? a[2].get(j) : chance) * Math.exp(a[0].get(n * k + j) - high);
                    sum += filtered[n][j];
                }
                for (int j = 0; j < k; j++) {
                    filtered[n][j] /= sum;
                }
            }
            int state = -1;
            for (int n = steps - 1; n >= 0; n--) {
                double[] weights = filtered[n];
                for (int i = 0; i < k && state >= 0; i++) {
                    weights[i] *= a[1].get(state * k + i);
                }
                state = Draws.index(weights, 0, k, random);
                out.set(n, state + 1);
            }
        }
    }
}
