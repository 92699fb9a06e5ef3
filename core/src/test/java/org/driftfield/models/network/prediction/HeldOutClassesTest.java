package org.driftfield.models.network.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
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
        assertThat(share).isBetween(0.1, 0.9);
        for (double other = 0; other <= 1; other += 0.05) {
            // The search closes in to 0.001 of the share, which costs next to nothing at the top.
            assertThat(total(held.losses(share, 1))).isLessThan(total(held.losses(other, 1)) + 1e-3);
        }
        for (double power = 0.2; power < 5; power *= 1.1) {
            double log = Math.log(power);
            double best = Math.log(sharpness);
            assertThat(total(held.losses(share, sharpness)) + 0.5 * best * best)
                    .isLessThan(total(held.losses(share, power)) + 0.5 * log * log + 1e-3);
        }
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
}
