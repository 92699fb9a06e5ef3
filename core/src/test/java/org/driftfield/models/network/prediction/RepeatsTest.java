package org.driftfield.models.network.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import org.driftfield.data.EncodedRows;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

class RepeatsTest {
    private static final int CELLS = 300;

    /** One row for each of many inputs: y = x + u + noise, u of a part of the variance 1 and the same for equal inputs. */
    private static EncodedRows rows(double part, double step, long seed, int draw) {
        float[] x = new float[CELLS];
        double[] y = new double[CELLS];
        int[] numbers = new int[CELLS];
        for (int i = 0; i < CELLS; i++) {
            x[i] = i / 100f;
            double u = RandomStream.of(seed, 0, 0, i).nextNormal();
            double e = RandomStream.of(seed, draw, 1, i).nextNormal();
            y[i] = x[i] + Math.sqrt(part) * u + Math.sqrt(1 - part) * e;
            y[i] = step > 0 ? Math.rint(y[i] / step) * step : y[i];
            numbers[i] = i;
        }
        return new EncodedRows(x, y, numbers, 1, new BitSet());
    }

    private static RepeatedRows evidence(double part, double step, long seed) {
        EncodedRows learnt = rows(part, step, seed, 1);
        EncodedRows held = rows(part, step, seed, 2);
        double[] f = new double[CELLS];
        double[] one = new double[CELLS];
        Arrays.setAll(f, i -> held.x()[i]);
        Arrays.fill(one, 1);
        RepeatedRows all = new RepeatedRows(learnt.y(), step > 0);
        NetworkPrediction said = new NetworkPrediction(1, f, new double[CELLS], one, f, f, f);
        all.add(held, Repeats.of(learnt, 2, 3), () -> said, 2, 3);
        return all;
    }

    /** A correlation of 0.6 in 300 pairs has a standard error of 0.64/√300 = 0.04; the prior of ten rows takes 0.02 off. */
    @Test
    void whatRowsHaveInCommonIsFound() {
        assertThat(evidence(0.6, 0, 1).correlation()).isCloseTo(0.58, within(0.12));
    }

    /** Chance goes beyond once in a hundred times, on one side once in two hundred: two of thirty once in a hundred times. */
    @Test
    void nothingInCommonIsLeftOut() {
        int found = 0;
        for (int seed = 1; seed <= 30; seed++) {
            found += evidence(0, 0, seed).correlation() > 0 ? 1 : 0;
        }
        assertThat(found).isLessThan(2);
    }

    @Test
    void copiesAreTakenAsTheyAreButNoMoreFinelyThanTheirSteps() {
        RepeatedRows copies = evidence(1, 0, 1);
        // 300 rows without error and ten of the prior leave a part of 10/310.
        assertThat(1 - copies.correlation()).isCloseTo(10.0 / 310, within(0.01));
        assertThat(copies.floor()).isZero();
        RepeatedRows steps = evidence(1, 0.5, 1);
        assertThat(steps.floor()).isCloseTo(0.25 / 12, within(1e-9));
        assertThat(Repeats.noise(1, steps.correlation(), steps.floor())).isGreaterThanOrEqualTo(0.25 / 12);
    }

    /** The posterior of u given m rows: k = mρ/(mρ + 1 - ρ), and the variance of another row around it. */
    @Test
    void predictsAsTheModelSays() {
        EncodedRows learnt = rows(0.5, 0, 1, 1);
        EncodedRows twice = learnt.and(rows(0.5, 0, 1, 2));
        Repeats seen = Repeats.of(twice, 2, 3).with(0.5, 0);
        float[] outputs = {0, 1, 5, 5};
        float[] x = {learnt.x()[7], -1};
        seen.apply(x, 0, 2, 1, outputs, 2);
        double mean = ((twice.y()[7] + twice.y()[CELLS + 7]) / 2 - 2) / 3;
        double k = 2 * 0.5 / (2 * 0.5 + 0.5);
        assertThat(outputs[0]).isCloseTo((float) (k * mean), within(1e-6f));
        assertThat(outputs[2]).isCloseTo((float) (k * mean + (1 - k) * 5), within(1e-6f));
        assertThat(outputs[1]).isEqualTo(1);
        assertThat(outputs[3]).isEqualTo(5);
        assertThat(seen.noise(seen.find(x, 0, 1))).isCloseTo(0.5 * (1 + 0.5 / 1.5), within(1e-12));
        assertThat(seen.unseen(learnt)).isEmpty();
        assertThat(Repeats.of(seen.numbers(), 0.5, 0).numbers()).containsExactly(seen.numbers());
    }
}
