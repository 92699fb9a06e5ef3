package org.driftfield.models.network.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

class HeldOutTest {
    private static final int N = 400;

    /** Residuals share · f + noise of variance 1, seen with networks that say f. */
    private static HeldOut rows(double share, long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        double[] means = new double[N];
        double[] residuals = new double[N];
        for (int i = 0; i < N; i++) {
            means[i] = 0.7 * random.nextNormal();
            residuals[i] = share * means[i] + random.nextNormal();
        }
        double[] one = new double[N];
        Arrays.fill(one, 1);
        return new HeldOut(residuals, means, new double[N], one, one);
    }

    /** z of the share has mean 0.7 · 20 · share and variance 1; what is drawn off is 6/z² of it. */
    @Test
    void aShareIsFoundAndDrawnTowardsNothing() {
        HeldOut.Judgement judged = rows(0.8, 1).judged(false, 6);
        // Three standard errors of the share, 1/(0.7 · 20), around what is left of 0.8.
        assertThat(judged.share()).isCloseTo(0.8 * (1 - 6 / 125.0), within(0.22));
        assertThat(judged.strength()).isBetween(Math.pow(11.2 - 3, 2), Math.pow(11.2 + 3, 2));
        assertThat(judged.score()).isLessThan(rows(0.8, 1).line(false).score());
    }

    /** Networks of no use have a share with probability P(z > √6) = 0.7 %: two of fifty is beyond one in twenty times. */
    @Test
    void whatIsOfNoUseIsLeftOut() {
        int given = 0;
        for (int seed = 1; seed <= 50; seed++) {
            given += rows(0, seed).judged(seed % 2 == 0, 6).share() > 0 ? 1 : 0;
        }
        assertThat(given).isLessThanOrEqualTo(2);
    }

    @Test
    void rowsOfSeveralRunsAreJudgedTogether() {
        HeldOut all = HeldOut.together(rows(0.8, 1), rows(0.8, 2));
        assertThat(all.residuals()).hasSize(2 * N);
        assertThat(all.judged(true, 6).strength())
                .isGreaterThan(rows(0.8, 1).judged(true, 6).strength());
    }

    /** Of a line with 20 slopes and 100 rows squared errors are 1.2 and 0.8 of the noise; with 200 rows 1.1 and 0.9. */
    @Test
    void wideningFallsWithRows() {
        assertThat(HeldOut.widening(Math.sqrt(1.2 / 0.8), 0.5)).isCloseTo(Math.sqrt(1.1 / 0.9), within(1e-12));
        assertThat(HeldOut.widening(1.3, 1)).isCloseTo(1.3, within(1e-12));
        assertThat(HeldOut.widening(0.8, 0.8)).isBetween(0.8, 1.0);
    }

    /**
     * With 80 slopes and 100 rows squared errors are 1.8 of the noise and 0.2, with 200 rows 1.4 and 0.6. A run that sees these 0.6 is told with 1.4, one
     * that sees more as well; one that sees a third of them may know its rows by heart, and is told with what (1.4/3)^0.6 1.4^0.4 come to. Where nothing is
     * known by heart a run that sees less noise has learnt more.
     */
    @Test
    void aRunIsToldWithTheNoiseThatHeldOutRowsHaveShown() {
        double found = Math.sqrt(1.8 / 0.2);
        assertThat(told(found, 0.5, 1.8, 0.6)).isCloseTo(1.4, within(1e-12));
        assertThat(told(found, 0.5, 1.8, 0.9)).isCloseTo(1.4, within(1e-12));
        assertThat(told(found, 0.5, 1.8, 0.2)).isCloseTo(1.4 * Math.pow(3, -0.6), within(1e-12));
        assertThat(told(1, 0.5, 1, 0.5)).isCloseTo(0.5, within(1e-12));
    }

    private static double told(double found, double part, double held, double own) {
        double factor = HeldOut.widening(found, part, held, own);
        return own * factor * factor;
    }

    /** Squared errors are 1.2 of the noise with 100 rows, 1.1 with 200; what was told too widely is no reason for larger errors. */
    @Test
    void errorsFallWithRows() {
        assertThat(HeldOut.fall(Math.sqrt(1.2 / 0.8), 0.5)).isCloseTo(1.1 / 1.2, within(1e-12));
        assertThat(HeldOut.fall(0.8, 0.5)).isEqualTo(1);
    }

    /** Four of 400 rows are wild: squares tell nothing of the share any more, what is known of it still fits, and widths stay as they are. */
    @Test
    void aFewWildRowsDecideNothing() {
        HeldOut rows = rows(1, 3);
        for (int i = 0; i < N; i += 100) {
            rows.residuals()[i] += i % 200 == 0 ? 300 : -300;
        }
        HeldOut.Judgement judged = rows.judged(false, Selection.CHANCE_OF_MANY, 0.95);
        assertThat(judged.share()).isEqualTo(0.95);
        assertThat(judged.widening()).isBetween(0.9, 1.3);
        assertThat(rows.judged(false, Selection.CHANCE_OF_MANY).share()).isLessThan(0.5);
    }
}
