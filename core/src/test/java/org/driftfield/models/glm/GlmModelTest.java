package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.InputException;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.distribution.Distribution;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.GradientCheck;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlmModelTest {
    private static final double[] POINT = {0.3, -0.7, 0.4, 0.2, 1.3};

    /** 50 rows, three predictors, an offset; the response simulated from the family. */
    private static Design design(Family family) {
        int n = 50;
        RandomStream random = RandomStream.of(11, 0, 0, 0);
        List<Column> columns = new ArrayList<>();
        double[][] x = new double[4][n];
        double[] y = new double[n];
        double[] trials = new double[n];
        for (int i = 0; i < n; i++) {
            double eta = 0.3;
            for (int j = 0; j < 3; j++) {
                x[j][i] = random.nextNormal();
                eta += new double[] {-0.7, 0.4, 0.2}[j] * x[j][i];
            }
            x[3][i] = 0.2 * random.nextNormal();
            eta += x[3][i];
            trials[i] = 1 + random.nextInt(5);
            double p = 1 / (1 + Math.exp(-eta));
            for (int t = 0; t < (family == Family.BINOMIAL ? trials[i] : 1); t++) {
                y[i] += random.nextDouble() < p ? 1 : 0;
            }
            if (family == Family.GAUSSIAN) {
                y[i] = eta + 1.3 * random.nextNormal();
            } else if (family == Family.POISSON) {
                y[i] = Math.floor(Math.exp(eta) + random.nextDouble());
            }
        }
        for (int j = 0; j < 4; j++) {
            columns.add(Column.of(j < 3 ? "x" + (j + 1) : "o", x[j]));
        }
        columns.add(Column.of("y", y));
        columns.add(Column.of("m", trials));
        String left = family == Family.BINOMIAL ? "y | trials(m)" : "y";
        return Design.of(
                Formula.parse(left + " ~ x1 + x2 + x3 + offset(o)"), Table.of("simulated", columns), NaPolicy.ERROR);
    }

    private static GlmModel model(Family family, String sigmaPrior) {
        Prior sigma = sigmaPrior == null ? null : Prior.of(sigmaPrior);
        return GlmModel.of(design(family), family, new GlmPriors(Prior.of("normal(0.1,2)"), null, Map.of(), sigma));
    }

    private static double[] point(GlmModel model) {
        return java.util.Arrays.copyOf(POINT, model.parameters().size());
    }

    @ParameterizedTest
    @EnumSource
    void gradientsAgreeWithDifferences(Family family) {
        GlmModel model = model(family, null);
        assertThat(GradientCheck.largestError(model, point(model))).isLessThan(1e-7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flat", "half-normal(2)", "half-cauchy(2)", "inverse-gamma(2,1)"})
    void gradientsAgreeWithDifferencesUnderEachPriorOfSigma(String prior) {
        GlmModel model = model(Family.GAUSSIAN, prior);
        assertThat(GradientCheck.largestError(model, point(model))).isLessThan(1e-7);
    }

    /** The density is the prior plus the sum of the rows' log-likelihoods, which are written down independently. */
    @ParameterizedTest
    @EnumSource
    void densityIsPriorPlusRows(Family family) {
        GlmModel model = model(family, family == Family.GAUSSIAN ? "half-normal(2)" : null);
        double[] at = point(model);
        double[] elsewhere = at.clone();
        elsewhere[1] += 0.5;
        double rows = 0;
        for (int i = 0; i < model.observations(); i++) {
            rows += logLikelihood(model, i, at) - logLikelihood(model, i, elsewhere);
        }
        double prior = (Math.pow(elsewhere[1] - 0.1, 2) - Math.pow(at[1] - 0.1, 2)) / (2 * 4);
        double[] ignored = new double[at.length];
        assertThat(model.logDensity(at, ignored) - model.logDensity(elsewhere, ignored))
                .isCloseTo(rows + prior, within(1e-9));
    }

    @Test
    void logLikelihoodOfARowHasItsConstants() {
        Design design = design(Family.POISSON);
        GlmModel model = model(Family.POISSON, null);
        double[] at = point(model);
        double eta = at[0] + design.offset()[7];
        for (int j = 1; j < 4; j++) {
            eta += at[j] * design.x()[j * design.rows() + 7];
        }
        double y = design.response()[7];
        double factorial = 0;
        for (int k = 2; k <= y; k++) {
            factorial += Math.log(k);
        }
        assertThat(logLikelihood(model, 7, at)).isCloseTo(y * eta - Math.exp(eta) - factorial, within(1e-12));
    }

    /** All observations, each once, make a minibatch that is the whole. */
    @ParameterizedTest
    @EnumSource
    void theWholeDataAsAMinibatchIsTheDensity(Family family) {
        GlmModel model = model(family, null);
        double[] at = point(model);
        int[] rows = new int[model.observations()];
        java.util.Arrays.setAll(rows, i -> i);
        double[] whole = new double[at.length];
        double[] batch = new double[at.length];
        assertThat(model.logDensity(at, batch, rows)).isCloseTo(model.logDensity(at, whole), within(1e-9));
        for (int j = 0; j < at.length; j++) {
            assertThat(batch[j]).isCloseTo(whole[j], within(1e-9));
        }
    }

    /** The factors as plain draws, all moments by averages. */
    private record Draws(double[] draws, int particles, int d) implements Marginals {
        @Override
        public double mean(int j) {
            return expect(j, v -> v);
        }

        @Override
        public double covariance(int j, int k) {
            double sum = 0;
            for (int i = 0; i < particles; i++) {
                sum += (draws[i * d + j] - mean(j)) * (draws[i * d + k] - mean(k));
            }
            return sum / particles;
        }

        @Override
        public double meanInverse(int j) {
            return expect(j, v -> 1 / v);
        }

        @Override
        public double expect(int j, DoubleUnaryOperator f) {
            double sum = 0;
            for (int i = 0; i < particles; i++) {
                sum += f.applyAsDouble(draws[i * d + j]);
            }
            return sum / particles;
        }
    }

    private static Draws cloud(GlmModel model, int particles) {
        int d = model.parameters().size();
        double[] draws = new double[particles * d];
        RandomStream random = RandomStream.of(5, 0, 0, 0);
        for (int i = 0; i < particles; i++) {
            double[] centre = point(model);
            for (int j = 0; j < d; j++) {
                // Skewed on purpose: quadrature must not rest on normality.
                double u = random.nextNormal();
                draws[i * d + j] = centre[j] + 0.3 * (u + 0.3 * (u * u - 1));
            }
            if (d > 4) {
                draws[i * d + 4] = Math.abs(draws[i * d + 4]) + 0.1;
            }
        }
        return new Draws(draws, particles, d);
    }

    /**
     * The expected log density that the model computes, against the plain average of its log density over the cloud.
     * Gaussian and Poisson are exact; three quadrature nodes leave an error of about 1e-3 v³ a row, v ≈ 0.2 here.
     */
    @ParameterizedTest
    @EnumSource
    void expectationsOverOtherBlocksAgreeWithBruteForce(Family family) {
        GlmModel model = model(family, null);
        Block block = Blocks.of(family == Family.GAUSSIAN ? "x1,x3 | Intercept,x2,sigma" : "x1,x3 | Intercept,x2")
                .resolve(model)
                .get(0);
        // The cloud is one sample of a product: covariances across blocks must vanish for the exact forms to agree.
        Draws cloud = crossed(cloud(model, 40), block, model);
        Conditioned exact = model.factorDensity(block).orElseThrow().given(cloud);
        double[] points = {0.1, -0.2, -0.5, 0.6};
        double[] value = new double[2];
        double[] gradient = new double[4];
        exact.evaluate(points, 0, 2, value, gradient);
        double[] brute = new double[2];
        double[] bruteGradient = new double[4];
        int d = cloud.d();
        for (int p = 0; p < 2; p++) {
            for (int i = 0; i < cloud.particles(); i++) {
                double[] theta = java.util.Arrays.copyOfRange(cloud.draws(), i * d, (i + 1) * d);
                theta[1] = points[2 * p];
                theta[3] = points[2 * p + 1];
                double[] slopes = new double[d];
                brute[p] += model.logDensity(theta, slopes) / cloud.particles();
                bruteGradient[2 * p] += slopes[1] / cloud.particles();
                bruteGradient[2 * p + 1] += slopes[3] / cloud.particles();
            }
        }
        double tolerance = family == Family.BERNOULLI || family == Family.BINOMIAL ? 2e-3 : 1e-9;
        assertThat(value[0] - value[1]).isCloseTo(brute[0] - brute[1], within(tolerance));
        for (int j = 0; j < 4; j++) {
            assertThat(gradient[j]).isCloseTo(bruteGradient[j], within(tolerance));
        }
    }

    /** Makes coefficients and sigma independent in the sample by pairing every coefficient row with every sigma. */
    private static Draws crossed(Draws cloud, Block block, GlmModel model) {
        int d = cloud.d();
        if (d == 4) {
            return cloud;
        }
        int m = cloud.particles();
        double[] draws = new double[m * m * d];
        for (int a = 0; a < m; a++) {
            for (int b = 0; b < m; b++) {
                System.arraycopy(cloud.draws(), a * d, draws, (a * m + b) * d, d);
                draws[(a * m + b) * d + 4] = cloud.draws()[b * d + 4];
            }
        }
        assertThat(block.size()).isEqualTo(2);
        assertThat(model.parameters()).hasSize(d);
        return new Draws(draws, m * m, d);
    }

    /** q(σ²) and q(β) against the exponential of the averaged log density, whose differences they must reproduce. */
    @Test
    void closedFormsAgreeWithBruteForce() {
        GlmModel model = model(Family.GAUSSIAN, "inverse-gamma(2,1)");
        List<Block> blocks = Blocks.of("x1,x3 | Intercept,x2 | sigma2").resolve(model);
        Draws cloud = crossed(cloud(model, 40), blocks.get(0), model);
        for (Block block : blocks) {
            Distribution optimum = model.closedForm(block).orElseThrow().update(cloud);
            int k = block.size();
            double[] first = new double[k];
            double[] second = new double[k];
            for (int j = 0; j < k; j++) {
                first[j] = optimum.mean(j);
                second[j] = optimum.mean(j) + 0.7 * Math.sqrt(optimum.covariance(j, j)) * (j == 0 ? 1 : -1);
            }
            assertThat(logDensity(optimum, second) - logDensity(optimum, first))
                    .isCloseTo(
                            average(model, cloud, block, second) - average(model, cloud, block, first), within(1e-8));
        }
    }

    private static double average(GlmModel model, Draws cloud, Block block, double[] value) {
        int d = cloud.d();
        double sum = 0;
        for (int i = 0; i < cloud.particles(); i++) {
            double[] theta = java.util.Arrays.copyOfRange(cloud.draws(), i * d, (i + 1) * d);
            for (int j = 0; j < value.length; j++) {
                theta[block.coordinates()[j]] = value[j];
            }
            sum += model.logDensity(theta, new double[d]);
        }
        return sum / cloud.particles();
    }

    private static double logDensity(Distribution q, double[] x) {
        if (q instanceof org.driftfield.distribution.InverseGamma ig) {
            return -(ig.shape() + 1) * Math.log(x[0]) - ig.scale() / x[0];
        }
        double a = q.covariance(0, 0);
        double b = q.covariance(0, 1);
        double c = q.covariance(1, 1);
        double u = x[0] - q.mean(0);
        double v = x[1] - q.mean(1);
        return -0.5 * (c * u * u - 2 * b * u * v + a * v * v) / (a * c - b * b);
    }

    /** Conjugate factors, run by the engine, agree with the joint cloud up to what the factorisation costs: little here. */
    @Test
    void gaussianRegressionUsesItsClosedForms() {
        GlmModel model = model(Family.GAUSSIAN, "inverse-gamma(2,1)");
        Posterior conjugate = Pmfvb.fit(
                model,
                PmfvbOptions.defaults()
                        .withBlocks(Blocks.of("Intercept,x1,x2,x3 | sigma2"))
                        .withSeed(3));
        Posterior joint = Pmfvb.fit(model, PmfvbOptions.defaults().withSeed(4));
        assertThat(conjugate.trace().columns()).noneMatch(column -> column.startsWith("acceptance"));
        for (String name : joint.names()) {
            // 20,000 draws each: Monte Carlo error below 0.02 sd; the factors' loss is a few per cent at n = 50.
            assertThat((conjugate.mean(name) - joint.mean(name)) / joint.sd(name))
                    .isBetween(-0.1, 0.1);
            assertThat(conjugate.sd(name) / joint.sd(name)).isBetween(0.9, 1.05);
        }
    }

    private static Design small(String formula, double[] y, double[] x) {
        Table table = Table.of("small", List.of(Column.of("y", y), Column.of("x", x)));
        return Design.of(Formula.parse(formula), table, NaPolicy.ERROR);
    }

    @Test
    void perfectSeparationIsAnErrorUnderFlatPriorsAndAnAnswerUnderTheDefault() {
        Design separated = small("y ~ x", new double[] {0, 0, 0, 1, 1, 1}, new double[] {1, 2, 3, 4, 5, 6});
        GlmPriors flat = new GlmPriors(Prior.FLAT, Prior.FLAT, Map.of(), null);
        GlmModel improper = GlmModel.of(separated, Family.BERNOULLI, flat);
        assertThatThrownBy(improper::start)
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("the posterior is improper under flat priors");
        Posterior posterior = Pmfvb.fit(GlmModel.of(separated, Family.BERNOULLI, GlmPriors.defaults()));
        assertThat(posterior.mean("x")).isBetween(0.5, 5.0);
    }

    @Test
    void responsesThatDoNotFitTheFamilyAreNamed() {
        double[] x = {1, 2};
        assertThatThrownBy(() ->
                        GlmModel.of(small("y ~ x", new double[] {0, 2}, x), Family.BERNOULLI, GlmPriors.defaults()))
                .hasMessage("response 'y', data row 2: family bernoulli expects 0 or 1, got 2");
        assertThatThrownBy(() ->
                        GlmModel.of(small("y ~ x", new double[] {0.5, 2}, x), Family.POISSON, GlmPriors.defaults()))
                .hasMessage("response 'y', data row 1: family poisson expects a whole number of at least 0, got 0.5");
    }

    @Test
    void priorsAreReadAndRefusedInOneLine() {
        assertThat(Prior.of(" normal( 0 , 2.5 )")).isEqualTo(new Prior.Normal(0, 2.5));
        assertThat(Prior.of("half-cauchy(2.5)").toString()).isEqualTo("half-cauchy(2.5)");
        assertThatThrownBy(() -> Prior.of("normal(0)"))
                .hasMessage("prior 'normal(0)': expected 2 numbers in brackets, got 1");
        assertThatThrownBy(() -> Prior.of("normal(0,-1)"))
                .hasMessage("a normal prior must have a positive sd, got -1.0");
        assertThatThrownBy(() -> Prior.of("cauchy(1)")).hasMessageStartingWith("a prior must be one of flat, normal");
        assertThatThrownBy(() -> new GlmPriors(Prior.of("half-cauchy(1)"), null, Map.of(), null))
                .hasMessage("the prior of coefficients must be normal(mean,sd) or flat, got half-cauchy(1)");
    }

    /** Predictions at a row: the mean response and a new observation have the moments that the draws imply. */
    @ParameterizedTest
    @EnumSource
    void predictionsHaveTheRightMoments(Family family) {
        GlmModel model = model(family, null);
        Design design = design(family);
        Posterior posterior = Pmfvb.fit(model);
        GlmPredictor predictor = GlmPredictor.of(family, design.names(), posterior);
        GlmPredictor.Prediction prediction = predictor.predict(design, 3, 1);
        double[] responses = predictor.responses(design, 3);
        double mean = java.util.Arrays.stream(responses).average().orElseThrow();
        assertThat(prediction.response().mean()).isCloseTo(mean, within(1e-12));
        assertThat(prediction.response().q05()).isEqualTo(Quantiles.of(responses, 0.05));
        assertThat(prediction.response().q95()).isEqualTo(Quantiles.of(responses, 0.95));
        // 20,000 draws: five standard errors of the mean of the observations.
        double error = 5 * prediction.observation().sd() / Math.sqrt(predictor.draws());
        assertThat(prediction.observation().mean()).isCloseTo(mean, within(error));
        assertThat(prediction.observation().sd())
                .isGreaterThan(prediction.response().sd());
    }

    private static double logLikelihood(GlmModel model, int i, double[] theta) {
        double[] out = new double[1];
        DrawLikelihood likelihood = model.drawLikelihood(new double[][] {theta});
        model.rows().map((rows, number) -> {
            likelihood.of(rows, i, out);
            return 0;
        });
        return out[0];
    }

    /** Each prior is a density: its mass is one, and its slope that of its logarithm. */
    @ParameterizedTest
    @ValueSource(strings = {"normal(0.3,2)", "half-normal(1.5)", "half-cauchy(0.7)", "inverse-gamma(3,2)"})
    void priorsAreDensities(String text) {
        Prior prior = Prior.of(text);
        double mass = 0;
        // x = sinh u reaches far into the tails.
        for (double u = -20; u < 20; u += 1e-3) {
            mass += prior.density(Math.sinh(u + 5e-4)) * Math.cosh(u + 5e-4) * 1e-3;
        }
        assertThat(mass).isCloseTo(1, within(1e-6));
        for (double x : new double[] {0.5, 1, 4}) {
            assertThat(prior.density(x)).isCloseTo(Math.exp(prior.logDensity(x)), within(1e-15));
            assertThat(prior.slope(x))
                    .isCloseTo((prior.logDensity(x + 1e-5) - prior.logDensity(x - 1e-5)) / 2e-5, within(1e-7));
        }
    }
}
