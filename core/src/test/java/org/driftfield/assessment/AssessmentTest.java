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
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
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
        return Assessment.of(model, posterior, options.blocks().resolve(model), 1000, 1);
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

    /** Of many draws that are right a look after 20 moves is enough, if there can be no neck that they have overlooked. */
    @Test
    void drawsAreMovedForLessLongWhereOneModeIsKnown() {
        Pair model = new Pair(0.5);
        Posterior posterior = Nuts.fit(model, NutsOptions.defaults(1));
        for (boolean oneMode : new boolean[] {true, false}) {
            Assessment assessment = Assessment.of(
                    model, posterior, Blocks.joint().resolve(model), new Assessment.Effort(1000, 200_000, oneMode), 1);
            assertThat(named(assessment, "moved draws").sentence())
                    .contains(oneMode ? "20 times each" : "64 times each");
        }
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
        PmfvbOptions langevin = PmfvbOptions.defaults().withDynamics(Dynamics.ADJUSTED);
        Posterior posterior = Pmfvb.fit(new Banana(), langevin);
        assertThat(posterior.sd("y")).isLessThan(2.8);
        assertThat(named(assess(new Banana(), langevin), "stuck particles").level())
                .isEqualTo(Level.CAUTION);
    }

    @Test
    void aRunThatDidNotSettleFailsUnlessItsAnswerIsShownToBeRight() {
        PmfvbOptions options =
                PmfvbOptions.defaults().withStopping(50, 1e-3, 20).withCollect(1, 0);
        Assessment assessment = assess(new Pair(0), options);
        assertThat(named(assessment, "moved draws").level()).isEqualTo(Level.GOOD);
        assertThat(assessment.level()).isEqualTo(Level.CAUTION);
        assertThat(Assessment.of(Pmfvb.fit(new Pair(0), options)).level()).isEqualTo(Level.BAD);
        assertThat(named(assessment, "settled").sentence())
                .isEqualTo("The run reached the maximum of 20 iterations before settling; allow more iterations.");
    }

    /** Student's t with 2.5 degrees of freedom, whose fourth moment is infinite: no number of draws knows its spread well. */
    private record LongTail() implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x"));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            gradient[0] = -3.5 * x[0] / (2.5 + x[0] * x[0]);
            return -1.75 * Math.log1p(x[0] * x[0] / 2.5);
        }
    }

    /** Of n independent normal draws a standard deviation has the relative error 1/√(2n); a cloud of 1000 has at most 20,000. */
    @Test
    void aSpreadThatDrawsKnowBadlyIsACaution() {
        Check normal = named(Assessment.of(Pmfvb.fit(new Pair(0))), "error of spreads");
        assertThat(normal.level()).isEqualTo(Level.GOOD);
        assertThat(normal.value()).isBetween(1 / Math.sqrt(2 * 20_000), 1 / Math.sqrt(2 * 800));
        Check tail = named(Assessment.of(Nuts.fit(new LongTail(), NutsOptions.defaults(1))), "error of spreads");
        assertThat(tail.level()).isEqualTo(Level.CAUTION);
        assertThat(tail.sentence()).startsWith("The standard deviation of x is known to ");
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

    private static Assessment assess(Model model, Posterior posterior) {
        return Assessment.of(model, posterior, Blocks.joint().resolve(model), 1000, 1);
    }

    /** N(0, 1) whose gradient is told wrong by a factor; Metropolis steps make up for that, the normal approximation does not. */
    private record Misled(double factor) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x"));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            gradient[0] = -factor * x[0];
            return -x[0] * x[0] / 2;
        }
    }

    @Test
    void aWrongGradientIsNamedAndTheAnswerJudgedWithoutIt() {
        Model model = new Misled(0.5);
        Assessment right = assess(model, Pmfvb.fit(model));
        assertThat(named(right, "gradient").level()).isEqualTo(Level.CAUTION);
        assertThat(named(right, "moved draws").level()).isEqualTo(Level.GOOD);
        // By its gradient the normal has variance 2.
        Assessment wrong =
                assess(model, Laplace.fit(model, LaplaceOptions.defaults(1).withProposals(0)));
        assertThat(named(wrong, "moved draws").level()).isEqualTo(Level.BAD);
    }

    /** Two normals of equal weight at -4 and 4. */
    private record Two() implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("x"));
        }

        @Override
        public double logDensity(double[] x, double[] gradient) {
            double left = -0.5 * (x[0] + 4) * (x[0] + 4);
            double right = -0.5 * (x[0] - 4) * (x[0] - 4);
            double most = Math.max(left, right);
            double total = most + Math.log(Math.exp(left - most) + Math.exp(right - most));
            gradient[0] = -Math.exp(left - total) * (x[0] + 4) - Math.exp(right - total) * (x[0] - 4);
            return total;
        }
    }

    @Test
    void aModeWithoutDrawsIsFound() {
        Model model = new Two();
        Assessment assessment =
                assess(model, Laplace.fit(model, LaplaceOptions.defaults(1).startingAt(3)));
        Check modes = named(assessment, "other modes");
        // Half of the posterior, by a bound from 25 draws of a normal that fits it.
        assertThat(modes.value()).isCloseTo(0.5, within(0.15));
        assertThat(assessment.level()).isEqualTo(Level.BAD);
    }

    /** 95 particles in 21 dimensions: k-hat would be noise, but a normal is known from its scores. */
    @Test
    void whatCannotTellSaysSo() {
        Model model = new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.real("x", 21));
            }

            @Override
            public double logDensity(double[] x, double[] gradient) {
                double value = 0;
                for (int j = 0; j < 21; j++) {
                    gradient[j] = -x[j];
                    value -= x[j] * x[j] / 2;
                }
                return value;
            }
        };
        Posterior posterior = Pmfvb.fit(model, PmfvbOptions.defaults().withParticles(95));
        Assessment assessment =
                Assessment.of(model, posterior, Blocks.joint().resolve(model), new Assessment.Effort(190, 0), 1);
        assertThat(named(assessment, "PSIS k-hat").sentence())
                .contains("can't tell with 95 particles in 21 dimensions");
        assertThat(named(assessment, "PSIS k-hat").level()).isEqualTo(Level.GOOD);
        assertThat(named(assessment, "scores").level()).isEqualTo(Level.GOOD);
    }

    /** What NUTS could not do, NUTS will not do better; what is wrong with the gradient, no draws mend. */
    @Test
    void theAdviceIsForTheMethod() {
        Posterior chains = Nuts.fit(new Pair(0), NutsOptions.defaults(1).withThreads(1));
        Posterior normal = Laplace.fit(new Pair(0), LaplaceOptions.defaults(1));
        assertThat(Advice.of(chains)).startsWith("Draw more").doesNotContain("NUTS");
        assertThat(Advice.of(normal)).endsWith("use NUTS.");
        assertThat(assess(
                                new Misled(0.5),
                                Nuts.fit(
                                        new Misled(0.5), NutsOptions.defaults(1).withThreads(1)))
                        .checks())
                .noneMatch(check -> check.sentence().contains("use NUTS"));
        assertThat(assess(new Pair(0.9), PmfvbOptions.defaults()).asksForChains())
                .isFalse();
        assertThat(assess(new Pair(0.9), PmfvbOptions.defaults().withBlocks(Blocks.each()))
                        .asksForChains())
                .isTrue();
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

    @Test
    void leaveOneOutThatFailsSaysNothingAgainstThePosterior() {
        Assessment good = new Assessment(List.of(new Check("R-hat", 1, "", Level.GOOD, "")));
        assertThat(good.with(ModelChecks.leaveOneOut(0, 40, 40)).headline())
                .isEqualTo("No problem was found: every check came out well.");
        Assessment doubtful = good.with(ModelChecks.leaveOneOut(30, 40, 40));
        assertThat(doubtful.level()).isEqualTo(Level.CAUTION);
        assertThat(doubtful.headline())
                .isEqualTo("No problem was found with the posterior, but leave-one-out can't be relied on.");
    }

    @Test
    void aModelThatDoesNotFitSaysNothingAgainstThePosterior() {
        Assessment good = new Assessment(List.of(new Check("R-hat", 1, "", Level.GOOD, "")));
        assertThat(good.with(ModelChecks.dispersion("poisson", 4, 0.01)).level())
                .isEqualTo(Level.GOOD);
        assertThat(good.with(ModelChecks.dispersion("poisson", 1.2, 0)).level()).isEqualTo(Level.GOOD);
        Assessment wide = good.with(ModelChecks.dispersion("poisson", 4, 0)).with(ModelChecks.leaveOneOut(1, 40, 40));
        assertThat(wide.headline())
                .isEqualTo("No problem was found with the posterior, but the data do not look like this model's and"
                        + " leave-one-out can't be relied on.");
        assertThat(wide.asksForChains()).isFalse();
        assertThat(named(wide, "dispersion").sentence()).contains("4.0 times", "a factor of about 2.0");
        assertThat(named(good.with(ModelChecks.dispersion("binomial", 0.5, 1)), "dispersion")
                        .level())
                .isEqualTo(Level.CAUTION);
    }

    /** A posterior brings its factors and its seed with it. */
    @Test
    void needsNoListOfBlocks() {
        Pair model = new Pair(0.5);
        PmfvbOptions options =
                PmfvbOptions.defaults().withParticles(100).withCollect(10, 2).withBlocks(Blocks.each());
        Posterior posterior = Pmfvb.fit(model, options);
        assertThat(Assessment.of(model, posterior))
                .isEqualTo(Assessment.of(model, posterior, options.blocks().resolve(model), 1000, options.seed()));
        Posterior chains = Nuts.fit(model, NutsOptions.defaults(1).withDraws(200));
        assertThat(Assessment.of(model, chains))
                .isEqualTo(Assessment.of(model, chains, Blocks.joint().resolve(model), 1000, 1));
    }
}
