package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.driftfield.InferenceException;
import org.driftfield.InputException;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.junit.jupiter.api.Test;

/** What goes wrong ends in one line that says where, and what to do; the same line for any number of threads. */
class FailureTest {
    @FunctionalInterface
    private interface Density {
        double at(double[] theta, double[] gradient);
    }

    /** Two parameters, a and b, standard normal but for what the density does to it. */
    private static Model model(Density spoil) {
        return new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.real("a"), Parameter.real("b"));
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                gradient[0] = -theta[0];
                gradient[1] = -theta[1];
                double value = -0.5 * (theta[0] * theta[0] + theta[1] * theta[1]);
                return value + spoil.at(theta, gradient);
            }
        };
    }

    private static void fails(Model model, PmfvbOptions options, String pattern) {
        for (int threads : new int[] {1, 3}) {
            assertThatThrownBy(() -> Pmfvb.fit(model, options.withThreads(threads)))
                    .isInstanceOf(InferenceException.class)
                    .hasMessageMatching(pattern);
        }
    }

    private static final PmfvbOptions JOINT =
            PmfvbOptions.defaults().withParticles(200).withBoundEvery(1, 0);

    private static final PmfvbOptions UNADJUSTED = JOINT.withDynamics(Dynamics.UNADJUSTED)
            .withPreconditioning(Preconditioning.IDENTITY)
            .withSchedules(StepSchedule.constant(0.5));

    @Test
    void aGradientThatIsNotANumberIsNamed() {
        Model model = model((theta, gradient) -> {
            gradient[1] = theta[0] > 2.5 ? Double.NaN : gradient[1];
            return 0;
        });
        fails(
                model,
                UNADJUSTED,
                "the gradient by b is NaN at particle \\d+ of factor \\[a,b] in iteration \\d+, where b is \\S+ on the"
                        + " unconstrained scale; check the model's gradient there, or use a smaller step size");
    }

    @Test
    void aLogDensityThatIsNotANumberIsNamed() {
        // The expectation over b of factor a meets points that the start, one point at a time, did not.
        Model model = model((theta, gradient) -> theta[0] * theta[1] > 4 ? Double.NaN : 0);
        fails(
                model,
                JOINT.withBlocks(Blocks.each()).withExpectation(Expectation.ALL_PAIRS),
                "the log density is NaN at particle \\d+ of factor \\[a] in iteration 1, where a is \\S+ on the unconstrained"
                        + " scale; check the model there, or start the particles closer to the posterior");
    }

    @Test
    void aModelWithoutAnyGoodPointIsNamed() {
        fails(
                model((theta, gradient) -> Double.NaN),
                JOINT,
                "no starting point with a finite log density and gradient found for particle 0 in 100 tries: the last had log"
                        + " density NaN and gradient \\S+ by a; check the model, or choose another spread than 1.0");
    }

    @Test
    void aModelThatThrowsIsNamed() {
        fails(
                model((theta, gradient) -> {
                    throw new ArithmeticException("singular");
                }),
                JOINT,
                "the model failed at the starting point of particle 0, where a is \\S+ on the unconstrained"
                        + " scale: java.lang.ArithmeticException: singular; check the model there");
        Model later = model((theta, gradient) -> {
            if (Math.abs(theta[0]) > 4) {
                throw new ArithmeticException("too far");
            }
            return 0;
        });
        fails(
                later,
                UNADJUSTED.withSchedules(StepSchedule.constant(2)),
                "the model failed at particle \\d+ of (factor \\[a,b] in|all factors together after) iteration \\d+, where a is"
                        + " \\S+( on the unconstrained scale)?: java.lang.ArithmeticException: too far; check the model there");
    }

    @Test
    void aDivergingRunIsStopped() {
        fails(
                model((theta, gradient) -> 0),
                UNADJUSTED.withSchedules(StepSchedule.constant(9)),
                "the run diverged: [ab] of particle \\d+ in factor \\[a,b] reached \\S+ in iteration \\d+; use a smaller step"
                        + " size, or adjusted dynamics");
    }

    @Test
    void aRunThatOnlyRejectsIsStopped() {
        fails(
                model((theta, gradient) -> 0),
                JOINT.withSchedules(StepSchedule.constant(1e6)).withPreconditioning(Preconditioning.IDENTITY),
                "every move of all 200 particles of factor \\[a,b] was rejected in iterations 1 to 40; particle 0 last tried a"
                        + " = \\S+ on the unconstrained scale, with log density \\S+ against \\S+ where it is; use a smaller"
                        + " step size, and check the model's gradient");
    }

    @Test
    void aClosedFormThatFailsIsNamed() {
        MeanFieldModel model = new MeanFieldModel() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.real("a"), Parameter.positive("b"));
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                gradient[0] = -theta[0];
                gradient[1] = -theta[1];
                return -0.5 * (theta[0] * theta[0] + theta[1] * theta[1]);
            }

            @Override
            public Optional<ClosedForm> closedForm(Block block) {
                return block.name().equals("b")
                        ? Optional.of(others -> new InverseGamma(1, -others.covariance(0, 0)))
                        : Optional.empty();
            }
        };
        fails(
                model,
                JOINT.withBlocks(Blocks.each()),
                "the closed form of factor \\[b] failed in iteration 0: an inverse-gamma distribution must have a positive"
                        + " scale, got \\S+; check the model's update");
    }

    private static void refused(Runnable action, String line) {
        assertThatThrownBy(action::run).isInstanceOf(InputException.class).hasMessage(line);
    }

    @Test
    void wrongOptionsGiveOneLine() {
        Model model = model((theta, gradient) -> 0);
        refused(() -> JOINT.withParticles(1), "particles must be at least 2, got 1");
        refused(() -> JOINT.withThreads(0), "threads must be between 1 and 1024, got 0");
        refused(() -> JOINT.withSpread(-1), "the spread of the start must be positive, got -1.0");
        refused(() -> Expectation.subset(0), "the subset of particles must have at least 1, got 0");
        refused(() -> StepSchedule.constant(0), "the step size must be positive, got 0.0");
        refused(
                () -> JOINT.withMinibatch(5),
                "a minibatch needs unadjusted dynamics: the accept step must see all observations; got minibatch 5");
        refused(
                () -> Pmfvb.fit(model, UNADJUSTED.withMinibatch(5)),
                "a minibatch needs a model with a minibatch gradient; this one has none");
        refused(
                () -> Pmfvb.fit(model, JOINT.withExpectation(Expectation.EXACT)),
                "the exact expectation needs a model that knows it for factor [a,b]; this one does not");
        refused(
                () -> Pmfvb.fit(model, JOINT.withPreconditioning(Preconditioning.MODEL)),
                "preconditioning 'model' needs a model that offers a preconditioner for factor [a,b]; this one has none");
        refused(
                () -> Pmfvb.fit(model, JOINT.withSchedules(StepSchedule.constant(1), StepSchedule.constant(2))),
                "there must be one step schedule or one for each of the 1 factors, got 2");
        refused(
                () -> Pmfvb.fit(model, JOINT.withCollect(Integer.MAX_VALUE, 1)),
                "too many draws to keep: 2147483647 times 200 draws of 2 coordinates are 858993458800 numbers, at most"
                        + " 2147483639 fit; collect fewer");
        refused(
                () -> Pmfvb.fit(model, JOINT.withStopping(5, 0, 10)),
                "the window of the stopping rule must be at least 10, got 5");
        refused(
                () -> Pmfvb.fit(model, JOINT.withBlocks(Blocks.of("a"))),
                "blocks: 'b' must be in a block, got it in none");
        refused(
                () -> Pmfvb.fit(model, JOINT.withBlocks(Blocks.of("a,b | a"))),
                "blocks: 'a' must be in one block, got it in two");
        refused(
                () -> Pmfvb.fit(model, JOINT.withBlocks(Blocks.of("a | c"))),
                "no parameter 'c' in the model; it has a, b");
        refused(() -> Blocks.of("a | | b"), "blocks: expected a name around '|', got 'a | | b'");
    }
}
