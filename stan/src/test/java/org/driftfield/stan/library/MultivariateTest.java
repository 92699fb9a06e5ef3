package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.math.Quadrature;
import org.junit.jupiter.api.Test;

/** Densities of several numbers against scalar ones, sums over all outcomes, and each other. */
class MultivariateTest {
    private static final double TINY = 1e-10;

    private static Arg one(double x) {
        return Bench.matrix(new double[] {x});
    }

    private static void same(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(TINY * (1 + Math.abs(expected))));
    }

    @Test
    void oneDimensionIsTheScalarDensity() {
        Arg y = Bench.vector(0.7);
        Arg mu = Bench.vector(-0.4);
        double normal = Bench.value("normal_lpdf", Bench.real(0.7), Bench.real(-0.4), Bench.real(1.5));
        same(Bench.value("multi_normal_lpdf", y, mu, one(2.25)), normal);
        same(Bench.value("multi_normal_cholesky_lpdf", y, mu, one(1.5)), normal);
        same(Bench.value("multi_normal_prec_lpdf", y, mu, one(1 / 2.25)), normal);
        same(
                Bench.value("multi_student_t_lpdf", y, Bench.real(3.5), mu, one(2.25)),
                Bench.value("student_t_lpdf", Bench.real(0.7), Bench.real(3.5), Bench.real(-0.4), Bench.real(1.5)));
        same(
                Bench.value("wishart_lpdf", one(0.7), Bench.real(3.5), one(2)),
                Bench.value("gamma_lpdf", Bench.real(0.7), Bench.real(1.75), Bench.real(0.25)));
        same(
                Bench.value("inv_wishart_lpdf", one(0.7), Bench.real(3.5), one(2)),
                Bench.value("inv_gamma_lpdf", Bench.real(0.7), Bench.real(1.75), Bench.real(1)));
        same(
                Bench.value("dirichlet_lpdf", Bench.vector(0.3, 0.7), Bench.vector(2, 3.5)),
                Bench.value("beta_lpdf", Bench.real(0.3), Bench.real(2), Bench.real(3.5)));
        same(
                Bench.value("multinomial_lpmf", Bench.integers(3, 4), Bench.vector(0.3, 0.7)),
                Bench.value("binomial_lpmf", Bench.integer(3), Bench.integer(7), Bench.real(0.3)));
        same(
                Bench.value("dirichlet_multinomial_lpmf", Bench.integers(3, 4), Bench.vector(2, 3.5)),
                Bench.value("beta_binomial_lpmf", Bench.integer(3), Bench.integer(7), Bench.real(2), Bench.real(3.5)));
        same(
                Bench.value("multi_gp_lpdf", Bench.matrix(new double[] {0.7}), one(2.25), Bench.vector(4)),
                Bench.value("normal_lpdf", Bench.real(0.7), Bench.real(0), Bench.real(0.75)));
    }

    @Test
    void parametrisationsAgree() {
        Arg sigma =
                Bench.matrix(new double[] {2, 0.5, 0.1}, new double[] {0.5, 1, -0.3}, new double[] {0.1, -0.3, 1.5});
        Arg factor = Bench.call("cholesky_decompose", sigma);
        Arg precision = Bench.call("inverse", sigma);
        Arg y = Arg.constant(Type.VECTOR.array(1), new double[] {1, 2, 3, -1, 0.5, 0.2}, 2, 3);
        Arg mu = Bench.row(0.5, 0.1, -0.2);
        double cholesky = Bench.value("multi_normal_cholesky_lpdf", y, mu, factor);
        same(Bench.value("multi_normal_lpdf", y, mu, sigma), cholesky);
        same(Bench.value("multi_normal_prec_lpdf", y, mu, precision), cholesky);
        same(
                Bench.value("multi_student_t_cholesky_lpdf", y, Bench.real(4), mu, factor),
                Bench.value("multi_student_t_lpdf", y, Bench.real(4), mu, sigma));
        // A change of variables from the product to its factor.
        double jacobian = 3 * Math.log(2);
        for (int i = 0; i < 3; i++) {
            jacobian += (3 - i) * Math.log(factor.get(i * 3 + i));
        }
        Arg scale = Bench.matrix(new double[] {1, 0.2, 0}, new double[] {0.2, 2, 0.1}, new double[] {0, 0.1, 1});
        Arg scaleFactor = Bench.call("cholesky_decompose", scale);
        for (String name : new String[] {"wishart", "inv_wishart"}) {
            same(
                    Bench.value(name + "_cholesky_lpdf", factor, Bench.real(5), scaleFactor),
                    Bench.value(name + "_lpdf", sigma, Bench.real(5), scale) + jacobian);
        }
        // W has an inverse Wishart density where its inverse has a Wishart density, with Jacobian |W|^-(p+1).
        same(
                Bench.value("inv_wishart_lpdf", sigma, Bench.real(5), scale),
                Bench.value("wishart_lpdf", precision, Bench.real(5), Bench.call("inverse", scale))
                        - 4 * Bench.value("log_determinant", sigma));
    }

    /** Three correlations: det R = (1-a²)(1-b²)(1-c²) with c the partial one, of Jacobian √((1-a²)(1-b²)). */
    @Test
    void correlationDensitiesIntegrateToOne() {
        double eta = 1.7;
        double total = Quadrature.integrate(
                (r, gap, none) -> Math.abs(r) == 1
                        ? 0
                        : Math.exp(Bench.value(
                                "lkj_corr_lpdf",
                                Bench.matrix(new double[] {1, r}, new double[] {r, 1}),
                                Bench.real(eta))),
                -1,
                1,
                1e-9,
                new double[0]);
        assertThat(total).isCloseTo(1, within(1e-8));
        double a = 0.3;
        double b = -0.5;
        double c = 0.2;
        double r = a * b + c * Math.sqrt((1 - a * a) * (1 - b * b));
        Arg matrix = Bench.matrix(new double[] {1, a, b}, new double[] {a, 1, r}, new double[] {b, r, 1});
        // ∫(1-a²)^(η-1/2) da squared, times ∫(1-c²)^(η-1) dc
        double outer = Math.exp(Bench.value("lbeta", Bench.real(0.5), Bench.real(eta + 0.5)));
        double inner = Math.exp(Bench.value("lbeta", Bench.real(0.5), Bench.real(eta)));
        double log = (eta - 1) * Math.log((1 - a * a) * (1 - b * b) * (1 - c * c)) - Math.log(outer * outer * inner);
        same(Bench.value("lkj_corr_lpdf", matrix, Bench.real(eta)), log);
        Arg l = Bench.call("cholesky_decompose", matrix);
        // From R to L: each row k has L_kk^(K-k) less.
        same(Bench.value("lkj_corr_cholesky_lpdf", l, Bench.real(eta)), log + Math.log(l.get(4)));
    }

    @Test
    void massesSumToOne() {
        double sum = 0;
        double mixed = 0;
        double trials = 0;
        for (int k = 1; k <= 4; k++) {
            Arg cuts = Bench.vector(-1, 0.2, 1.5);
            sum += Math.exp(Bench.value("ordered_logistic_lpmf", Bench.integer(k), Bench.real(0.4), cuts));
            mixed += Math.exp(Bench.value("ordered_probit_lpmf", Bench.integer(k), Bench.real(0.4), cuts));
            trials += Math.exp(Bench.value("poisson_binomial_lpmf", Bench.integer(k - 1), Bench.vector(0.3, 0.6, 0.2)));
        }
        same(sum, 1);
        same(mixed, 1);
        same(trials, 1);
        same(
                Bench.value("ordered_logistic_lpmf", Bench.integer(2), Bench.real(0.4), Bench.vector(-1, 0.2)),
                Math.log(1 / (1 + Math.exp(0.2)) - 1 / (1 + Math.exp(1.4))));
        same(
                Bench.value("poisson_binomial_lpmf", Bench.integer(1), Bench.vector(0.3, 0.6)),
                Math.log(0.3 * 0.4 + 0.7 * 0.6));
        same(
                Bench.value("categorical_logit_lpmf", Bench.integers(1, 3), Bench.vector(0.1, 0.2, 0.3)),
                0.4 - 2 * Math.log(Math.exp(0.1) + Math.exp(0.2) + Math.exp(0.3)));
    }

    /** All paths of three steps through two states. */
    @Test
    void hiddenStatesAreSummedOut() {
        double[][] logs = {{-1, -0.5, -2}, {-0.3, -1.5, -0.7}};
        double[][] moves = {{0.8, 0.2}, {0.3, 0.7}};
        double[] start = {0.6, 0.4};
        double total = 0;
        double firstState = 0;
        for (int path = 0; path < 8; path++) {
            int i = path & 1;
            int j = path >> 1 & 1;
            int k = path >> 2 & 1;
            double p = start[i] * moves[i][j] * moves[j][k] * Math.exp(logs[i][0] + logs[j][1] + logs[k][2]);
            total += p;
            firstState += j == 0 ? p : 0;
        }
        Arg[] arguments = {Bench.matrix(logs), Bench.matrix(moves), Bench.vector(start)};
        same(Bench.value("hmm_marginal", arguments), Math.log(total));
        same(Bench.call("hmm_hidden_state_prob", arguments).get(2), firstState / total);
    }

    /** A random walk seen with noise: the observations are jointly normal. */
    @Test
    void dynamicModelIsTheJointNormal() {
        Arg y = Bench.matrix(new double[] {0.5, -0.2, 1.1});
        double actual = Bench.value(
                "gaussian_dlm_obs_lpdf", y, one(2), one(1), one(0.3), one(0.7), Bench.vector(0.4), one(1.2));
        double[][] sigma = new double[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                sigma[i][j] = 4 * (1.2 + 0.7 * (1 + Math.min(i, j))) + (i == j ? 0.3 : 0);
            }
        }
        same(
                actual,
                Bench.value(
                        "multi_normal_lpdf",
                        Bench.vector(0.5, -0.2, 1.1),
                        Bench.vector(0.8, 0.8, 0.8),
                        Bench.matrix(sigma)));
    }

    @Test
    void regressionsAreTheirScalarDensities() {
        Arg x = Bench.matrix(new double[] {1, 2}, new double[] {-0.5, 0.3}, new double[] {0.2, -1});
        Arg beta = Bench.vector(0.4, -0.7);
        Arg eta = Bench.call("+", Bench.real(0.3), Bench.call("*", x, beta));
        Arg counts = Bench.integers(0, 1, 1);
        same(
                Bench.value("bernoulli_logit_glm_lpmf", counts, x, Bench.real(0.3), beta),
                Bench.value("bernoulli_logit_lpmf", counts, eta));
        same(
                Bench.value("poisson_log_glm_lpmf", counts, x, Bench.real(0.3), beta),
                Bench.value("poisson_log_lpmf", counts, eta));
        same(
                Bench.value("neg_binomial_2_log_glm_lpmf", counts, x, Bench.real(0.3), beta, Bench.real(2)),
                Bench.value("neg_binomial_2_log_lpmf", counts, eta, Bench.real(2)));
        same(
                Bench.value("normal_id_glm_lpdf", Bench.vector(1, 2, 3), x, Bench.real(0.3), beta, Bench.real(2)),
                Bench.value("normal_lpdf", Bench.vector(1, 2, 3), eta, Bench.real(2)));
        same(
                Bench.value("ordered_logistic_glm_lpmf", Bench.integers(1, 2, 3), x, beta, Bench.vector(-1, 1)),
                Bench.value(
                        "ordered_logistic_lpmf",
                        Bench.integers(1, 2, 3),
                        Bench.call("*", x, beta),
                        Bench.vector(-1, 1)));
    }

    @Test
    void whatIsOutsideIsSaid() {
        assertThatThrownBy(() -> Bench.value("normal_lpdf", Bench.real(0), Bench.real(0), Bench.real(-1)))
                .isInstanceOf(DomainException.class)
                .hasMessage("normal: scale parameter must be positive, got -1");
        assertThatThrownBy(() -> Bench.value("normal_lpdf", Bench.vector(0, 1), Bench.vector(0, 1, 2), Bench.real(1)))
                .hasMessage("normal: sizes must agree, got 2 and 3");
        assertThatThrownBy(() ->
                        Bench.value("cholesky_decompose", Bench.matrix(new double[] {1, 2}, new double[] {2, 1})))
                .hasMessage("cholesky_decompose: matrix must be positive definite");
        assertThatThrownBy(() -> Bench.call("*", Bench.matrix(new double[] {1, 2}), Bench.vector(1, 2, 3)))
                .hasMessage("*: the left has 2 columns, the right 3 rows");
        assertThatThrownBy(() -> Bench.value("/", Bench.integer(1), Bench.integer(0)))
                .hasMessage("integer division of 1 by zero");
        assertThat(Bench.value("normal_lpdf", Bench.vector(), Bench.real(0), Bench.real(1)))
                .isZero();
        assertThat(Bench.value("uniform_lpdf", Bench.real(2), Bench.real(0), Bench.real(1)))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
