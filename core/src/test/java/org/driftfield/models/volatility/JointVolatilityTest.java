package org.driftfield.models.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.model.GradientCheck;
import org.driftfield.model.ParameterSpace;
import org.driftfield.models.volatility.paper.VolatilityModel;
import org.driftfield.models.volatility.smc.VolatilityLikelihood;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

class JointVolatilityTest {
    private static final VolatilityPriors PRIORS = VolatilityPriors.defaults();
    private static final VolatilitySpec PLAIN = VolatilitySpec.plain(PRIORS);
    private static final Returns SHORT = Returns.of(0.4, -1.2, Double.NaN, 0, 2.2);

    private static final Returns LONGER = Returns.of(0.4, -1.2, Double.NaN, 0, 2.2, -0.3, 0.9, 1.4, -0.8, -1.9, 0.2);

    /** Every combination of heavy tails, leverage, a mean and columns in the log variance. */
    private static List<VolatilitySpec> all() {
        Regressors x =
                new Regressors(List.of("x"), new double[][] {{1.5, -0.3, 0.2, 0.9, -1, 0.4, 1, -1.1, 0.3, 0.6, -0.2}});
        Regressors w = new Regressors(List.of("w", "v"), new double[][] {
            {0.5, -0.7, Double.NaN, 0.1, 2, 0.3, -0.4, 0.8, -1, 0.2, 1.1}, {1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0}
        });
        List<VolatilitySpec> specs = new ArrayList<>();
        for (int kind = 0; kind < 16; kind++) {
            specs.add(PLAIN.withHeavyTails(kind % 2 == 1)
                    .withLeverage(kind / 2 % 2 == 1)
                    .withMean(kind / 4 % 2 == 1 ? new MeanEquation(true, 1, x) : MeanEquation.ZERO)
                    .withLogVariance(kind / 8 == 1 ? w : Regressors.NONE));
        }
        return specs;
    }

    @Test
    void theGradientIsRight() {
        RandomStream random = RandomStream.of(1, 0, 0, 0);
        for (VolatilitySpec spec : all()) {
            for (JointVolatility model :
                    List.of(JointVolatility.of(LONGER, spec), JointVolatility.plain(LONGER, spec))) {
                ParameterSpace space = ParameterSpace.of(model.parameters());
                double[] theta = new double[space.dimension()];
                for (int point = 0; point < 5; point++) {
                    for (int j = 0; j < theta.length; j++) {
                        // Not too near zero, where steps that are relative drown in rounding.
                        double size = 0.2 + 0.5 * Math.abs(random.nextNormal());
                        theta[j] = space.support(j).constrain(random.nextDouble() < 0.5 ? -size : size);
                    }
                    // Differences of large numbers lose as many digits.
                    double size = Math.max(1, Math.abs(model.logDensity(theta, new double[theta.length])) / 10);
                    assertThat(GradientCheck.largestError(model, theta))
                            .as(spec.toString())
                            .isLessThan(1e-6 * size);
                }
            }
        }
    }

    /** Over the innovations, either density integrates to the likelihood: by a grid and by the particle filter. */
    @Test
    void theDensityIsThatOfTheModel() {
        double[] y = {1.3, -0.4};
        double expected = PRIORS.logDensity(0.2, 0.9, 0.3, null)
                + VolatilityLikelihood.of(Returns.of(y), PRIORS)
                        .estimator()
                        .logLikelihood(new double[] {0.2, 0.9, 0.3}, 400_000, RandomStream.of(1, 0, 0, 0))
                // The model drops the constants of the two innovations and the two returns.
                + 2 * Math.log(2 * Math.PI);
        assertThat(integral(JointVolatility.of(Returns.of(y), PLAIN), 0.2, 0.9, 0.3))
                .isCloseTo(expected, within(5e-3));
        assertThat(integral(JointVolatility.plain(Returns.of(y), PLAIN), 0.2, 0.9, 0.3))
                .isCloseTo(expected, within(5e-3));
    }

