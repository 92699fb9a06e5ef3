package org.driftfield.assessment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.driftfield.assessment.Check.Level;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.model.ParameterSpace;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.junit.jupiter.api.Test;

class AssessmentTest {
    /** Two standard normals with correlation rho. */
    private record Pair(double rho) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("a"), Parameter.real("b"));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double scale = 1 / (1 - rho * rho);
            gradient[0] = -scale * (x[0] - rho * x[1]);
            gradient[1] = -scale * (x[1] - rho * x[0]);
            return 0.5 * (x[0] * gradient[0] + x[1] * gradient[1]);
        }
    }

    private static Assessment assess(Model model, PmfvbOptions options) {
        Posterior posterior = Pmfvb.fit(model, options);
        return Assessment.of(
                model, posterior, options.blocks().resolve(ParameterSpace.of(model.parameters())), 1000, 1);
    }

    private static Check named(Assessment assessment, String name) {
        return assessment.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aGoodAnswerPasses() {
        Assessment assessment = assess(new Pair(0.9), PmfvbOptions.defaults());
        assertThat(assessment.checks()).allMatch(check -> check.level() == Level.GOOD);
        assertThat(assessment.headline()).isEqualTo("No problem was found: every check came out well.");
    }

    /** A normal target makes the estimate of what the factorisation costs exact: 1/√(1-ρ²) = 2.29 at 0.9. */
    @Test
    void whatTheFactorisationCostsIsMeasuredAndSaid() {
        Assessment assessment = assess(new Pair(0.9), PmfvbOptions.defaults().withBlocks(Blocks.each()));
        Check lost = named(assessment, "dependence lost");
        // The standard deviation of 1000 particles is known to 2.2 %; three times that.
        assertThat(lost.value()).isCloseTo(1 / Math.sqrt(1 - 0.81), within(0.16));
        assertThat(lost.level()).isEqualTo(Level.BAD);
        assertThat(lost.sentence()).contains("should be about 2.");
        assertThat(named(assessment, "Stein discrepancy").level()).isEqualTo(Level.CAUTION);
        assertThat(assessment.checks().get(0).level()).isEqualTo(Level.BAD);
    }

    @Test
    void independentBlocksCostNothing() {
        Check lost = named(assess(new Pair(0), PmfvbOptions.defaults().withBlocks(Blocks.each())), "dependence lost");
        assertThat(lost.level()).isEqualTo(Level.GOOD);
    }

    /** The step-size bias of unadjusted dynamics, variance 1/(1-h/4) = 1.6 here, is seen by the Stein discrepancy. */
    @Test
    void aCloudThatIsTooWideIsNoticed() {
        PmfvbOptions options = PmfvbOptions.defaults()
                .withDynamics(Dynamics.UNADJUSTED)
                .withPreconditioning(Preconditioning.IDENTITY)
                .withSchedules(StepSchedule.constant(1.5));
        assertThat(named(assess(new Pair(0), options), "Stein discrepancy").level())
                .isEqualTo(Level.CAUTION);
    }

    /** y ~ N(2 (x² - 1), 1): the tails bend away, moves that suit the middle are rejected there, and sd(y) falls short of 3. */
    private record Banana() implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x"), Parameter.real("y"));
        }

        @Override
        public double logDensity(double[] at, double[] gradient) {
            double residual = at[1] - 2 * (at[0] * at[0] - 1);
            gradient[0] = -at[0] + 4 * at[0] * residual;
            gradient[1] = -residual;
            return -0.5 * (at[0] * at[0] + residual * residual);
        }
    }

    @Test
    void tailsThatAreHardToMoveInAreNoticed() {
        Posterior posterior = Pmfvb.fit(new Banana());
        assertThat(posterior.sd("y")).isLessThan(2.8);
        assertThat(posterior.warnings()).anyMatch(warning -> warning.contains("stayed where they were"));
        assertThat(named(assess(new Banana(), PmfvbOptions.defaults()), "stuck particles")
                        .level())
                .isEqualTo(Level.CAUTION);
    }

    @Test
    void aRunThatDidNotSettleFails() {
        PmfvbOptions options =
                PmfvbOptions.defaults().withStopping(50, 1e-3, 20).withCollect(1, 0);
        Assessment assessment = assess(new Pair(0), options);
        assertThat(assessment.level()).isEqualTo(Level.BAD);
        assertThat(named(assessment, "settled").sentence())
                .isEqualTo("The run reached the maximum of 20 iterations before settling; allow more iterations.");
    }

    /** Neal's funnel: log scale v ~ N(0, 3), x given v ~ N(0, exp(v/2)) nine times. Its neck is too narrow for the step. */
    private record Funnel() implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("v"), Parameter.real("x", 9));
        }

        @Override
        public double logDensity(double[] at, double[] gradient) {
            double value = -at[0] * at[0] / 18 - 4.5 * at[0];
            gradient[0] = -at[0] / 9 - 4.5;
            for (int j = 1; j < 10; j++) {
                double square = at[j] * at[j] * Math.exp(-at[0]);
                value -= square / 2;
                gradient[0] += square / 2;
                gradient[j] = -at[j] * Math.exp(-at[0]);
            }
            return value;
        }
    }

    @Test
    void divergencesBelongToTheVerdict() {
        Posterior posterior = Nuts.fit(new Funnel(), NutsOptions.defaults(1).withThreads(1));
        assertThat(posterior.warnings()).anyMatch(warning -> warning.contains("transitions diverged"));
        Assessment assessment = Assessment.of(posterior);
        assertThat(named(assessment, "divergences").level()).isNotEqualTo(Level.GOOD);
        assertThat(named(assessment, "E-BFMI").value()).isLessThan(0.3);
        assertThat(named(assessment, "E-BFMI").level()).isEqualTo(Level.CAUTION);
        assertThat(assessment.headline()).doesNotContain("No problem");
    }

    /** In d normal coordinates half of the energy's variance is the momentum's: the fraction is near 1. */
    @Test
    void aNormalTargetHasAllItsEnergies() {
        Posterior posterior = Nuts.fit(new Pair(0.5), NutsOptions.defaults(1).withThreads(1));
        Assessment assessment = Assessment.of(posterior);
        assertThat(named(assessment, "E-BFMI").value()).isBetween(0.7, 1.4);
        assertThat(assessment.level()).isEqualTo(Level.GOOD);
    }
}
