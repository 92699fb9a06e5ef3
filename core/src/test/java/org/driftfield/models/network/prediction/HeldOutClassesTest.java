package org.driftfield.models.network.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is found on held-out classes against all that could be found. */
class HeldOutClassesTest {
    private static final int ROWS = 400;
    private static final int CLASSES = 3;

    /** Probabilities that lean by so much towards the class that came. */
    private static double[] leaning(double[] came, double by, long seed) {
        var random = new SplittableRandom(seed);
        double[] p = new double[ROWS * CLASSES];
        for (int i = 0; i < ROWS; i++) {
            double sum = 0;
            for (int k = 0; k < CLASSES; k++) {
                double weight = Math.exp(random.nextGaussian() + (k == came[i] ? by : 0));
                p[i * CLASSES + k] = weight;
                sum += weight;
            }
            for (int k = 0; k < CLASSES; k++) {
                p[i * CLASSES + k] /= sum;
            }
        }
        return p;
    }

    private static double[] came() {
        var random = new SplittableRandom(1);
        return random.ints(ROWS, 0, CLASSES).asDoubleStream().toArray();
    }

    private static double total(double[] losses) {
        return Arrays.stream(losses).sum();
    }

    @Test
    void findsTheShareAndTheSharpnessThatNothingElseBeats() {
        double[] came = came();
        var held = new HeldOutClasses(CLASSES, came, leaning(came, 1, 2), leaning(came, 0.7, 3));
        double share = held.share();
        double sharpness = held.sharpness(share);
        double best = 0;
        for (double other = 0; other <= 1; other += 0.001) {
            best = total(held.losses(other, 1)) < total(held.losses(best, 1)) ? other : best;
        }
        double gain = 2 * (total(held.losses(0, 1)) - total(held.losses(best, 1)));
        assertThat(best).isBetween(0.1, 0.9);
        // Both close in to 0.001 of the share.
        assertThat(share).isCloseTo(best * (1 - 2 / gain), within(0.002));
        for (double power = 0.2; power < 5; power *= 1.1) {
            double log = Math.log(power);
            double found = Math.log(sharpness);
            assertThat(total(held.losses(share, sharpness)) + 12.5 * found * found)
                    .isLessThan(total(held.losses(share, power)) + 12.5 * log * log + 1e-3);
        }
    }

    /** Networks that stray from a line which is right add nothing, but seem to by chance. */
    @Test
    void chanceIsGivenNoShare() {
        int given = 0;
        for (int k = 0; k < 200; k++) {
            var random = new SplittableRandom(100 + k);
            double[] came = random.ints(ROWS, 0, CLASSES).asDoubleStream().toArray();
            // Scores with variance 1, and mean 1 for the class that came: their exponentials are in proportion to its
            // probabilities.
            double[] line = leaning(came, 1, 1000 + k);
            double[] stray = new double[line.length];
            for (int i = 0; i < ROWS; i++) {
                double sum = 0;
                for (int c = 0; c < CLASSES; c++) {
                    stray[i * CLASSES + c] = line[i * CLASSES + c] * Math.exp(0.3 * random.nextGaussian());
                    sum += stray[i * CLASSES + c];
                }
                for (int c = 0; c < CLASSES; c++) {
                    stray[i * CLASSES + c] /= sum;
                }
            }
            given += new HeldOutClasses(CLASSES, came, stray, line).share() > 0 ? 1 : 0;
        }
        // A gain of more than 2 is chance with a probability of 0.08: 16 of 200, and three standard deviations.
        assertThat(given).isLessThan(28);
    }

    @Test
    void twoCloudsTogetherAreTheAverageOfTheirProbabilities() {
        double[] came = came();
        double[] first = leaning(came, 1, 4);
        double[] second = leaning(came, 1, 5);
        double[] line = leaning(came, 0.5, 6);
        double[] losses = new HeldOutClasses(CLASSES, came, first, line)
                .and(new HeldOutClasses(CLASSES, came, second, line))
                .losses(0.25, 1);
        for (int i = 0; i < ROWS; i++) {
            int at = i * CLASSES + (int) came[i];
            double p = 0.25 * 0.5 * (first[at] + second[at]) + 0.75 * line[at];
            assertThat(losses[i]).isCloseTo(-Math.log(p), within(1e-12));
        }
    }

    @Test
    void withoutALineTheNetworksAreAll() {
        double[] came = came();
        assertThat(new HeldOutClasses(CLASSES, came, leaning(came, 0, 7), null).share())
                .isEqualTo(1);
    }

    /** Parts of the rows together say what the rows say. */
    @Test
    void partsTogetherAreTheWhole() {
        double[] came = came();
        double[] networks = leaning(came, 1, 2);
        double[] line = leaning(came, 0.7, 3);
        int half = ROWS / 2;
        var first = new HeldOutClasses(
                CLASSES,
                Arrays.copyOf(came, half),
                Arrays.copyOf(networks, half * CLASSES),
                Arrays.copyOf(line, half * CLASSES));
        var second = new HeldOutClasses(
                CLASSES,
                Arrays.copyOfRange(came, half, ROWS),
                Arrays.copyOfRange(networks, half * CLASSES, ROWS * CLASSES),
                Arrays.copyOfRange(line, half * CLASSES, ROWS * CLASSES));
        var whole = new HeldOutClasses(CLASSES, came, networks, line);
        var together = HeldOutClasses.together(List.of(first, second));
        assertThat(together.losses(0.4, 1.2)).containsExactly(whole.losses(0.4, 1.2));
        assertThat(together.share()).isEqualTo(whole.share());
    }
}
