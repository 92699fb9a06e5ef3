package org.driftfield.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binomial variates against the exact probabilities. */
class BinomialsTest {
    private static final int DRAWS = 200_000;
    private static final double FEWEST_EXPECTED = 50;

    @ParameterizedTest
    @CsvSource({
        "3, 0.2",
        "17, 0.3",
        "17, 0.97",
        "40, 0.25",
        "40, 0.2499",
        "100, 0.5",
        "200, 0.0501",
        "1000, 0.02",
        "100000, 0.9",
        "1000000, 0.3",
        "2000000000, 6e-9"
    })
    void drawsHaveTheProbabilitiesOfTheDistribution(int trials, double p) {
        BinomialDistribution exact = BinomialDistribution.of(trials, p);
        int[] draws = new int[DRAWS];
        RandomStream random = RandomStream.of(3, 0, 1, 0).fast();
        Arrays.setAll(draws, i -> Binomials.next(trials, p, random));
        Arrays.sort(draws);
        double statistic = 0;
        int cells = 0;
        int from = -1;
        int at = 0;
        while (from < trials) {
            // The least that makes a cell of enough draws, and leaves enough for another.
            double least = exact.cumulativeProbability(from) + FEWEST_EXPECTED / DRAWS;
            int to = Math.max(from + 1, exact.inverseCumulativeProbability(Math.min(1, least)));
            to = exact.survivalProbability(to) * DRAWS < FEWEST_EXPECTED ? trials : to;
            double expected = exact.probability(from, to) * DRAWS;
            int before = at;
            while (at < DRAWS && draws[at] <= to) {
                at++;
            }
            double difference = at - before - expected;
            statistic += difference * difference / expected;
            cells++;
            from = to;
        }
        assertThat(cells).isGreaterThan(2);
        // One chance in ten thousand for each of eleven.
        assertThat(ChiSquaredDistribution.of(cells - 1).survivalProbability(statistic))
                .isGreaterThan(1e-4);
    }

    @Test
    void certaintiesAreCertain() {
        RandomStream random = RandomStream.of(1, 0, 1, 0);
        assertThat(Binomials.next(0, 0.5, random)).isZero();
        assertThat(Binomials.next(1_000_000, 0, random)).isZero();
        assertThat(Binomials.next(1_000_000, -1e-17, random)).isZero();
        assertThat(Binomials.next(1_000_000, 1, random)).isEqualTo(1_000_000);
        assertThat(Binomials.next(1_000_000, 1 + 1e-15, random)).isEqualTo(1_000_000);
        assertThat(Binomials.next(5, 1, random)).isEqualTo(5);
    }

    @Test
    void twoBillionTrialsTakeNoLongerThanAThousand() {
        RandomStream random = RandomStream.of(2, 0, 1, 0).fast();
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += Binomials.next(2_000_000_000, 0.25, random);
        }
        // Five standard errors of the mean.
        assertThat(sum / 10_000 / 5e8).isCloseTo(1, within(5 * 3.9e-7));
    }
}
