package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.Session;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.HeldOut;
import org.driftfield.models.network.prediction.Selection;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.junit.jupiter.api.Test;

/** What is found while parts of the rows stand aside in turn. */
class CalibrationTest {
    private static final NetworkOptions OPTIONS = NetworkOptions.defaults()
            .withHidden(5)
            .withParticles(8)
            .withRecipe(NetworkRecipe.standard()
                    .withErrors(Errors.NORMAL)
                    .withIterations(100)
                    .completed(240, 26, 8));

    /**
     * The first run was chosen by the rows that stood aside, and sees another noise than those after it, three times as much here: it is told with
     * theirs, so that it does not make the intervals of the last run, which is like them, too narrow.
     */
    @Test
    void theFirstRunIsToldWithTheNoiseOfTheOthers() {
        NetworkData data = TestRows.data(300, Task.REGRESSION, 0.2, 0);
        Perceptron net = new Perceptron(new int[] {3, 5, 1}, Activation.RELU);
        try (Workers workers = new Workers(1)) {
            Judge judge = new Judge(
                    Task.REGRESSION,
                    net,
                    workers,
                    data.validation(),
                    data.train().y(),
                    false,
                    Selection.CHANCE_OF_MANY,
                    1);
            List<Calibration.Part> parts = IntStream.range(0, 3)
                    .mapToObj(k -> part(net, judge, workers, k, data))
                    .toList();
            double others = (parts.get(1).tried().noise() + parts.get(2).tried().noise()) / 2;
            Calibration.Part first = parts.get(0);
            Tried noisy = first.tried().with(first.tried().mixture().times(Math.sqrt(3)));
            Calibration calibration =
                    new Calibration(new Evaluation(net, workers), data.train().y(), false);

            Tried found = calibration.of(
                    List.of(new Calibration.Part(noisy, first.learnt(), first.aside()), parts.get(1), parts.get(2)));

            assertThat(found.noise()).isCloseTo(others, within(1e-6 * others));
            assertThat(found.heldNoise()).isEqualTo(others);
            assertThat(found.mixture().blend().recalibration().numbers())
                    .containsExactly(
                            calibration
                                    .of(parts)
                                    .mixture()
                                    .blend()
                                    .recalibration()
                                    .numbers(),
                            within(1e-6));
        }
    }

    private static Calibration.Part part(Perceptron net, Judge judge, Workers workers, int k, NetworkData data) {
        Parts.Part part = k == 0
                ? new Parts.Part(data.validation(), data.train())
                : Parts.of(data.train(), data.validation(), k, 1);
        EncodedRows rest = part.rest();
        Line line = Line.of(Task.REGRESSION, 1, rest, part.aside());
        OneRun.Rows rows = judge.rows(line, rest, part.aside(), null);
        OneRun run = OneRun.of(net, rows.unscored(), OPTIONS, 60 + 20 * k, workers, Session.NONE, "");
        HeldOut.Judgement judged = judge.held(rows, run).judged(false, Selection.CHANCE_OF_MANY);
        return new Calibration.Part(judge.told(OPTIONS, line, null, run, judged), rest, part.aside());
    }
}
