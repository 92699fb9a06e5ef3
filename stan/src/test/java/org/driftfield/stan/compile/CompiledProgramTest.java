package org.driftfield.stan.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.driftfield.random.RandomStream;
import org.driftfield.stan.Corpus;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;
import org.driftfield.stan.tape.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled programs against the tape, which is held against differences elsewhere. */
class CompiledProgramTest {
    /** Solvers of equations, and a size that changes in a loop, are left to the tape. */
    private static final Set<String> WITH_PARTS_ON_THE_TAPE = Set.of(
            "corpus/brms_time_covariance.stan",
            "corpus/integrals.stan",
            "corpus/lotka_volterra.stan",
            "corpus/lynx_hare.stan",
            "corpus/ode_events.stan",
            "corpus/ode_forced.stan",
            "corpus/ode_stiff.stan",
            "corpus/one_compartment_old.stan",
            "corpus/sir.stan",
            "corpus/solvers.stan");

    /** Sums are taken in another order, and terms are computed another way: rounding of some hundred operations. */
    private static final double TOLERANCE = 1e-11;

    @ParameterizedTest
    @MethodSource("org.driftfield.stan.Corpus#programs")
    void compiledIsTape(String program) throws IOException {
        StanModel model = Corpus.model(program);
        CompiledProgram compiled = CompiledProgram.of(model.tape());
        assertThat(compiled.obstacle()).isNull();
        assertThat(!compiled.parts().isEmpty())
                .as("%s", compiled.parts())
                .isEqualTo(WITH_PARTS_ON_THE_TAPE.contains(program));
        compare(model, (CompiledProgram.Evaluator) compiled.evaluator(), program);
    }

    private static void compare(StanModel model, CompiledProgram.Evaluator evaluator, String what) {
        Worker tape = model.tape().worker();
        int d = model.dimension();
        double[] z = new double[d];
        double[] ours = new double[d];
        double[] theirs = new double[d];
        int refused = 0;
        for (int k = 0; k < 20; k++) {
            RandomStream random = RandomStream.of(5, k, 0, 0);
            for (int i = 0; i < d; i++) {
                z[i] = (k % 2 == 0 ? 4 : 1) * (random.nextDouble() - 0.5);
            }
            double value = tape.evaluate(z, theirs);
            assertThat(evaluator.evaluate(z, ours))
                    .as("%s at point %d", what, k)
                    .satisfies(found -> {
                        assertThat(Math.abs(found - value) <= TOLERANCE * (1 + Math.abs(value)) || found.equals(value))
                                .as("%s and %s", found, value)
                                .isTrue();
                    });
            if (value == Double.NEGATIVE_INFINITY) {
                refused++;
                continue;
            }
            double largest = 1;
            for (double g : theirs) {
                largest = Math.max(largest, Math.abs(g));
            }
            for (int i = 0; i < d; i++) {
                assertThat(Math.abs(ours[i] - theirs[i]))
                        .as("%s at point %d by coordinate %d: %s and %s", what, k, i, ours[i], theirs[i])
                        .isLessThanOrEqualTo(TOLERANCE * largest);
            }
        }
        assertThat(refused).as("%s: refused points", what).isLessThan(20);
        assertThat(evaluator.refusals())
                .as("%s: points the tape was asked about", what)
                .isEqualTo(refused);
    }

    private static void compare(String text, Map<String, ?> data) {
        StanModel model = StanProgram.parse("m.stan", text).with(data);
        CompiledProgram compiled = CompiledProgram.of(model.tape());
        assertThat(compiled.obstacle()).isNull();
        compare(model, (CompiledProgram.Evaluator) compiled.evaluator(), text);
    }

    /** A variable that a loop writes over again and again must have its old values on the way back. */
    @Test
    void whatIsOverwrittenComesBack() {
        compare("""
                data { int N; vector[N] x; }
                parameters { real a; vector[3] b; }
                model {
                  real s = a;
                  vector[3] v = b;
                  for (n in 1:N) {
                    real t = s * x[n];
                    for (k in 1:3) { v[k] = sin(v[k] + t); t = t * v[k] + 1; }
                    s = 0.5 * tanh(t) + s;
                    v = v[{3, 1, 2}];
                    if (s > 0) { s = s * 0.9; } else { s -= v[1] * v[2]; v[2] *= s; }
                  }
                  target += -square(s) - dot_self(v) - dot_self(b);
                }
                """, Map.of("N", 6, "x", new double[] {0.3, -1, 0.2, 2, 0.5, -0.7}));
    }

