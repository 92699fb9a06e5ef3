package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** Draws against their distribution functions, or against known moments. */
class DrawTest {
    private static final int DRAWS = 3000;

    private static final String[] FAMILIES = {
        "normal 0.5 2.0",
        "std_normal",
        "cauchy 1.0 0.5",
        "student_t 3.5 1.0 2.0",
        "gamma 0.4 2.0",
        "gamma 7.5 2.0",
        "inv_gamma 3.0 2.0",
        "chi_square 3.0",
        "inv_chi_square 4.0",
        "scaled_inv_chi_square 4.0 2.0",
        "beta 0.4 3.0",
        "beta_proportion 0.3 5.0",
        "exponential 2.0",
        "lognormal 0.5 0.7",
        "uniform -1.0 3.0",
        "logistic 1.0 2.0",
        "gumbel 1.0 2.0",
        "double_exponential 1.0 2.0",
        "weibull 1.5 2.0",
        "frechet 2.5 2.0",
        "rayleigh 2.0",
        "loglogistic 2.0 3.0",
        "pareto 1.5 2.5",
        "pareto_type_2 1.0 2.0 3.0",
        "skew_normal 1.0 2.0 3.0",
        "exp_mod_normal 1.0 2.0 0.7",
        "skew_double_exponential 1.0 2.0 0.3",
        "von_mises 0.5 2.0",
        "von_mises 0.5 200.0",
        "bernoulli 0.3",
        "binomial 60 0.3",
        "binomial 9 0.8",
        "poisson 3.5",
        "poisson 90.0",
        "neg_binomial 2.0 0.5",
        "neg_binomial_2 5.0 2.0",
        "beta_binomial 12 2.0 3.0",
        "beta_neg_binomial 3.0 4.0 2.0",
        "discrete_range 2 7",
    };

    /** Kolmogorov's distance times √n passes 2.3 with a chance of 5·10⁻⁵ for each family, less for discrete ones. */
    @Test
    void scalarDrawsFollowTheirDistribution() {
        long seed = 100;
        for (String line : FAMILIES) {
            String[] words = line.split(" ", -1);
            Arg[] parameters =
                    Arrays.stream(words).skip(1).map(DrawTest::number).toArray(Arg[]::new);
            boolean discrete = Library.knows(words[0] + "_lpmf");
            RandomStream random = RandomStream.of(seed++, 0, 0, 0);
            double[] draws = new double[DRAWS];
            for (int i = 0; i < DRAWS; i++) {
                draws[i] = Bench.draw(words[0] + "_rng", random, parameters).get(0);
            }
            Arrays.sort(draws);
            double worst = 0;
            for (int i = 0; i < DRAWS; i++) {
                boolean last = i == DRAWS - 1 || draws[i + 1] > draws[i];
                if (last && (discrete || i % 7 == 0)) {
                    Arg[] all = new Arg[parameters.length + 1];
                    all[0] = discrete ? Bench.integer((int) draws[i]) : Bench.real(draws[i]);
                    System.arraycopy(parameters, 0, all, 1, parameters.length);
                    worst = Math.max(worst, Math.abs((i + 1.0) / DRAWS - Bench.value(words[0] + "_cdf", all)));
                }
            }
            assertThat(worst * Math.sqrt(DRAWS)).as(line).isLessThan(2.3);
        }
    }

