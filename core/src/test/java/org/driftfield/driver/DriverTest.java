package org.driftfield.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {
    /** Counts: one coordinate, which is the iteration; a score that falls until iteration 10, given every second one. */
    private static final class Counting implements Algorithm {
        private final double[] count = {0};
        private final State state = new State().put("count", count);
        private boolean frozen;

        @Override
        public List<String> names() {
            return List.of("count");
        }

        @Override
        public int units() {
            return 1;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public void restored() {}

        @Override
        public void step(long iteration) {
            count[0]++;
        }

        @Override
        public void freeze() {
            assertThat(frozen).isFalse();
            frozen = true;
        }

        @Override
        public List<String> traceColumns() {
            return List.of("score");
        }

        @Override
        public void trace(long iteration, double[] row) {
            row[0] = iteration % 2 == 0 ? Math.max(0, 10 - iteration) : Double.NaN;
        }

        @Override
        public void draws(double[] out, int at) {
            out[at] = count[0];
        }
    }

    private static Run run(StoppingRule rule, RunOptions options) {
        return Driver.run(new Counting(), rule, options);
    }

    @Test
    void settlesThenCollects() {
        Run run = run(StoppingRule.after(7), RunOptions.of(100, 3, 4));
        assertThat(run.draws()).containsExactly(11, 15, 19);
        assertThat(run.settledAt()).isEqualTo(7);
        assertThat(run.settled()).isTrue();
        assertThat(run.reason()).isEqualTo("made the 7 iterations asked for");
        Run cut = run(StoppingRule.after(7), RunOptions.of(5, 3, 0));
        assertThat(cut.draws()).containsExactly(5);
        assertThat(cut.settled()).isFalse();
        assertThat(cut.reason()).isEqualTo("reached the maximum of 5 iterations before settling");
    }

    @Test
    void patienceCountsScoresAndNotIterations() {
        Run run = run(new PatienceRule("score", 3), RunOptions.of(100, 1, 0));
        assertThat(run.settledAt()).isEqualTo(16);
        assertThat(run.reason()).isEqualTo("score has had no new best in 3 scores since iteration 10");
    }

    @Test
    void aTrendIsSeenThroughGaps() {
        Trace trace = new Trace(List.of(Trace.ITERATION, "bound", "spread"));
        TrendRule rule = new TrendRule("bound", "the lower bound", "spread", 0.1, 20, 0);
        for (int i = 0; i < 100; i++) {
            double noise = 0.1 * Math.sin(17.0 * i * i);
            trace.add(new double[] {i, i % 3 > 0 ? Double.NaN : 0.05 * Math.min(i, 60) + noise, 3});
            if (i < 75) {
                assertThat(rule.settled(trace)).as("at %d", i).isEmpty();
            }
        }
        while (rule.settled(trace).isEmpty()) {
            int i = trace.rows();
            assertThat(i).isLessThan(150);
            trace.add(new double[] {i, i % 3 > 0 ? Double.NaN : 3 + 0.1 * Math.sin(17.0 * i * i), 3});
        }
        assertThat(rule.settled(trace).orElseThrow())
                .matches(
                        "the lower bound has no trend left: \\S+ over the last 2\\d iterations \\(standard error \\S+\\)");
    }

    @Test
    void damagedAndForeignCheckpointsAreRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run");
        RunOptions options = RunOptions.of(10, 3, 4).in(Session.NONE.savedTo(file, 0), "mine");
        run(StoppingRule.after(7), options);
        byte[] good = Files.readAllBytes(file);
        assertThat(folder.toFile().list()).containsExactly("run");
        assertThat(run(StoppingRule.after(7), options).draws()).containsExactly(11, 15, 19);

        Files.write(file, Arrays.copyOf(good, good.length / 2));
        refused(options, file + " is damaged: an array longer than the file");
        Files.write(file, Arrays.copyOf(good, good.length - 3));
        refused(options, "cannot read the checkpoint " + file + ": it ends too early");
        byte[] flipped = good.clone();
        flipped[good.length - 20] ^= 1;
        Files.write(file, flipped);
        refused(options, file + " is damaged: its checksum does not agree with its content");
        Files.write(
                file, "something else altogether, and long enough".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThatThrownBy(() -> run(StoppingRule.after(7), options))
                .isInstanceOf(InputException.class)
                .message()
                .startsWith("cannot read the checkpoint " + file)
                .doesNotContain("\n");
        Files.write(file, good);
        refused(
                options.in(options.session(), "yours"),
                file + " belongs to another run: it was made with [mine], now asked is [yours]");
        Files.write(file, new byte[0]);
        assertThatThrownBy(() -> run(StoppingRule.after(7), options)).isInstanceOf(InputException.class);
    }

    private static void refused(RunOptions options, String line) {
        assertThatThrownBy(() -> run(StoppingRule.after(7), options))
                .isInstanceOf(InputException.class)
                .hasMessage(line);
    }
}