    /** Slices of one row or column, whose strides say nothing, and slices of slices. */
    @Test
    void partsOfPartsAreThoseOfTheTape() {
        compare("""
                data { int one; array[2] int pick; }
                parameters { array[2, 2] matrix[2, 3] big; matrix[1, 3] flat; matrix[3, 1] tall; }
                model {
                  matrix[2, 3] k = big[1, 2];
                  array[2] matrix[1, 3] rows = {big[1, 1][1:1], big[2, 1, 2:2]};
                  target += sum(square(to_vector(big[:, 2][2][one:1]) - [1, 2, 3]'));
                  target += sum(exp(to_vector(big[pick, 1, :, 2:2][2]) .* [1, 2]'));
                  for (i in 1:2) {
                    for (j in 1:2) target += -dot_self(to_vector(big[i, j][j:j, i:(i + 1)]) - [i, j]');
                    k[i:i, 2:3] = big[i, i][i:i, 1:2] * 2;
                    k[i, pick] += flat[1, {3, 1}] * i;
                    rows[i] += flat .* rows[i];
                    rows[i, 1, 2:3] = tall[i:(i + 1), 1]';
                  }
                  target += -sum(square(k)) - sum(square(rows[2] - 1)) - sum(flat[:, {2, 2}] * k) - sum(to_vector(tall[{3, 1}]) .* [1, 7]');
                }
                """, Map.of("one", 1, "pick", new int[] {2, 1}));
    }

    /** Long programs are cut into methods that the machine compiles. */
    @Test
    void manyStatementsAreCutUp() {
        StringBuilder text = new StringBuilder("parameters { vector[4] a; } model { real s = 0;\n");
        for (int i = 0; i < 3000; i++) {
            text.append("s = sin(s + a[")
                    .append(1 + i % 4)
                    .append("] * ")
                    .append(i % 7)
                    .append(");\n");
        }
        compare(
                text + "for (i in 1:3) {" + "target += -square(s - a[i]) * exp(a[i]);".repeat(200)
                        + "} a ~ normal(s, 1); }",
                Map.of());
    }

    /** What the parser lets through is walked by every pass on an ordinary stack. */
    @Test
    void theHighestExpressionsAreCompiled() {
        compare("parameters { real a; } model { target += -a^2" + " + sin(a)".repeat(495) + "; }", Map.of());
        compare(
                "parameters { real a; } model { target += -a^2 + " + "(1 - ".repeat(195) + "a" + ")".repeat(195)
                        + "; }",
                Map.of());
    }

    @Test
    void anIndexOutOfRangeIsToldByTheTape() {
        StanModel model = StanProgram.parse(
                        "m.stan",
                        "data { array[2] int k; } parameters { vector[2] a; } model { for (i in 1:2) target += a[k[i]]; }")
                .with(Map.of("k", new int[] {1, 3}));
        CompiledProgram.Evaluator evaluator =
                (CompiledProgram.Evaluator) CompiledProgram.of(model.tape()).evaluator();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> evaluator.evaluate(new double[2], new double[2]))
                .hasMessageStartingWith("m.stan line 1, column");
    }

    @Test
    void evaluatorsGiveTheSameBits() throws IOException {
        String program = "corpus/logistic_rows.stan";
        StanModel model = Corpus.model(program);
        CompiledProgram compiled = CompiledProgram.of(model.tape());
        double[] z = new double[model.dimension()];
        double[] first = new double[z.length];
        double[] second = new double[z.length];
        var used = compiled.evaluator();
        for (int k = 0; k < 5; k++) {
            z[k] = 0.3 * k;
            assertThat(used.evaluate(z, first)).isEqualTo(compiled.evaluator().evaluate(z, second));
            assertThat(first).containsExactly(second);
        }
    }
}
