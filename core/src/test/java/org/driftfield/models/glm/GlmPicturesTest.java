package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.diagnostics.Loo;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the report shows of a regression beside its parameters: effects of the columns, and probabilities of the responses. */
class GlmPicturesTest {
    private static final int N = 400;

    private final double[] x = new double[N];
    private Table table;

    private Design design(Family family, String formula) {
        Random random = new Random(11);
        double[] y = new double[N];
        double[] z = new double[N];
        double[] trials = new double[N];
        String[] g = new String[N];
        for (int i = 0; i < N; i++) {
            x[i] = random.nextGaussian();
            z[i] = 1 + Math.exp(random.nextGaussian());
            g[i] = i % 3 == 0 ? "b" : "a";
            trials[i] = 8;
            double mean = family.inverseLink(0.4 + 0.5 * x[i] - 0.3 * Math.log(z[i]) + (g[i].equals("b") ? 0.6 : 0));
            y[i] = switch (family) {
                case GAUSSIAN -> mean + 0.7 * random.nextGaussian();
                case BERNOULLI -> random.nextDouble() < mean ? 1 : 0;
                case BINOMIAL ->
                    IntStream.range(0, 8)
                            .filter(t -> random.nextDouble() < mean)
                            .count();
                case POISSON -> {
                    int count = 0;
                    for (double t = -Math.log(random.nextDouble()); t < mean; t -= Math.log(random.nextDouble())) {
                        count++;
                    }
                    yield count;
                }
            };
        }
        table = Table.of(
                "made",
                List.of(
                        Column.of("y", y),
                        Column.of("x", x),
                        Column.of("u", x),
                        Column.of("z", z),
                        Column.of("g", List.of(g)),
                        Column.of("m", trials)));
        return Design.of(Formula.parse(formula), table, NaPolicy.ERROR);
    }

    private static Posterior fit(Design design, Family family) {
        return Laplace.fit(
                GlmModel.of(design, family, GlmPriors.defaults()),
                LaplaceOptions.defaults(1).withDraws(1000));
    }

    private ConditionalEffects effects(Design design, Family family, Posterior posterior) {
        return GlmEffects.of(design.recipe(), design.recipe().profile(table, design.keptRows()), family, posterior);
    }

    @Test
    void effectsAreQuantilesOfTheMeanResponseAtTypicalValues() {
        Design design = design(Family.POISSON, "y ~ x + log(z) + g + x:g + offset(log(m))");
        Posterior posterior = fit(design, Family.POISSON);
        ConditionalEffects effects = effects(design, Family.POISSON, posterior);
        assertThat(effects.curves())
                .extracting(ConditionalEffects.Curve::predictor)
                .containsExactly("x", "z", "g");
        assertThat(effects.held()).containsEntry("g", "a").containsEntry("m", "8");
        double atX = Double.parseDouble(effects.held().get("x"));
        assertThat(atX).isCloseTo(Arrays.stream(x).average().orElseThrow(), within(5e-4));
        double atZ = Double.parseDouble(effects.held().get("z"));
        ConditionalEffects.Curve curve = effects.curves().get(0);
        ConditionalEffects.Curve groups = effects.curves().get(2);
        assertThat(groups.levels()).containsExactly("a", "b");
        double low = Arrays.stream(x).min().orElseThrow();
        assertThat(curve.at().get(0)).isCloseTo(low, within(1e-5));
        double[] responses = new double[posterior.size()];
        double[] ofB = new double[posterior.size()];
        for (int s = 0; s < responses.length; s++) {
            double base = posterior.draws("Intercept")[s] + posterior.draws("log(z)")[s] * Math.log(atZ) + Math.log(8);
            responses[s] = Math.exp(base + posterior.draws("x")[s] * low);
            double slope = posterior.draws("x")[s] + posterior.draws("x:g[T.b]")[s];
            ofB[s] = Math.exp(base + slope * atX + posterior.draws("g[T.b]")[s]);
        }
        assertThat(curve.q05().get(0)).isCloseTo(Quantiles.of(responses, 0.05), within(1e-4));
        assertThat(curve.q75().get(0)).isCloseTo(Quantiles.of(responses, 0.75), within(1e-4));
        assertThat(groups.q50().get(1)).isCloseTo(Quantiles.of(ofB, 0.5), within(1e-4));
        assertThat(curve.seen()).hasSize(200).isSorted();
    }

    /** The product of x and u is positive in every row, and not while one of them changes alone. */
    @Test
    void whatCanNotBeShownIsLeftOut() {
        Design design = design(Family.GAUSSIAN, "y ~ log(x * u) + z");
        ConditionalEffects effects = effects(design, Family.GAUSSIAN, fit(design, Family.GAUSSIAN));
        assertThat(effects.predictors()).isEqualTo(3);
        assertThat(effects.curves())
                .extracting(ConditionalEffects.Curve::predictor)
                .containsExactly("z");
    }

