package org.driftfield.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.driftfield.driver.Run;
import org.driftfield.model.GradientCheck;
import org.driftfield.model.Model;
import org.junit.jupiter.api.Test;

/**
 * Posteriors with 10,000 public reference draws. Each mean and standard deviation within 4 joint Monte Carlo standard errors:
 * 48 comparisons, of which one or more would fail by chance with probability 0.003; seeds are fixed.
 */
class NutsReferenceTest {
    private static final double ERRORS = 4;

    private static Run sample(Model model, double targetAcceptance) {
        return NutsTest.run(model, NutsOptions.defaults(2024).withDraws(2500).withTargetAcceptance(targetAcceptance));
    }

    private static void compare(ReferencePosterior reference, String parameter, double[][] mine) {
        double[][] theirs = reference.draws(parameter);
        compare(parameter + " mean", Moments.of(theirs), Moments.of(mine));
        compare(parameter + " sd", Moments.ofSpread(theirs), Moments.ofSpread(mine));
    }

    private static void compare(String what, Moments theirs, Moments mine) {
        double joint = Math.hypot(theirs.error(), mine.error());
        assertThat(mine.mean()).as(what).isCloseTo(theirs.mean(), within(ERRORS * joint));
    }

    @Test
    void eightSchools() throws IOException {
        ReferencePosterior reference = ReferencePosterior.read("eight_schools-eight_schools_noncentered");
        Model model = new ReferenceModels.EightSchools(reference.array("y"), reference.array("sigma"));
        assertThat(GradientCheck.largestError(model, 0.3, -0.2, 1, 0.1, 0.5, -1, 0.7, 0, 4, 2.5))
                .isLessThan(1e-6);
        Run run = sample(model, 0.95);
        double[][] mu = Moments.series(run, 8);
        double[][] tau = Moments.series(run, 9);
        compare(reference, "mu", mu);
        compare(reference, "tau", tau);
        for (int j = 0; j < 8; j++) {
            double[][] effect = Moments.series(run, j);
            for (int c = 0; c < effect.length; c++) {
                for (int i = 0; i < effect[c].length; i++) {
                    effect[c][i] = mu[c][i] + tau[c][i] * effect[c][i];
                }
            }
            compare(reference, "theta[" + (j + 1) + "]", effect);
        }
    }

    @Test
    void autoregression() throws IOException {
        ReferencePosterior reference = ReferencePosterior.read("arK-arK");
        Model model = ReferenceModels.autoregression(
                reference.array("y"), reference.data().get("K").asInt());
        assertThat(GradientCheck.largestError(model, 0.1, 0.5, 0.2, 0.1, 0, -0.2, 0.3))
                .isLessThan(1e-6);
        Run run = sample(model, 0.8);
        compare(reference, "alpha", Moments.series(run, 0));
        for (int k = 1; k <= 5; k++) {
            compare(reference, "beta[" + k + "]", Moments.series(run, k));
        }
        compare(reference, "sigma", Moments.series(run, 6));
    }

    @Test
    void kidScore() throws IOException {
        ReferencePosterior reference = ReferencePosterior.read("kidiq-kidscore_momiq");
        Model model = ReferenceModels.line(reference.array("mom_iq"), reference.array("kid_score"));
        assertThat(GradientCheck.largestError(model, 20, 0.5, 15)).isLessThan(1e-6);
        Run run = sample(model, 0.8);
        compare(reference, "beta[1]", Moments.series(run, 0));
        compare(reference, "beta[2]", Moments.series(run, 1));
        compare(reference, "sigma", Moments.series(run, 2));
    }

    @Test
    void garch() throws IOException {
        ReferencePosterior reference = ReferencePosterior.read("garch-garch11");
        Model model = new ReferenceModels.Garch(
                reference.array("y"), reference.data().get("sigma1").asDouble());
        assertThat(GradientCheck.largestError(model, 5, 1.2, 0.5, 0.4)).isLessThan(1e-6);
        Run run = sample(model, 0.8);
        double[][] alpha1 = Moments.series(run, 2);
        double[][] beta1 = Moments.series(run, 3);
        for (int c = 0; c < beta1.length; c++) {
            for (int i = 0; i < beta1[c].length; i++) {
                beta1[c][i] *= 1 - alpha1[c][i];
            }
        }
        compare(reference, "mu", Moments.series(run, 0));
        compare(reference, "alpha0", Moments.series(run, 1));
        compare(reference, "alpha1", alpha1);
        compare(reference, "beta1", beta1);
    }
}
