package org.driftfield.models.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.driftfield.model.GradientCheck;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

class NonCentredVolatilityTest {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();

    @Test
    void theGradientIsRight() {
        Returns returns = Returns.of(0.4, -1.2, Double.NaN, 0, 2.2);
        RandomStream random = RandomStream.of(1, 0, 0, 0);
        double[] theta = new double[8];
        for (int point = 0; point < 5; point++) {
            theta[0] = random.nextNormal();
            theta[1] = 1.9 * random.nextDouble() - 0.95;
            theta[2] = 0.1 + random.nextDouble();
            for (int j = 3; j < 8; j++) {
                theta[j] = random.nextNormal();
            }
            assertThat(GradientCheck.largestError(NonCentredVolatility.of(returns, PRIORS), theta))
                    .isLessThan(1e-7);
            assertThat(GradientCheck.largestError(NonCentredVolatility.plain(returns, PRIORS), theta))
                    .isLessThan(1e-7);
        }
    }

    /** Over the innovations, either density integrates to the likelihood: by a grid and by the particle filter. */
    @Test
    void theDensityIsThatOfTheModel() {
        double[] y = {1.3, -0.4};
        for (NonCentredVolatility model : List.of(
                NonCentredVolatility.of(Returns.of(y), PRIORS), NonCentredVolatility.plain(Returns.of(y), PRIORS))) {
            assertIntegral(model, y);
        }
    }

    private static void assertIntegral(NonCentredVolatility model, double[] y) {
        double[] theta = {0.2, 0.9, 0.3, 0, 0};
        double[] gradient = new double[5];
        int cells = 160;
        double width = 16.0 / cells;
        double sum = 0;
        for (int a = 0; a < cells; a++) {
            for (int b = 0; b < cells; b++) {
                theta[3] = -8 + (a + 0.5) * width;
                theta[4] = -8 + (b + 0.5) * width;
                sum += Math.exp(model.logDensity(theta, gradient)) * width * width;
            }
        }
        // The model drops the constants of the two innovations and the two returns.
        double expected = PRIORS.logDensity(0.2, 0.9, 0.3, null)
                + new ParticleFilter(y, true).logLikelihood(theta, 400_000, RandomStream.of(1, 0, 0, 0))
                + 2 * Math.log(2 * Math.PI);
        assertThat(Math.log(sum)).isCloseTo(expected, within(5e-3));
    }

    /** The map from innovations to log variances is linear given θ: the two densities differ by a constant, its Jacobian. */
    @Test
    void theLogVariancesAreThoseOfTheInnovations() {
        Returns returns = Returns.of(0.4, -1.2, Double.NaN, 0, 2.2);
        RandomStream random = RandomStream.of(2, 0, 0, 0);
        double[] first = new double[2];
        for (int point = 0; point < 5; point++) {
            double[] theta = {0.3, 0.9, 0.2, 0, 0, 0, 0, 0};
            for (int j = 3; j < 8; j++) {
                theta[j] = 2 * random.nextNormal();
            }
            double[] differences = {
                difference(NonCentredVolatility.of(returns, PRIORS), returns, theta.clone()),
                difference(NonCentredVolatility.plain(returns, PRIORS), returns, theta.clone())
            };
            first = point == 0 ? differences : first;
            assertThat(differences).containsExactly(first, within(1e-10));
        }
    }

    private static double difference(NonCentredVolatility model, Returns returns, double[] theta) {
        double density = model.logDensity(theta, new double[8]);
        model.toLogVariances(theta, 0);
        double[] joint = theta.clone();
        joint[VolatilityModel.MU] = theta[0];
        joint[VolatilityModel.PHI] = theta[1];
        joint[VolatilityModel.SIGMA2] = theta[2];
        return density - VolatilityModel.of(returns, PRIORS).logDensity(joint, new double[8]);
    }

    /** The band of the path holds the truth about as often as it should: 90 % of 200 times, give or take three errors. */
    @Test
    void theBandHoldsTheTruth() {
        SimulatedReturns simulated = SimulatedReturns.of(200, 1, 0.8, 0.5, 9);
        VolatilityPath path = VolatilityNuts.fit(simulated.returns(), PRIORS, VolatilityNuts.options(3))
                .path();
        int inside = 0;
        for (int t = 0; t < path.size(); t++) {
            double truth = Math.exp(0.5 * simulated.logVariance()[t]);
            inside += truth > path.q05()[t] && truth < path.q95()[t] ? 1 : 0;
        }
        // Neighbours are correlated at 0.8, so that 200 times count as some 22: an error of 6.4 %.
        assertThat(inside / 200.0).isBetween(0.71, 1.0);
    }
}
