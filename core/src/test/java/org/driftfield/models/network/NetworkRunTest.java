package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.driver.Session;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.engine.Crew;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs: the same bits on any number of threads and across a stop, and what is kept of them. */
class NetworkRunTest {
    private static NetworkOptions options(boolean paper) {
        NetworkRecipe recipe = paper
                ? NetworkRecipe.paper().withBatch(32).withIterations(45)
                : NetworkRecipe.standard().withBatch(20).withGroups(2).withIterations(140);
        return NetworkOptions.defaults()
                .withHidden(6, 5)
                .withActivation(Activation.TANH)
                .withParticles(37)
                .withRecipe(recipe)
                .withSeed(3);
    }

    private static List<Integer> bits(NetworkFit fit) {
        List<Integer> bits = new ArrayList<>();
        for (int p = 0; p < fit.posterior().particles(); p++) {
            for (float w : fit.posterior().weights(p)) {
                bits.add(Float.floatToRawIntBits(w));
            }
        }
        for (int g = 0; g < fit.posterior().groups(); g++) {
            bits.add(Double.hashCode(fit.posterior().priorVariance(g, 0).scale()));
            if (fit.posterior().noiseVariance(g) != null) {
                bits.add(Double.hashCode(fit.posterior().noiseVariance(g).scale()));
            }
        }
        if (fit.validation() != null) {
            bits.add(Double.hashCode(fit.validation().nll()));
        }
        return bits;
    }

    @ParameterizedTest
    @CsvSource({"true, REGRESSION", "false, REGRESSION", "false, MULTICLASS", "true, BINARY"})
    void threadsAndAStopChangeNoBit(boolean paper, Task task, @TempDir Path folder) {
        NetworkData data = TestRows.data(300, task, 0.2, 0.1);
        NetworkOptions options = options(paper);
        NetworkFit whole = Network.fit(data, options.withThreads(1));
        assertThat(bits(Network.fit(data, options.withThreads(3)))).isEqualTo(bits(whole));

        Session saved = Session.NONE.savedTo(folder.resolve("run"), 0);
        // In the middle of the last run, which is the one that is saved, and of what a thread does at a time.
        Session stopping = saved.watchedBy(event -> {
            if (event.iteration() > 30 && event.iteration() % 10 == 3 && Files.exists(folder.resolve("run"))) {
                throw new IllegalStateException("stop");
            }
        });
        assertThatThrownBy(() -> Network.fit(data, options.withThreads(2), stopping))
                .hasMessage("stop");
        NetworkFit resumed = Network.fit(data, options.withThreads(1), saved);
        assertThat(bits(resumed)).isEqualTo(bits(whole));
        assertThat(resumed.run().trace().column(NetworkRun.TRAIN))
                .isEqualTo(whole.run().trace().column(NetworkRun.TRAIN));
        assertThat(bits(Network.fit(data, options, saved))).isEqualTo(bits(whole));
        assertThatThrownBy(() -> Network.fit(data, options.withSeed(4), saved)).hasMessageContaining("another run");
    }

    /** Groups that are moved by others, who get and return everything as bytes, and a stop in between. */
    @ParameterizedTest
    @CsvSource({"REGRESSION, 0.2", "MULTICLASS, 0.2", "REGRESSION, 0"})
    void groupsElsewhereChangeNoBit(Task task, double validation, @TempDir Path folder) {
        NetworkData data = TestRows.data(300, task, validation, 0.1);
        NetworkOptions options = options(false).withThreads(1);
        List<Integer> whole = bits(Network.fit(data, options));
        Session elsewhere = Session.NONE.savedTo(folder.resolve("run"), 0).sharedWith(new Others());
        Session stopping = elsewhere.watchedBy(event -> {
            if (event.iteration() == 33) {
                throw new IllegalStateException("stop");
            }
        });
        assertThatThrownBy(() -> Network.fit(data, options, stopping)).hasMessage("stop");
        assertThat(bits(Network.fit(data, options, elsewhere))).isEqualTo(whole);
    }

    /** Other processes as far as bytes go. */
    private static final class Others implements Crew {
        @Override
        public <S extends Serializable> Job<S> with(S shared) {
            S there = copy(shared);
            return new Job<>() {
                @Override
                public <I extends Serializable, O extends Serializable> List<O> each(
                        List<I> pieces, Work<S, I, O> what) {
                    return pieces.parallelStream()
                            .map(piece -> copy(copy(what).on(there, copy(piece))))
                            .toList();
                }

                @Override
                public void close() {}
            };
        }

