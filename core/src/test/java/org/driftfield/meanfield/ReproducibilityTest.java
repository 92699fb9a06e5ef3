package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.driver.Session;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Same seed, same bits: whatever the threads, and wherever a run is stopped and resumed. */
class ReproducibilityTest {
    private static final int LAST = 58;

    /** All in one factor; or three, one of them with a closed form, swept in random order over a subset. */
    private enum Setup {
        JOINT,
        HAMILTONIAN,
        THREE_FACTORS,
        UNADJUSTED;

        Model model() {
            return new Regression(this != JOINT && this != HAMILTONIAN);
        }

        PmfvbOptions options() {
            PmfvbOptions options = PmfvbOptions.defaults()
                    .withParticles(150)
                    .withStopping(10, 0, 40)
                    .withCollect(9, 2)
                    .withSeed(42)
                    .withThreads(2);
            PmfvbOptions split = options.withBlocks(Blocks.of("a | b | variance"))
                    .withRandomOrder(true)
                    .withExpectation(Expectation.AUTOMATIC);
            return switch (this) {
                case JOINT -> options;
                case HAMILTONIAN -> options.withDynamics(Dynamics.HAMILTONIAN);
                case THREE_FACTORS -> split;
                case UNADJUSTED -> split.withDynamics(Dynamics.UNADJUSTED).withExpectation(Expectation.subset(20));
            };
        }
    }

    private static long[] bits(Posterior posterior) {
        double[] draw = new double[3];
        long[] bits = new long[3 * posterior.size()];
        for (int i = 0; i < posterior.size(); i++) {
            posterior.draw(i, draw);
            for (int j = 0; j < 3; j++) {
                bits[3 * i + j] = Double.doubleToRawLongBits(draw[j]);
            }
        }
        return bits;
    }

    @ParameterizedTest
    @EnumSource
    void threadsDoNotChangeTheAnswer(Setup setup) {
        long[] one = bits(Pmfvb.fit(setup.model(), setup.options().withThreads(1)));
        for (int threads : new int[] {2, 7}) {
            Posterior posterior = Pmfvb.fit(setup.model(), setup.options().withThreads(threads));
            assertThat(bits(posterior)).isEqualTo(one);
        }
    }

    private record Stop(Setup setup, int iteration) {}

    static Stream<Stop> stops() {
        List<Stop> stops = new ArrayList<>();
        for (Setup setup : Setup.values()) {
            for (int iteration : new int[] {1, 6, 23, 39, 40, 41, 47, LAST}) {
                stops.add(new Stop(setup, iteration));
            }
        }
        return stops.stream();
    }

    /** A run that stops in either phase, at the change between them or at its last iteration. */
    @ParameterizedTest
    @MethodSource("stops")
    void resumingGivesTheSameBits(Stop stop, @TempDir Path folder) {
        Setup setup = stop.setup();
        Session saved = Session.NONE.savedTo(folder.resolve("run"), 0);
        Session stopping = saved.watchedBy(event -> {
            // Heard before the iteration is saved: what it did is lost, as when the power fails.
            if (event.iteration() == stop.iteration()) {
                throw new IllegalStateException("stop");
            }
        });
        PmfvbOptions never = setup.options().withStopping(40, 0, 40);
        Posterior whole = Pmfvb.fit(setup.model(), never);
        assertThat(whole.trace().rows()).isEqualTo(LAST);
        assertThatThrownBy(() -> Pmfvb.fit(setup.model(), never, stopping)).hasMessage("stop");
        Posterior resumed = Pmfvb.fit(setup.model(), never.withThreads(1), saved);
        assertThat(bits(resumed)).isEqualTo(bits(whole));
        assertThat(resumed.trace().column("lower_bound"))
                .isEqualTo(whole.trace().column("lower_bound"));
        assertThat(resumed.stopped()).isEqualTo(whole.stopped());
        // A finished run resumed is the finished run.
        assertThat(bits(Pmfvb.fit(setup.model(), never, saved))).isEqualTo(bits(whole));
    }

    /** Another virtual machine is killed without a warning while it saves the run after every iteration. */
    @Test
    void aKilledRunResumesWithTheSameBits(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("run");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals("iteration 25")) {
                line = lines.readLine();
            }
            assertThat(line).isEqualTo("iteration 25");
        } finally {
            child.destroyForcibly();
        }
        child.waitFor();
        assertThat(Files.exists(file)).isTrue();
        Setup setup = Setup.THREE_FACTORS;
        Posterior resumed = Pmfvb.fit(setup.model(), setup.options(), Session.NONE.savedTo(file, 0));
        assertThat(bits(resumed)).isEqualTo(bits(Pmfvb.fit(setup.model(), setup.options())));
    }

    /** What the other virtual machine runs: iterations without end, as far as the parent is concerned. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] args) {
            Setup setup = Setup.THREE_FACTORS;
            Session session = Session.NONE
                    .savedTo(Path.of(args[0]), 0)
                    .watchedBy(event -> System.out.println("iteration " + event.iteration()));
            Pmfvb.fit(setup.model(), setup.options(), session);
        }
    }

    /** Five observations of a line with noise of unknown variance, which has a closed form given the line. */
    private record Regression(boolean closed) implements MeanFieldModel {
        private static final double[] X = {-2, -1, 0, 1, 2};
        private static final double[] Y = {-3.1, -1.2, 1.4, 2.6, 5.2};

        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("a"), Parameter.real("b"), Parameter.positive("variance"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double a = theta[0];
            double b = theta[1];
            double v = theta[2];
            double squares = 0;
            gradient[0] = -a / 100;
            gradient[1] = -b / 100;
            for (int i = 0; i < X.length; i++) {
                double residual = Y[i] - a - b * X[i];
                squares += residual * residual;
                gradient[0] += residual / v;
                gradient[1] += residual * X[i] / v;
            }
            double scale = 1 + squares / 2;
            gradient[2] = -(2 + X.length / 2.0) / v + scale / (v * v);
            return -(2 + X.length / 2.0) * Math.log(v) - scale / v - (a * a + b * b) / 200;
        }

        @Override
        public Optional<ClosedForm> closedForm(Block block) {
            if (!closed || !block.name().equals("variance")) {
                return Optional.empty();
            }
            return Optional.of(others -> {
                double squares = 0;
                for (int i = 0; i < X.length; i++) {
                    double residual = Y[i] - others.mean(0) - others.mean(1) * X[i];
                    squares += residual * residual + others.covariance(0, 0) + X[i] * X[i] * others.covariance(1, 1);
                }
                return new InverseGamma(1 + X.length / 2.0, 1 + squares / 2);
            });
        }
    }
}