    /** Families without a distribution function are others in disguise; hypergeometric has known moments. */
    @Test
    void otherDrawsHaveTheirMeans() {
        double e = Math.exp(1);
        mean("bernoulli_logit", e / (1 + e), 0.5, Bench.real(1));
        mean("binomial_logit", 10 * e / (1 + e), 2, Bench.integer(10), Bench.real(1));
        mean("poisson_log", e, 2, Bench.real(1));
        mean("neg_binomial_2_log", e, 3, Bench.real(1), Bench.real(2));
        mean("hypergeometric", 5 * 0.4, 2, Bench.integer(5), Bench.integer(4), Bench.integer(6));
        mean("poisson_binomial", 1.5, 1, Bench.vector(0.1, 0.5, 0.9));
        mean("categorical", 0.2 + 2 * 0.5 + 3 * 0.3, 1, Bench.vector(0.2, 0.5, 0.3));
        mean("categorical_logit", 2, 1, Bench.vector(1, 1, 1));
        mean("ordered_logistic", 2, 1, Bench.real(0.5), Bench.vector(-0.5, 1.5));
        mean("ordered_probit", 2, 1, Bench.real(0.5), Bench.vector(-0.5, 1.5));
        mean("multinomial", 2, 2, Bench.vector(0.2, 0.8), Bench.integer(10));
        mean("multinomial_logit", 5, 2, Bench.vector(1, 1), Bench.integer(10));
        mean("dirichlet_multinomial", 2.5, 4, Bench.vector(1, 3), Bench.integer(10));
        mean("dirichlet", 0.25, 0.3, Bench.vector(1, 3));
        mean("bernoulli_logit_glm", 0.5, 0.5, Bench.matrix(new double[] {1, 2}), Bench.real(1), Bench.vector(1, -1));
        mean(
                "hmm_latent",
                1.75,
                0.5,
                Bench.matrix(new double[] {0}, new double[] {Math.log(3)}),
                Bench.matrix(new double[] {1, 0}, new double[] {0, 1}),
                Bench.vector(0.5, 0.5));
        Arg mean = Bench.vector(1, 2);
        Arg sigma = Bench.matrix(new double[] {4, 1}, new double[] {1, 2});
        for (String name : new String[] {"multi_normal", "multi_normal_cholesky", "multi_normal_prec"}) {
            mean(name, 1, 4, mean, sigma);
        }
        mean("multi_student_t", 1, 6, Bench.real(5), mean, sigma);
        mean("multi_student_t_cholesky", 1, 12, Bench.real(5), mean, sigma);
        mean("wishart", 5 * 4, 18, Bench.real(5), sigma);
        mean("inv_wishart", 4.0 / 5, 1.2, Bench.real(8), sigma);
        Arg factor = Bench.matrix(new double[] {2, 0}, new double[] {0.5, 1});
        // The square of the first element of a factor is that of the product: χ² with 5 degrees of freedom, times 4.
        moment("wishart_cholesky", 0, 2, 5 * 4, 14, Bench.real(5), factor);
        moment("inv_wishart_cholesky", 0, 2, 4.0 / 5, 1.2, Bench.real(8), factor);
        // A correlation has mean 0 and variance 1/(2η + K - 1).
        moment("lkj_corr", 1, 1, 0, 1, Bench.integer(3), Bench.real(2));
        moment("lkj_corr", 1, 2, 1.0 / 6, 0.5, Bench.integer(3), Bench.real(2));
        moment("lkj_corr", 5, 2, 1.0 / 6, 0.5, Bench.integer(3), Bench.real(2));
        moment("lkj_corr_cholesky", 1, 2, 1.0 / 6, 0.5, Bench.integer(3), Bench.real(2));
    }

    @Test
    void everyDrawHasATest() {
        Set<String> missing = new LinkedHashSet<>(Library.names());
        missing.removeIf(name -> !name.endsWith("_rng"));
        for (String line : FAMILIES) {
            missing.remove(line.split(" ", -1)[0] + "_rng");
        }
        otherDrawsHaveTheirMeans();
        missing.removeAll(tested);
        assertThat(missing).isEmpty();
    }

    private final Set<String> tested = new LinkedHashSet<>();

    private void mean(String name, double mean, double sd, Arg... arguments) {
        moment(name, 0, 1, mean, sd, arguments);
    }

    /** Of one element, within five standard errors (a chance of 6·10⁻⁷ each); sd is at least that of the power. */
    private void moment(String name, int element, int power, double mean, double sd, Arg... arguments) {
        tested.add(name + "_rng");
        RandomStream random = RandomStream.of(7, 0, name.hashCode(), power);
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            sum += Math.pow(Bench.draw(name + "_rng", random, arguments).get(element), power);
        }
        assertThat(sum / DRAWS).as(name).isCloseTo(mean, within(5 * sd / Math.sqrt(DRAWS)));
    }

    private static Arg number(String word) {
        return word.matches("-?\\d+") ? Bench.integer(Integer.parseInt(word)) : Bench.real(Double.parseDouble(word));
    }
}
