package org.driftfield.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaplaceTest {
    private static final LaplaceOptions OPTIONS = LaplaceOptions.defaults(1);

    @ParameterizedTest
    @ValueSource(doubles = {1, 1e6, 1e12})
    void aGaussianIsItsOwnApproximation(double condition) {
        GaussianModel model = GaussianModel.rotated(6, 1e-4, condition);
        Laplace laplace = Laplace.of(model, OPTIONS);
        double[] covariance = laplace.covariance();
        for (int j = 0; j < 6; j++) {
            double sd = Math.sqrt(model.covariance()[j][j]);
            assertThat(laplace.mode()[j]).isCloseTo(model.mean()[j], within(1e-4 * sd));
            for (int k = 0; k < 6; k++) {
                double other = Math.sqrt(model.covariance()[k][k]);
                assertThat(covariance[j * 6 + k]).isCloseTo(model.covariance()[j][k], within(1e-4 * sd * other));
            }
        }
    }

    /** A positive parameter with density x^3 e^(-2x): on the log scale the mode is log(4/2) and the precision 4. */
    @Test
    void aGammaOnTheLogScale() {
        Model gamma = new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.positive("x"));
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                gradient[0] = 3 / theta[0] - 2;
                return 3 * Math.log(theta[0]) - 2 * theta[0];
            }
        };
        Laplace laplace = Laplace.of(gamma, OPTIONS);
        assertThat(laplace.mode()[0]).isCloseTo(Math.log(2), within(1e-8));
        assertThat(laplace.constrainedMode()[0]).isCloseTo(2, within(1e-8));
        assertThat(laplace.covariance()[0]).isCloseTo(0.25, within(1e-8));
        assertThat(laplace.logDensity()).isCloseTo(4 * Math.log(2) - 4, within(1e-12));
        LaplaceOptions more = LaplaceOptions.defaults(3).withDraws(20_000).withProposals(0);
        double[] draws = Laplace.fit(gamma, more).draws("x");
        double mean = 0;
        double squares = 0;
        for (double x : draws) {
            mean += Math.log(x) / draws.length;
            squares += Math.pow(Math.log(x) - Math.log(2), 2) / draws.length;
        }
        // Four standard errors: sd / √n of the mean, sd² √(2/n) of the variance.
        assertThat(mean).isCloseTo(Math.log(2), within(4 * 0.5 / Math.sqrt(20_000)));
        assertThat(squares).isCloseTo(0.25, within(4 * 0.25 * Math.sqrt(2 / 20_000.0)));
        assertThat(Laplace.fit(gamma, more).draws("x")).isEqualTo(draws);
        // Weighted by the target they are draws of the gamma itself: mean 2, variance 1, here within five standard
        // errors.
        Posterior weighted = Laplace.fit(gamma, more.withProposals(40_000));
        double effective = weighted.resampling().orElseThrow().effective();
        assertThat(effective).isGreaterThan(10_000);
        assertThat(weighted.resampling().orElseThrow().kHat()).isLessThan(0.5);
        assertThat(weighted.mean("x")).isCloseTo(2, within(5 / Math.sqrt(effective)));
        // The variance of a variance is (κ - 1)/n, with the kurtosis κ = 3 + 6/4 of this gamma.
        assertThat(weighted.sd("x")).isCloseTo(1, within(5 * 0.5 * Math.sqrt(3.5 / effective)));
    }

    /** The posterior of a straight line is nearly normal in β: mean and sd of 10,000 reference draws, 4 standard errors. */
    @Test
    void kidScoreAgreesWithTheReference() throws IOException {
        ReferencePosterior reference = ReferencePosterior.read("kidiq-kidscore_momiq");
        Laplace laplace =
                Laplace.of(ReferenceModels.line(reference.array("mom_iq"), reference.array("kid_score")), OPTIONS);
        for (int j = 0; j < 2; j++) {
            double[][] draws = reference.draws("beta[" + (j + 1) + "]");
            Moments mean = Moments.of(draws);
            Moments sd = Moments.ofSpread(draws);
            assertThat(laplace.mode()[j]).isCloseTo(mean.mean(), within(4 * mean.error()));
            // Integrating over σ widens the normal by about 1 / n.
            assertThat(Math.sqrt(laplace.covariance()[j * 4]))
                    .isCloseTo(sd.mean(), within(4 * sd.error() + sd.mean() / 434));
        }
    }

    /** A trend over calendar years, as they are: least squares is the answer, though the curvature spans ten digits. */
    @Test
    void calendarYears() {
        double[] years = new double[60];
        double[] y = new double[60];
        double meanYear = 1989.5;
        double meanY = 0;
        for (int i = 0; i < 60; i++) {
            years[i] = 1960 + i;
            y[i] = 3 + 0.02 * (years[i] - meanYear) + 0.3 * Math.sin(17.0 * i);
            meanY += y[i] / 60;
        }
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < 60; i++) {
            sxx += (years[i] - meanYear) * (years[i] - meanYear);
            sxy += (years[i] - meanYear) * (y[i] - meanY);
        }
        Laplace laplace = Laplace.of(ReferenceModels.line(years, y), OPTIONS);
        double sigma = laplace.constrainedMode()[2];
        double slopeSd = sigma / Math.sqrt(sxx);
        assertThat(laplace.mode()[1]).isCloseTo(sxy / sxx, within(1e-4 * slopeSd));
        assertThat(laplace.mode()[0]).isCloseTo(meanY - sxy / sxx * meanYear, within(1e-4 * slopeSd * meanYear));
        assertThat(Math.sqrt(laplace.covariance()[4])).isCloseTo(slopeSd, within(1e-4 * slopeSd));
        double rise = Math.sqrt(1 / 60.0 + meanYear * meanYear / sxx) * sigma;
        assertThat(Math.sqrt(laplace.covariance()[0])).isCloseTo(rise, within(1e-4 * rise));
    }

    /** A logistic regression whose data a threshold separates, an unidentified sum, a scale that falls to zero. */
    @Test
    void noInteriorMaximumIsNamed() {
        double[] x = {-2, -1.5, -1, 1, 1.5, 2};
        assertRefused(
                model(List.of(Parameter.real("alpha"), Parameter.real("beta")), (theta, gradient) -> {
                    double value = -theta[0] * theta[0] / 2;
                    gradient[0] = -theta[0];
                    gradient[1] = 0;
                    for (double xi : x) {
                        double sign = Math.signum(xi);
                        double margin = sign * (theta[0] + theta[1] * xi);
                        value -= margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
                        double slope = sign / (1 + Math.exp(margin));
                        gradient[0] += slope;
                        gradient[1] += slope * xi;
                    }
                    return value;
                }),
                "beta \\(at .*\\)");
        assertRefused(
                model(List.of(Parameter.real("a"), Parameter.real("b"), Parameter.real("c")), (theta, gradient) -> {
                    double sum = theta[0] + theta[2] - 1;
                    gradient[0] = -sum;
                    gradient[1] = -theta[1];
                    gradient[2] = -sum;
                    return -(sum * sum + theta[1] * theta[1]) / 2;
                }),
                "a \\(at .*\\), c \\(at .*\\)");
        assertRefused(
                model(List.of(Parameter.real("mu"), Parameter.positive("tau")), (theta, gradient) -> {
                    gradient[0] = -theta[0] / theta[1] / theta[1];
                    gradient[1] = -2 / theta[1] + theta[0] * theta[0] / Math.pow(theta[1], 3);
                    return -2 * Math.log(theta[1]) - theta[0] * theta[0] / theta[1] / theta[1] / 2;
                }),
                "tau \\(at .*e-\\d+\\)");
        assertRefused(
                model(List.of(Parameter.real("x")), (theta, gradient) -> {
                    gradient[0] = 2;
                    return 2 * theta[0];
                }),
                "x \\(at .*\\)");
    }

    private static void assertRefused(Model model, String names) {
        assertThatThrownBy(() -> Laplace.of(model, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessageMatching("the log density must have an interior maximum, got none along " + names + ": .*");
    }

    @FunctionalInterface
    private interface LogDensity {
        double at(double[] theta, double[] gradient);
    }

    private static Model model(List<Parameter> parameters, LogDensity density) {
        return new Model() {
            @Override
            public List<Parameter> parameters() {
                return parameters;
            }

            @Override
            public double logDensity(double[] theta, double[] gradient) {
                return density.at(theta, gradient);
            }
        };
    }
}