    /** Heavy tails and leverage against simulation: the density of two returns at a point, by counting those near it. */
    @Test
    void theDensityOfTheExtensionsIsWhatTheyDraw() {
        VolatilitySpec spec = PLAIN.withHeavyTails(true).withLeverage(true);
        double[] theta = {0.2, 0.6, 0.8, 4, -0.7};
        double[] y = {-1.1, 0.9};
        int draws = 1_500_000;
        double width = 0.2;
        int near = 0;
        RandomStream random = RandomStream.of(3, 0, 0, 0);
        for (int i = 0; i < draws; i++) {
            Simulation simulation = Simulation.start(spec, theta, random);
            simulation.step(0, Regressors.NONE, Regressors.NONE, random);
            if (Math.abs(simulation.value() - y[0]) < width) {
                simulation.step(1, Regressors.NONE, Regressors.NONE, random);
                near += Math.abs(simulation.value() - y[1]) < width ? 1 : 0;
            }
        }
        double counted = near / (double) draws / (4 * width * width);
        // Three log variances, of which the last has no return of its own.
        double density = 0;
        int cells = 3;
        for (int a = 0; a < cells; a++) {
            for (int b = 0; b < cells; b++) {
                double[] moved = {y[0] + width * (2 * a + 1 - cells) / cells, y[1] + width * (2 * b + 1 - cells) / cells
                };
                double prior = spec.logPrior(theta, 0, null, 0);
                double constants = 2.5 * Math.log(2 * Math.PI);
                density += Math.exp(integral(JointVolatility.plain(Returns.of(moved), spec), theta) - prior - constants)
                        / (cells * cells);
            }
        }
        // Four standard errors of the count.
        assertThat(counted).isCloseTo(density, within(4 * density / Math.sqrt(near)));
    }

    /**
     * The particle filter of each extension has the same likelihood as the density, integrated; a missing return between two. Estimates
     * by 20,000 particles scatter by 0.003.
     */
    @Test
    void theFiltersOfTheExtensionsGiveTheIntegral() {
        Regressors x = new Regressors(List.of("x"), new double[][] {{0.5, -1, 2}});
        for (int kind = 1; kind < 8; kind++) {
            boolean leverage = kind / 2 % 2 == 1;
            VolatilitySpec spec = PLAIN.withHeavyTails(kind % 2 == 1)
                    .withLeverage(leverage)
                    .withMean(kind / 4 == 1 ? new MeanEquation(true, 0, x) : MeanEquation.ZERO)
                    .withLogVariance(kind / 4 == 1 ? x : Regressors.NONE);
            double[] theta = new double[spec.count()];
            double[] some = {0.2, 0.6, 0.8, 0.1, 0.3, -0.2};
            System.arraycopy(some, 0, theta, 0, 3);
            System.arraycopy(some, 3, theta, spec.beta(), spec.count() - spec.beta());
            if (kind % 2 == 1) {
                theta[spec.nu()] = 4;
            }
            if (leverage) {
                theta[spec.rho()] = -0.7;
            }
            Returns returns = Returns.of(-1.1, Double.NaN, 2.9);
            JointVolatility model = JointVolatility.plain(returns, spec);
            double constants = 0.5 * (model.times() + 2) * Math.log(2 * Math.PI);
            double estimate = VolatilityLikelihood.of(returns, spec)
                    .estimator()
                    .logLikelihood(theta, 20_000, RandomStream.of(1, kind, 0, 0));
            assertThat(estimate)
                    .as(spec.toString())
                    .isCloseTo(integral(model, theta) - spec.logPrior(theta) - constants, within(0.015));
        }
    }

    /** log of the integral over all innovations, by the rule of the midpoint. */
    private static double integral(JointVolatility model, double... parameters) {
        int p = parameters.length;
        int cells = 24;
        double width = 13.0 / cells;
        double[] theta = new double[p + model.times()];
        double[] gradient = new double[theta.length];
        System.arraycopy(parameters, 0, theta, 0, p);
        theta[0] = model.levelScale().u(parameters[0], parameters[1], parameters[2]);
        double sum = 0;
        for (int cell = 0; cell < Math.pow(cells, model.times()); cell++) {
            int rest = cell;
            for (int t = 0; t < model.times(); t++) {
                theta[p + t] = -6.5 + (rest % cells + 0.5) * width;
                rest /= cells;
            }
            sum += Math.exp(model.logDensity(theta, gradient)) * Math.pow(width, model.times());
        }
        return Math.log(sum) - model.levelScale().logJacobian(parameters[1], parameters[2]);
    }

