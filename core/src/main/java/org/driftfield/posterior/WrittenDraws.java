package org.driftfield.posterior;

import static org.driftfield.InputException.require;

import org.driftfield.driver.Run;
import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** The variables of a model at each free draw of a run, written in one pass; what is random in them is keyed by the draw. */
final class WrittenDraws {
    private static final int CHUNK = 16;
    private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

    private WrittenDraws() {}

    static double[] of(FreeModel model, Run run, long seed, int threads) {
        int d = model.dimension();
        int width = model.variables().stream().mapToInt(Variable::size).sum();
        int size = run.snapshots() * run.units();
        require(
                (long) size * width <= MOST_NUMBERS,
                "too many draws to keep: %d draws of %d numbers, at most %d numbers fit; collect fewer",
                size,
                width,
                MOST_NUMBERS);
        double[] out = new double[size * width];
        try (Workers workers = new Workers(threads)) {
            FreeModel.Writer[] writers = new FreeModel.Writer[threads];
            RandomStream[] streams = new RandomStream[threads];
            workers.forEach(size, CHUNK, (worker, from, to) -> {
                if (writers[worker] == null) {
                    writers[worker] = model.writer();
                    streams[worker] = new RandomStream();
                }
                for (int i = from; i < to; i++) {
                    RandomStream random =
                            streams[worker].reset(seed, i / run.units(), StreamKeys.GENERATED, i % run.units());
                    writers[worker].write(run.draws(), i * d, random, out, i * width);
                }
            });
        }
        return out;
    }
}