        @SuppressWarnings("unchecked")
        private static <T> T copy(T value) {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(value);
                }
                return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            } catch (IOException | ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static OneRun run(NetworkData data, NetworkOptions options) {
        Perceptron net = new Perceptron(new int[] {3, 6, 5, 1}, options.activation());
        try (Workers workers = new Workers(1)) {
            return OneRun.of(
                    net,
                    new OneRun.Rows(data.task(), data.train(), data.validation(), null, Double.NaN, false, 6),
                    options,
                    0,
                    workers,
                    Session.NONE,
                    "");
        }
    }

    /** The cloud handed out is the one with the best validation score, not the last. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theBestCloudIsKept(boolean paper) {
        NetworkData data = TestRows.data(300, Task.REGRESSION, 0.2, 0);
        OneRun run = run(data, options(paper).withPatience(1000));
        double best = Double.POSITIVE_INFINITY;
        for (double score : run.run.trace().column(paper ? NetworkAlgorithm.PPS : NetworkAlgorithm.NLL)) {
            best = Math.min(best, Double.isNaN(score) ? best : score);
        }
        int d = run.mixture.weights().length / run.mixture.particles();
        float[] mean = new FloatCloud(run.mixture.weights(), 0, run.mixture.particles(), d)
                .measure()
                .mean();
        // The mean over particles is summed in another order than on the way.
        assertThat(
                        paper
                                ? run.scoring.plugIn(mean, run.mixture.noise()[0])[0]
                                : run.selection.of(withoutCopies(run.mixture)).score())
                .isCloseTo(best, within(paper ? 1e-5 : 0));
    }

    /** Clouds are judged by those of their particles that differ. */
    private static Mixture withoutCopies(Mixture mixture) {
        int particles = mixture.particles();
        int d = mixture.weights().length / particles;
        List<float[]> distinct = new ArrayList<>();
        for (int p = 0; p < particles; p++) {
            float[] one = Arrays.copyOfRange(mixture.weights(), p * d, (p + 1) * d);
            if (distinct.stream().noneMatch(other -> Arrays.equals(one, other))) {
                distinct.add(one);
            }
        }
        float[] weights = new float[distinct.size() * d];
        for (int p = 0; p < distinct.size(); p++) {
            System.arraycopy(distinct.get(p), 0, weights, p * d, d);
        }
        return new Mixture(weights, distinct.size(), mixture.noise().length, mixture.noise(), 1);
    }

    /** Of several groups the one is plugged in whose mean predicts the validation rows best. */
    @Test
    void theGroupThatPredictsBestIsPluggedIn() {
        int groups = 4;
        int size = 10;
        NetworkData data = TestRows.data(300, Task.BINARY, 0.3, 0);
        OneRun run = run(
                data,
                options(false)
                        .withParticles(groups * size)
                        .withRecipe(NetworkRecipe.standard()
                                .withBatch(20)
                                .withGroups(groups)
                                .withIterations(140)));
        double[] scores = new double[groups];
        int d = run.mixture.weights().length / (groups * size);
        for (int g = 0; g < groups; g++) {
            float[] mean = new FloatCloud(run.mixture.weights(), g * size, size, d)
                    .measure()
                    .mean();
            scores[g] = run.scoring.plugIn(mean, null)[0];
        }
        double best = scores[run.bestGroup];
        Arrays.sort(scores);
        assertThat(best).isEqualTo(scores[0]);
        assertThat(scores[1]).isGreaterThan(scores[0] + 1e-3);
    }

    /** Patience ends a run that gets no better. */
    @Test
    void patienceEndsARun() {
        NetworkData data = TestRows.data(60, Task.REGRESSION, 0.3, 0);
        NetworkFit fit = Network.fit(
                data,
                options(true)
                        .withRecipe(NetworkRecipe.paper().withIterations(2000))
                        .withPatience(2));
        assertThat(fit.run().settled()).isTrue();
        assertThat(fit.run().settledAt()).isLessThan(2000);
        assertThat(fit.run().reason()).startsWith("validation.pps has had no new best in 2 scores");
    }
}