    /** The map from innovations to log variances is linear given θ: the two densities differ by a constant, its Jacobian. */
    @Test
    void theLogVariancesAreThoseOfTheInnovations() {
        RandomStream random = RandomStream.of(2, 0, 0, 0);
        double[] first = new double[2];
        for (int point = 0; point < 5; point++) {
            double[] theta = {0.3, 0.9, 0.2, 0, 0, 0, 0, 0};
            for (int j = 3; j < 8; j++) {
                theta[j] = 2 * random.nextNormal();
            }
            double[] differences = {
                difference(JointVolatility.of(SHORT, PLAIN), theta.clone()),
                difference(JointVolatility.plain(SHORT, PLAIN), theta.clone())
            };
            first = point == 0 ? differences : first;
            assertThat(differences).containsExactly(first, within(1e-10));
        }
    }

    private static double difference(JointVolatility model, double[] theta) {
        double density =
                model.logDensity(theta, new double[8]) - model.levelScale().logJacobian(theta[1], theta[2]);
        model.toLogVariances(theta, 0);
        double[] joint = theta.clone();
        joint[VolatilityModel.MU] = theta[0];
        joint[VolatilityModel.PHI] = theta[1];
        joint[VolatilityModel.SIGMA2] = theta[2];
        return density - VolatilityModel.of(SHORT, PRIORS).logDensity(joint, new double[8]);
    }

    /**
     * Each path starts where its own parameters put it: the innovations are standard normal, nearly, also where the level is far from
     * zero, as that of returns which are no per cent is. Of 60 draws of 300 innovations the mean square has a standard error of 0.01.
     */
    @Test
    void pathsStartWithTheirParameters() {
        double[] y = SimulatedReturns.of(300, -9, 0.9, 0.3, 6).returns().toArray();
        JointVolatility model = JointVolatility.of(Returns.of(y), PLAIN);
        double sum = 0;
        for (int i = 0; i < 60; i++) {
            double[] z = new double[303];
            model.start().orElseThrow().sample(RandomStream.of(1, 0, 0, i), z, 0);
            sum += Arrays.stream(z, 3, z.length).map(e -> e * e).sum() / (60 * 300);
        }
        assertThat(sum).isCloseTo(1, within(0.1));
    }

    /** The search for the mode arrives at the same place from far off, or says that it did not. */
    @Test
    void theStartDoesNotMatter() {
        Returns returns = SimulatedReturns.of(200, 1, 0.8, 0.5, 4).returns();
        PathLikelihood likelihood = new PathLikelihood(returns, PLAIN);
        double[] usual = new ParameterFit(likelihood, likelihood.plausible()).mode();
        for (double[] start : new double[][] {{-4, 0.1, 3}, {6, 0.999, 1e-3}, {1, -0.9, 0.5}}) {
            ParameterFit fit = new ParameterFit(likelihood, start);
            assertThat(fit.converged()).isTrue();
            assertThat(fit.evenness()).isGreaterThan(0.3);
            assertThat(fit.mode()).containsExactly(usual, within(0.02));
        }
    }

    /** Log densities of a settled cloud in 8 and in 500 dimensions have none that is stray; one far below is found. */
    @Test
    void strayParticlesAreFound() {
        for (int d : new int[] {8, 500}) {
            double[] values = new double[500];
            for (int i = 0; i < values.length; i++) {
                RandomStream random = RandomStream.of(4, d, 0, i);
                for (int j = 0; j < d; j++) {
                    double z = random.nextNormal();
                    values[i] -= 0.5 * z * z;
                }
            }
            assertThat(CollectedPath.strays(values)).isZero();
            values[17] -= 20 * Math.sqrt(0.5 * d);
            assertThat(CollectedPath.strays(values)).isEqualTo(1);
        }
    }

    /** The band of the path holds the truth about as often as it should: 90 % of 200 times, give or take three errors. */
    @Test
    void theBandHoldsTheTruth() {
        SimulatedReturns simulated = SimulatedReturns.of(200, 1, 0.8, 0.5, 9);
        VolatilityPath path = Volatility.fit(simulated.returns(), VolatilityOptions.defaults())
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
