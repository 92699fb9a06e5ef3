package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.model.Variable;
import org.driftfield.model.Variable.Range;
import org.driftfield.model.Variable.Role;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.junit.jupiter.api.Test;

/** Columns may be called as they like: what is a scale, and what derives from it, the model says. */
class ScaleNamesTest {
    private static GlmModel model(String formula, Family family, String sigma) {
        double[] a = {1, -1, 2, -2, 0.5, -0.5, 1.5, -1.5};
        double[] b = {0.2, 0.4, -0.1, 0.3, -0.5, 0.1, 0.2, -0.4};
        double[] y = {3, 0, 4, 1, 2, 1, 2, 0};
        Table table = Table.of(
                "made", List.of(Column.of("sigma", a), Column.of("sigma2", a), Column.of("b", b), Column.of("y", y)));
        Design design = Design.of(Formula.parse(formula), table, NaPolicy.ERROR);
        Prior prior = Prior.of("normal(0,2)");
        return GlmModel.of(
                design, family, new GlmPriors(prior, prior, Map.of(), sigma == null ? null : Prior.of(sigma)));
    }

    private static Posterior fit(GlmModel model) {
        return Laplace.fit(model, LaplaceOptions.defaults(1));
    }

    @Test
    void countsHaveNoScale() {
        for (String column : List.of("sigma", "sigma2")) {
            Posterior posterior = fit(model("y ~ b + " + column, Family.POISSON, null));
            assertThat(posterior.variables())
                    .containsExactly(
                            Variable.scalar("Intercept", Range.REAL, Role.PARAMETER),
                            Variable.scalar("b", Range.REAL, Role.PARAMETER),
                            Variable.scalar(column, Range.REAL, Role.PARAMETER));
        }
    }

    @Test
    void theScaleIsTheModelsOwn() {
        Posterior variance = fit(model("y ~ b", Family.GAUSSIAN, "inverse-gamma(2,2)"));
        assertThat(variance.variable("sigma2")).isEqualTo(Variable.scalar("sigma2", Range.POSITIVE, Role.PARAMETER));
        assertThat(variance.variable("sigma")).isEqualTo(Variable.scalar("sigma", Range.POSITIVE, Role.DERIVED));
        double[] squares = variance.draws("sigma2");
        double[] roots = variance.draws("sigma");
        for (int i = 0; i < roots.length; i += 100) {
            assertThat(roots[i] * roots[i]).isCloseTo(squares[i], within(1e-12 * squares[i]));
        }
        assertThatThrownBy(() -> model("y ~ b + sigma", Family.GAUSSIAN, "inverse-gamma(2,2)"))
                .hasMessageContaining("a column named 'sigma' collides");
    }

    /** A column may be called as the intercept is where there is none; beside one it is told which name is taken. */
    @Test
    void aColumnCalledIntercept() {
        Table table = Table.of(
                "made",
                List.of(Column.of("Intercept", new double[] {1, 2, 3, 4, 5}), Column.of("y", new double[] {1, 0, 2, 3, 2
                })));
        Design alone = Design.of(Formula.parse("y ~ 0 + Intercept"), table, NaPolicy.ERROR);
        GlmPriors priors = new GlmPriors(Prior.of("normal(0,2)"), Prior.of("normal(0,9)"), Map.of(), null);
        GlmModel model = GlmModel.of(alone, Family.POISSON, priors);
        assertThat(model.priors()).containsExactly(Map.entry("Intercept", Prior.of("normal(0,2)")));
        Design beside = Design.of(Formula.parse("y ~ Intercept"), table, NaPolicy.ERROR);
        assertThatThrownBy(() -> GlmModel.of(beside, Family.POISSON, priors))
                .hasMessage("two coefficients of the model are named 'Intercept'; rename the column of that name");
    }

    /** With a coefficient called sigma2 the noise of a new observation is still that of sigma. */
    @Test
    void predictionsUseTheScale() {
        GlmModel model = model("y ~ b + sigma2", Family.GAUSSIAN, "half-normal(1)");
        Posterior posterior = fit(model);
        GlmPredictor predictor = GlmPredictor.of(Family.GAUSSIAN, List.of("Intercept", "b", "sigma2"), posterior);
        Table table = Table.of(
                "new",
                List.of(
                        Column.of("sigma2", new double[] {0}),
                        Column.of("b", new double[] {0}),
                        Column.of("y", new double[] {0})));
        Design row = Design.of(Formula.parse("y ~ b + sigma2"), table, NaPolicy.ERROR);
        GlmPredictor.Prediction said = predictor.predict(row, 0, 1);
        double noise = posterior.summary().row("sigma").q50();
        assertThat(said.observation().sd())
                .isGreaterThan(0.9 * noise)
                .isLessThan(2 * noise + said.response().sd());
    }
}
