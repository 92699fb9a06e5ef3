package org.driftfield.stan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole programs: compiled against the tape, the gradient of each at random points against differences, and the output. */
class CorpusTest {
    @ParameterizedTest
    @MethodSource("org.driftfield.stan.Corpus#programs")
    void theGradientIsThatOfTheDensity(String program) throws IOException {
        StanModel model = Corpus.model(program);
        FreeModel.Evaluator density = model.evaluator();
        int d = model.dimension();
        double[] gradient = new double[d];
        double[] ignored = new double[d];
        int checked = 0;
        for (int k = 0; k < 50 && checked < 2; k++) {
            double[] z = new double[d];
            RandomStream random = RandomStream.of(1, k, 0, 0);
            for (int i = 0; i < d; i++) {
                z[i] = 2 * random.nextDouble() - 1;
            }
            double value = density.evaluate(z, gradient);
            double[] byTape = new double[d];
            double taped = model.tape().worker().evaluate(z, byTape);
            assertThat(value == taped || Math.abs(value - taped) <= 1e-10 * Math.max(1, Math.abs(taped)))
                    .as("%s: compiled %s, by the tape %s", program, value, taped)
                    .isTrue();
            if (value == Double.NEGATIVE_INFINITY) {
                continue;
            }
            checked++;
            for (int i = 0; i < d; i++) {
                double quotient = (at(density, z, i, 1e-5, ignored) - at(density, z, i, -1e-5, ignored)) / 2e-5;
                assertThat(Math.abs(gradient[i] - byTape[i]))
                        .as(
                                "%s by %s, compiled and by the tape",
                                program, model.freeNames().get(i))
                        .isLessThanOrEqualTo(1e-8 * Math.max(1, Math.abs(byTape[i])) + 1e-13 * Math.abs(value));
                // Differences of a density of size f carry its rounding, f · 1e-16 / 1e-5, and the third derivative
                // times 1e-10.
                double tolerance = 2e-6 * Math.max(1, Math.abs(quotient)) + 1e-9 * Math.abs(value);
                assertThat(Math.abs(gradient[i] - quotient))
                        .as("%s by %s: %s and %s", program, model.freeNames().get(i), gradient[i], quotient)
                        .isLessThan(tolerance);
            }
            double[] out = new double
                    [model.variables().stream().mapToInt(v -> v.size()).sum()];
            model.writer().write(z, 0, random, out, 0);
            assertThat(out).doesNotContain(Double.NaN);
        }
        assertThat(checked)
                .as("points of positive density, %s", model.messages().reasons())
                .isEqualTo(2);
    }

    private static double at(FreeModel.Evaluator density, double[] z, int i, double step, double[] ignored) {
        double[] moved = z.clone();
        moved[i] += step;
        return density.evaluate(moved, ignored);
    }
}
