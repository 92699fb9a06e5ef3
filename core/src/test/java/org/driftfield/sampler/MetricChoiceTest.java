package org.driftfield.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.driftfield.random.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricChoiceTest {
    /** Independent coordinates want no correlations, neighbours that hang together want all of them or nearly so. */
    @ParameterizedTest
    @CsvSource({"50, 200, 0, 0, 0", "50, 500, 0, 0, 0", "2, 100, 0.999, 1, 1", "30, 500, 0.95, 0.95, 1"})
    void keepsWhatIsThere(int d, int draws, double correlation, double atLeast, double atMost) {
        MetricChoice choice = new MetricChoice(d);
        RandomStream random = RandomStream.of(1, d, draws, 0);
        double[] x = new double[d];
        double[] gradient = new double[d];
        double rest = 1 - correlation * correlation;
        for (int n = 1; n <= draws; n++) {
            for (int j = 0; j < d; j++) {
                double own = random.nextNormal();
                x[j] = j == 0 ? own : correlation * x[j - 1] + Math.sqrt(rest) * own;
            }
            for (int j = 0; j < d; j++) {
                gradient[j] = j == 0 ? -x[0] : -(x[j] - correlation * x[j - 1]) / rest;
                gradient[j] += j == d - 1 ? 0 : correlation * (x[j + 1] - correlation * x[j]) / rest;
            }
            choice.add(n, x, gradient);
        }
        assertThat(choice.kept()).isBetween(atLeast, atMost);
    }
}