    /** Responses of a right model are uniform among what the others predict; 99.9 % of such tests pass. */
    @ParameterizedTest
    @EnumSource(Family.class)
    void leftOutResponsesAreUniformAmongTheirPredictions(Family family) {
        Design design = design(family, (family == Family.BINOMIAL ? "y | trials(m)" : "y") + " ~ x + log(z) + g");
        LeaveOneOut loo = LeaveOneOut.of(GlmModel.of(design, family, GlmPriors.defaults()), fit(design, family));
        double[] pits = loo.evenly().stream()
                .mapToDouble(LeaveOneOut.Point::pit)
                .sorted()
                .toArray();
        assertThat(pits).hasSize(N);
        double furthest = 0;
        for (int i = 0; i < N; i++) {
            furthest = Math.max(furthest, Math.abs(pits[i] - (i + 0.5) / N) + 0.5 / N);
        }
        // The quantile of Kolmogorov's distribution.
        assertThat(furthest).isLessThan(1.95 / Math.sqrt(N));
        assertThat(loo.points()).allMatch(point -> point.shape() < 0.7 && point.row() >= 1);
    }

    /** Of many rows some are left out, and what they say of all is what all say, up to the error that is told. */
    @Test
    void someRowsTellOfAll() {
        int n = 50_001;
        Random random = new Random(12);
        double[] many = new double[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            many[i] = random.nextGaussian();
            y[i] = 1 + many[i] + random.nextGaussian();
        }
        Design design = Design.of(
                Formula.parse("y ~ x"),
                Table.of("many", List.of(Column.of("x", many), Column.of("y", y))),
                NaPolicy.ERROR);
        GlmModel model = GlmModel.of(design, Family.GAUSSIAN, GlmPriors.defaults());
        Posterior posterior =
                Laplace.fit(model, LaplaceOptions.defaults(1).withDraws(200).withProposals(0));
        LeaveOneOut loo = LeaveOneOut.of(model, posterior);
        assertThat(loo.sampled()).isBetween(4000, 5000);
        assertThat(loo.observations()).isEqualTo(n);
        assertThat(loo.evenly()).hasSizeBetween(500, 1000);
        assertThat(loo.points())
                .last()
                .satisfies(point -> assertThat(point.row()).isBetween(n - n / 500, n));
        double[][] thetas = new double[200][3];
        for (int s = 0; s < thetas.length; s++) {
            posterior.draw(s, thetas[s]);
        }
        DrawLikelihood likelihood = model.drawLikelihood(thetas);
        GlmRows all = PickedRows.of(model.rows(), IntStream.range(0, n).toArray(), 2);
        Loo.Result whole = Loo.estimate(n, thetas.length, (i, out) -> likelihood.of(all, i, out));
        // Three parameters: the differences sum to p_loo = 3, and 4546 of 50,001 of them, whose spread is their mean,
        // know that to 2 %.
        assertThat(loo.effectiveParameters()).isCloseTo(whole.effectiveParameters(), within(0.3));
        assertThat(loo.elpd()).isCloseTo(whole.elpd(), within(0.3));
        assertThat(loo.standardError()).isCloseTo(whole.standardError(), within(0.01 * whole.standardError()));
    }

    /** Counts and successes vary as their family says once all that moves their means is in the formula, and more if it is not. */
    @ParameterizedTest
    @EnumSource(Family.class)
    void responsesThatVaryTooMuchAreNoticed(Family family) {
        String response = family == Family.BINOMIAL ? "y | trials(m)" : "y";
        Dispersion asSaid = dispersion(design(family, response + " ~ x + log(z) + g"), family);
        // With nothing to explain them, means differ from row to row.
        Dispersion more = dispersion(design(family, response + " ~ 1"), family);
        switch (family) {
            case GAUSSIAN, BERNOULLI -> assertThat(asSaid.said()).isFalse();
            case BINOMIAL, POISSON -> {
                // Pearson's sum over N degrees of freedom has a standard deviation of √(2/N) = 0.07, somewhat more for
                // counts.
                assertThat(asSaid.ratio()).isCloseTo(1, within(0.25));
                assertThat(asSaid.exceeding()).isBetween(0.005, 0.995);
                assertThat(more.ratio()).isGreaterThan(1.3);
                assertThat(more.exceeding()).isZero();
            }
        }
    }

    private static Dispersion dispersion(Design design, Family family) {
        GlmModel model = GlmModel.of(design, family, GlmPriors.defaults());
        return PredictiveCheck.of(model, fit(design, family), 1).dispersion();
    }
}
