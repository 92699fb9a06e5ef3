package org.driftfield.stan.library.function;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.MatrixOp;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Dense;
import org.driftfield.stan.math.Draws;

/** Draws of vectors and matrices. */
public final class MultivariateDraws {
    private MultivariateDraws() {}

    public static void enter(FunctionTable t) {
        for (String one : new String[] {"vector|row_vector", "vector[]|row_vector[]"}) {
            String result = one.contains("[]") ? "vector[]" : "vector";
            if (t.wants("multi_normal_rng")) {
                t.draw("multi_normal_rng", result, one + ", matrix", new Normal("multi_normal_rng", 0, false, false));
            }
            if (t.wants("multi_normal_cholesky_rng")) {
                t.draw(
                        "multi_normal_cholesky_rng",
                        result,
                        one + ", matrix",
                        new Normal("multi_normal_cholesky_rng", 0, true, false));
            }
            if (t.wants("multi_normal_prec_rng")) {
                t.draw(
                        "multi_normal_prec_rng",
                        result,
                        one + ", matrix",
                        new Normal("multi_normal_prec_rng", 0, false, true));
            }
            if (t.wants("multi_student_t_rng")) {
                t.draw(
                        "multi_student_t_rng",
                        result,
                        "real, " + one + ", matrix",
                        new Normal("multi_student_t_rng", 1, false, false));
            }
            if (t.wants("multi_student_t_cholesky_rng")) {
                t.draw(
                        "multi_student_t_cholesky_rng",
                        result,
                        "real, " + one + ", matrix",
                        new Normal("multi_student_t_cholesky_rng", 1, true, false));
            }
        }
        if (t.wants("wishart_rng")) {
            t.draw("wishart_rng", "matrix", "real, matrix", new Wishart("wishart_rng", false, false));
        }
        if (t.wants("inv_wishart_rng")) {
            t.draw("inv_wishart_rng", "matrix", "real, matrix", new Wishart("inv_wishart_rng", true, false));
        }
        if (t.wants("wishart_cholesky_rng")) {
            t.draw("wishart_cholesky_rng", "matrix", "real, matrix", new Wishart("wishart_cholesky_rng", false, true));
        }
        if (t.wants("inv_wishart_cholesky_rng")) {
            t.draw(
                    "inv_wishart_cholesky_rng",
                    "matrix",
                    "real, matrix",
                    new Wishart("inv_wishart_cholesky_rng", true, true));
        }
        if (t.wants("lkj_corr_rng")) {
            t.draw("lkj_corr_rng", "matrix", "int, real", new Lkj(false));
        }
        if (t.wants("lkj_corr_cholesky_rng")) {
            t.draw("lkj_corr_cholesky_rng", "matrix", "int, real", new Lkj(true));
        }
    }

    /**
     * Around a mean.
     *
     * @param first the place of the mean; 1 where degrees of freedom come before it
     */
    private record Normal(String name, int first, boolean factor, boolean precision) implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            Multivariate.sized(name, a[first + 1], Multivariate.width(a[first]));
            return a[first].dims;
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            int k = Multivariate.width(a[first]);
            double[] l = MatrixOp.numbers(a[first + 1]);
            if (!factor) {
                MatrixOp.symmetric(name, l, k);
                l = Decompositions.cholesky(name, l, k);
            }
            double nu = first == 0 ? 0 : a[0].get(0);
            for (int at = 0; at < out.size; at += k) {
                double[] z = new double[k];
                for (int i = 0; i < k; i++) {
                    z[i] = random.nextNormal();
                }
                if (precision) {
                    Dense.solveLowerTransposed(l, k, z, 1);
                }
                double scale = 1;
                if (first == 1) {
                    Check.positiveFinite(name, "degrees of freedom", nu);
                    scale = Math.sqrt(nu / (2 * Draws.gamma(0.5 * nu, random)));
                }
                for (int i = 0; i < k; i++) {
                    double sum = precision ? z[i] : 0;
                    for (int j = 0; j <= i && !precision; j++) {
                        sum += l[j * k + i] * z[j];
                    }
                    out.set(at + i, a[first].get(at + i) + scale * sum);
                }
            }
        }
    }

    /** By Bartlett's decomposition. */
    private record Wishart(String name, boolean inverse, boolean factor) implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            return MatrixOp.square(name, a[1]);
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            int k = a[1].dims[0];
            double nu = a[0].get(0);
            if (!(nu > k - 1)) {
                throw Check.fail(name, "degrees of freedom", "greater than " + (k - 1), nu);
            }
            double[] scale = MatrixOp.numbers(a[1]);
            if (factor) {
                scale = Dense.multiply(scale, Dense.transpose(scale, k, k), k, k, k);
            } else {
                MatrixOp.symmetric(name, scale, k);
            }
            if (inverse) {
                scale = new Dense.Lu(scale, k).inverse();
            }
            double[] l = Decompositions.cholesky(name, scale, k);
            double[] b = new double[k * k];
            for (int j = 0; j < k; j++) {
                b[j * k + j] = Math.sqrt(2 * Draws.gamma(0.5 * (nu - j), random));
                for (int i = j + 1; i < k; i++) {
                    b[j * k + i] = random.nextNormal();
                }
            }
            double[] root = Dense.multiply(l, b, k, k, k);
            double[] draw = Dense.multiply(root, Dense.transpose(root, k, k), k, k, k);
            if (inverse) {
                draw = new Dense.Lu(draw, k).inverse();
            }
            for (int j = 0; j < k; j++) {
                for (int i = 0; i < j; i++) {
                    draw[j * k + i] = draw[i * k + j];
                }
            }
            double[] result = factor ? Decompositions.cholesky(name, draw, k) : draw;
            System.arraycopy(result, 0, out.value, out.at, out.size);
        }
    }

    /** Row by row: the squared length of what lies before the diagonal is a beta variate, its direction uniform. */
    private record Lkj(boolean factor) implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            int k = Constructors.size("lkj_corr_rng", a[0]);
            return new int[] {k, k};
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            int k = out.dims[0];
            double eta = a[1].get(0);
            Check.positiveFinite("lkj_corr_rng", "shape parameter", eta);
            double[] l = new double[k * k];
            for (int i = 0; i < k; i++) {
                if (i == 0) {
                    l[0] = 1;
                    continue;
                }
                double square = Draws.beta(0.5 * i, eta + 0.5 * (k - 1 - i), random);
                double norm = 0;
                for (int j = 0; j < i; j++) {
                    l[j * k + i] = random.nextNormal();
                    norm += l[j * k + i] * l[j * k + i];
                }
                for (int j = 0; j < i; j++) {
                    l[j * k + i] *= Math.sqrt(square / norm);
                }
                l[i * k + i] = Math.sqrt(1 - square);
            }
            double[] result = factor ? l : Dense.multiply(l, Dense.transpose(l, k, k), k, k, k);
            for (int i = 0; i < k && !factor; i++) {
                result[i * k + i] = 1;
            }
            System.arraycopy(result, 0, out.value, out.at, out.size);
        }
    }
}
