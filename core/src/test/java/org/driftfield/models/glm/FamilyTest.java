package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.driftfield.models.glm.family.Comparison;
import org.driftfield.models.glm.family.Likelihood;
import org.driftfield.models.glm.family.PoissonLikelihood;
import org.driftfield.models.glm.family.RowTerms;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every family knows hangs together: derivatives, sums over tiles, link, draws. */
class FamilyTest {
    private static final double[] Y = {0, 1, 1, 3, 2, 0, 4};
    private static final double[] TRIALS = {1, 1, 2, 5, 2, 3, 4};
    private static final double[] ETA = {-3.1, -0.4, 0, 0.7, 1.9, 2.5, -1.2};

    /** A family by its formulas alone, without its fast ways. */
    private record Formulas(RowTerms of) implements RowTerms {
        @Override
        public double inverseLink(double eta) {
            return of.inverseLink(eta);
        }

        @Override
        public boolean allows(double y, double trials) {
            return of.allows(y, trials);
        }

        @Override
        public String expects(boolean given, double trials) {
            return of.expects(given, trials);
        }

        @Override
        public double constant(double y, double trials) {
            return of.constant(y, trials);
        }

        @Override
        public double log(double y, double trials, double eta) {
            return of.log(y, trials, eta);
        }

        @Override
        public double slope(double y, double trials, double eta) {
            return of.slope(y, trials, eta);
        }

        @Override
        public double curvature(double y, double trials, double eta) {
            return of.curvature(y, trials, eta);
        }

        @Override
        public double draw(double mean, double trials, double sigma, RandomStream random) {
            return of.draw(mean, trials, sigma, random);
        }

        @Override
        public double cumulative(double y, double mean, double trials, double sigma) {
            return of.cumulative(y, mean, trials, sigma);
        }

        @Override
        public double variance(double mean, double trials) {
            return of.variance(mean, trials);
        }

        @Override
        public Comparison check() {
            return of.check();
        }
    }

    static Stream<RowTerms> summed() {
        return Arrays.stream(Family.values())
                .map(Family::likelihood)
                .filter(RowTerms.class::isInstance)
                .map(RowTerms.class::cast);
    }

    @ParameterizedTest
    @MethodSource("summed")
    void probabilitiesAddUp(RowTerms terms) {
        for (double eta : ETA) {
            double trials = terms.takesTrials() ? 9 : 1;
            double mean = trials * terms.inverseLink(eta);
            assertThat(terms.cumulative(-1, mean, trials, Double.NaN)).isZero();
            double sum = 0;
            for (int y = 0; y < 12 && terms.allows(y, trials); y++) {
                sum += Math.exp(terms.constant(y, trials) + terms.log(y, trials, eta));
                assertThat(terms.cumulative(y, mean, trials, Double.NaN)).isCloseTo(sum, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("summed")
    void theVarianceIsThatOfTheProbabilities(RowTerms terms) {
        for (double eta : ETA) {
            double trials = terms.takesTrials() ? 9 : 1;
            double mean = trials * terms.inverseLink(eta);
            double variance = terms.variance(mean, trials);
            double second = 0;
            for (int y = 0; y < 100 && terms.allows(y, trials); y++) {
                second += (y - mean) * (y - mean) * Math.exp(terms.constant(y, trials) + terms.log(y, trials, eta));
            }
            if (!Double.isNaN(variance)) {
                assertThat(variance).isCloseTo(second, within(1e-10));
            } else {
                assertThat(terms.allows(2, trials)).isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("summed")
    void derivativesAreThoseOfTheLogLikelihood(RowTerms terms) {
        double width = 1e-5;
        for (int i = 0; i < Y.length; i++) {
            double trials = terms.takesTrials() ? TRIALS[i] : 1;
            double up = terms.log(Y[i], trials, ETA[i] + width);
            double down = terms.log(Y[i], trials, ETA[i] - width);
            assertThat(terms.slope(Y[i], trials, ETA[i])).isCloseTo((up - down) / (2 * width), within(1e-8));
            double steeper = terms.slope(Y[i], trials, ETA[i] + width) - terms.slope(Y[i], trials, ETA[i] - width);
            assertThat(terms.curvature(Y[i], trials, ETA[i])).isCloseTo(-steeper / (2 * width), within(1e-8));
        }
    }

    @ParameterizedTest
    @MethodSource("summed")
    void fastSumsAreTheSumsOfTheFormulas(RowTerms terms) {
        int n = Y.length;
        int nodes = 3;
        double[] node = new double[nodes * n];
        double[] weight = new double[nodes * n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < nodes; k++) {
                node[k * n + i] = 0.3 * (k - 1) + 0.1 * i;
                weight[k * n + i] = k == 1 ? 0.5 : 0.25;
            }
        }
        double[] trials = terms.takesTrials() ? TRIALS : null;
        for (int from = 0; from < 3; from++) {
            int first = from;
            int rows = n - from;
            for (boolean wanted : new boolean[] {true, false}) {
                agree(terms, (own, eta) -> own.tile(eta, first, Y, trials, first, rows, wanted));
                agree(
                        terms,
                        (own, eta) -> own.expectedTile(
                                eta, first, node, weight, first, n, nodes, Y, trials, first, rows, wanted));
            }
        }
    }

    private interface Sum {
        double of(RowTerms terms, double[] eta);
    }

    private static void agree(RowTerms terms, Sum sum) {
        double[] fast = ETA.clone();
        double[] plain = ETA.clone();
        assertThat(sum.of(terms, fast)).isCloseTo(sum.of(new Formulas(terms), plain), within(1e-12));
        assertThat(fast).containsExactly(plain, within(1e-13));
    }

    /** Of 40,000 draws, each within five standard errors: fails wrongly less than once in a million. */
    @ParameterizedTest
    @EnumSource(Family.class)
    void drawsHaveTheMean(Family family) {
        Likelihood likelihood = family.likelihood();
        double trials = likelihood.takesTrials() ? 7 : 1;
        double mean = trials * family.inverseLink(-0.4);
        RandomStream random = RandomStream.of(11, 0, 0, 0);
        int n = 40_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double y = likelihood.draw(mean, trials, 1.5, random);
            assertThat(likelihood.allows(y, trials)).isTrue();
            sum += y;
            squares += (y - mean) * (y - mean);
        }
        assertThat(sum / n).isCloseTo(mean, within(5 * Math.sqrt(squares / n / n)));
    }

    @Test
    void aPoissonAveragesToAnOffset() {
        RowTerms terms = new PoissonLikelihood();
        assertThat(terms.averagesToOffset()).isTrue();
        double[] others = {-0.5, 0.2, 0.9};
        double expected = 0;
        double exp = 0;
        double middle = 0;
        for (double o : others) {
            expected += terms.log(3, 1, 0.4 + o) / others.length;
            exp += Math.exp(o) / others.length;
            middle += o / others.length;
        }
        double offset = Math.log(exp);
        assertThat(terms.log(3, 1, 0.4 + offset) - 3 * (offset - middle)).isCloseTo(expected, within(1e-12));
    }
}
