package org.driftfield.stan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** Statements, indexes, functions and blocks, each against what they mean. */
class TapeTest {
    private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

    /** The density of a program without data at z, after its gradient was held against differences. */
    private static double density(String text, double... z) {
        return density(StanProgram.parse("m.stan", text).with(Map.of()), z);
    }

    private static double density(StanModel model, double... z) {
        assertThat(model.dimension()).isEqualTo(z.length);
        var evaluator = model.tape().worker();
        double[] gradient = new double[z.length];
        double[] ignored = new double[z.length];
        double compiled = model.evaluator().evaluate(z, gradient);
        double value = evaluator.evaluate(z, gradient);
        assertThat(compiled).isCloseTo(value, within(1e-9));
        for (int i = 0; i < z.length; i++) {
            double[] up = z.clone();
            double[] down = z.clone();
            up[i] += 1e-5;
            down[i] -= 1e-5;
            double quotient = (evaluator.evaluate(up, ignored) - evaluator.evaluate(down, ignored)) / 2e-5;
            assertThat(gradient[i])
                    .as("derivative by %s", model.freeNames().get(i))
                    .isCloseTo(quotient, within(1e-7 * Math.max(1, Math.abs(quotient))));
        }
        // A second evaluation in the same arrays must not remember the first.
        assertThat(evaluator.evaluate(z, ignored)).isEqualTo(value);
        assertThat(ignored).isEqualTo(gradient);
        return value;
    }

    @Test
    void overwritesInPlaceAndUndoesItOnTheWayBack() {
        double value = density("""
                parameters { vector[2] a; }
                model {
                  vector[3] x = rep_vector(2, 3);
                  real s = 0;
                  for (i in 1:3) {
                    s += a[1] * x[1] * x[i];
                    x[i] = x[1] * a[2] + i;
                    x[1] *= 2;
                  }
                  x[2:3] = x[1:2];
                  s += dot_self(x) * a[1];
                  x = x * a[2];
                  x[{1, 1}] = [s, a[1]]';
                  target += s + sum(x);
                }
                """, 0.3, -0.7);
        double a = 0.3;
        double b = -0.7;
        double[] x = {2, 2, 2};
        double s = 0;
        for (int i = 0; i < 3; i++) {
            s += a * x[0] * x[i];
            x[i] = x[0] * b + i + 1;
            x[0] *= 2;
        }
        double[] shifted = {x[0], x[0], x[1]};
        for (double v : shifted) {
            s += v * v * a;
        }
        assertThat(value).isCloseTo(s + a + (shifted[1] + shifted[2]) * b, within(1e-12));
    }

    @Test
    void selectsPartsOfEveryShape() {
        double value = density(
                """
                parameters { matrix[2, 3] m; array[2] vector[2] v; }
                model {
                  array[2] int pick = {2, 1};
                  array[3] int cols = {3, 3, 1};
                  matrix[2, 3] k = m;
                  array[2, 2] matrix[2, 3] big;
                  target += sum(m[1]) + 2 * sum(m[, 2]) + 3 * m[2, 3] + sum(m[pick, 1:2] .* [[1, 2], [3, 4]]);
                  target += m[2, cols] * [1, 10, 100]';
                  target += v[2, 1] * v[1, 2] + sum(v[pick, 2]) + v[pick][1, 1];
                  for (i in 1:2) for (j in 1:2) big[i, j] = m * (i + 10 * j);
                  target += sum(big[2, 1][, 3]) + big[1, 2, 2, 1] + sum(to_vector(big[:, 2][2][1:1]));
                  k[1, ] = m[2];
                  k[:, 1] = v[1];
                  k[2, 2:3] = [v[2, 1], v[2, 2]];
                  target += 7 * sum(k) + 11 * k[2, 2] + 13 * k[1, 3] + sum(m[2:1]);
                }
                """,
                // Column after column: m = [[1, 3, 5], [2, 4, 6]].
                1,
                2,
                3,
                4,
                5,
                6,
                10,
                20,
                30,
                40);
        double first = (1 + 3 + 5) + 2 * (3 + 4) + 3 * 6 + (2 + 2 * 4 + 3 * 1 + 4 * 3);
        double second = 6 + 60 + 100 * 2;
        double third = 30 * 20 + (40 + 20) + 30;
        double fourth = (5 + 6) * 12 + 2 * 21 + (1 + 3 + 5) * 22;
        double sum = 10 + 20 + 4 + 6 + 30 + 40;
        assertThat(value).isCloseTo(first + second + third + fourth + 7 * sum + 11 * 30 + 13 * 6, within(1e-9));
    }

    @Test
    void runsFunctionsOfTheUser() {
        double value = density("""
                functions {
                  real power(real x, int n);
                  real power(real x, int n) {
                    if (n == 0) return 1;
                    return x * power(x, n - 1);
                  }
                  vector swap(vector x) {
                    vector[2] y = x;
                    y[1] = x[2];
                    y[2] = x[1];
                    return y;
                  }
                  vector same(vector x) { return x; }
                  real mine_lpdf(real x, real mu) { return -abs(x - mu) * 3; }
                  void add_lp(real x) { target += x; target += 0.5 * target(); }
                }
                parameters { vector[2] a; }
                model {
                  vector[2] b = swap(a);
                  vector[2] c = same(b);
                  b[1] = 100;
                  target += power(a[1], 5) + b[2] + 3 * c[1];
                  a[2] ~ mine(a[1]);
                  add_lp(a[1] * a[2]);
                }
                """, 1.2, 0.4);
        double before = Math.pow(1.2, 5) + 1.2 + 3 * 0.4 - 3 * 0.8;
        assertThat(value).isCloseTo(1.5 * (before + 1.2 * 0.4), within(1e-12));
    }

    @Test
    void branchesAndLoops() {
        double value = density("""
                transformed data { array[3] real w = {1, 2, 4}; }
                parameters { real a; }
                model {
                  real s = 0;
                  int k = 0;
                  while (1) {
                    k += 1;
                    if (k == 2) continue;
                    if (k > 5) break;
                    s += k * a;
                  }
                  for (x in w) s += x > 1 && a > 0 ? x * a : a * a;
                  for (i in 3:1) s += 1000;
                  {
                    int k2 = k / 4 + 7 % 4;
                    s += k2 * a;
                  }
                  target += s;
                }
                """, 0.5);
        assertThat(value).isCloseTo((1 + 3 + 4 + 5) * 0.5 + 0.25 + 1 + 2 + 4 * 0.5, within(1e-12));
    }

    @Test
    void truncatesAndKeepsConstants() {
        String text = """
                parameters { real<lower=1> y; real mu; }
                model { y ~ normal(mu, 2) T[1, ]; }
                """;
        double y = 1 + Math.exp(0.2);
        double inside = 0.5 * (1 - org.apache.commons.numbers.gamma.Erf.value((1 - 0.3) / 2 / Math.sqrt(2)));
        double expected = -0.5 * (y - 0.3) * (y - 0.3) / 4 - Math.log(2) - HALF_LOG_2PI - Math.log(inside) + 0.2;
        assertThat(density(text, 0.2, 0.3)).isCloseTo(expected, within(1e-12));
    }

    @Test
    void changesOfVariablesCountOnce() {
        double value = density("""
                parameters { real a; real<lower=a, upper=a + 2> b; real<offset=a, multiplier=3> c; }
                transformed parameters { real d = exp(a); jacobian += a; }
                model { target += b * d + c; }
                """, 0.4, -0.3, 0.6);
        double s = 1 / (1 + Math.exp(0.3));
        double b = 0.4 + 2 * s;
        double expected = b * Math.exp(0.4) + (0.4 + 3 * 0.6) + 0.4 + Math.log(2 * s * (1 - s)) + Math.log(3);
        assertThat(value).isCloseTo(expected, within(1e-12));
    }

    @Test
    void everyConstrainedTypeHasAGradient() {
        density("""
                parameters {
                  array[2] simplex[3] s; unit_vector[2] u; ordered[2] o; positive_ordered[2] p;
                  cholesky_factor_corr[3] L; cov_matrix[2] C; corr_matrix[2] R; cholesky_factor_cov[3, 2] K;
                  sum_to_zero_vector[3] z; array[2] real<upper=1> b; matrix<lower=0>[2, 2] m;
                }
                model {
                  target += dot_product(s[1], s[2]) + u[1] + o[2] * p[1] + sum(L) + C[1, 2] + R[1, 2] + sum(K) + z[1];
                  target += b[1] * b[2] - sum(m);
                }
                """, RandomStreamNumbers.of(4 + 2 + 2 + 2 + 3 + 3 + 1 + 5 + 2 + 2 + 4));
    }

    @Test
    void solvesWithSensitivities() {
        double value = density("""
                functions {
                  vector decay(real t, vector y, real k, vector unused) { return -k * y + 0 * unused[1]; }
                  array[] real old(real t, array[] real y, array[] real theta, array[] real x_r, array[] int x_i) {
                    return { y[2], -theta[1] * y[1] };
                  }
                  real bump(real x, real xc, array[] real theta, array[] real x_r, array[] int x_i) {
                    return exp(-0.5 * square((x - theta[1]) / theta[2]));
                  }
                  vector cubic(vector x, real a) { return [x[1]^3 + x[1] - a, x[2] - x[1] * a]'; }
                  vector cubic_old(vector x, vector th, array[] real x_r, array[] int x_i) { return cubic(x, th[1]); }
                }
                transformed data {
                  array[0] real none_r;
                  array[0] int none_i;
                }
                parameters { real<lower=0> k; vector[2] y0; real m; real<lower=0> late; }
                model {
                  array[2] real ts = {1, 1 + late};
                  array[2] vector[2] y = ode_rk45_tol(decay, y0, 0.25, ts, 1e-10, 1e-10, 100000, k, [m, 1]');
                  array[2] vector[2] stiff = ode_bdf(decay, y0, 0.25, {1, 2}, k, [m, 1]');
                  array[1, 2] real o = integrate_ode_rk45(old, {y0[1], m}, 0, {1.5}, {k}, none_r, none_i, 1e-10, 1e-10, 10000);
                  vector[2] r = solve_newton(cubic, [0.5, 0.5]', k);
                  vector[2] p = algebra_solver(cubic_old, [0.5, 0.5]', [k]', none_r, none_i);
                  target += sum(y[1]) + 2 * y[2, 1] + 3 * stiff[2, 2] + 5 * o[1, 1];
                  target += 7 * r[1] + 11 * r[2] * p[2];
                  target += integrate_1d(bump, negative_infinity(), positive_infinity(), {m, k}, none_r, none_i);
                  target += integrate_1d(bump, 0, late, {m, k}, none_r, none_i, 1e-10);
                }
                """, 0.1, 0.8, -0.4, 0.3, 0.2);
        double k = Math.exp(0.1);
        double late = Math.exp(0.2);
        double decayed = 0.8 * Math.exp(-0.75 * k)
                - 0.4 * Math.exp(-0.75 * k)
                + 2 * 0.8 * Math.exp(-k * (0.75 + late))
                - 3 * 0.4 * Math.exp(-1.75 * k);
        double w = Math.sqrt(k);
        double swung = 0.8 * Math.cos(1.5 * w) + 0.3 / w * Math.sin(1.5 * w);
        double x = 0.5;
        for (int i = 0; i < 50; i++) {
            x -= (x * x * x + x - k) / (3 * x * x + 1);
        }
        double bell = k * Math.sqrt(2 * Math.PI);
        double part = 0.5
                * bell
                * (org.apache.commons.numbers.gamma.Erf.value((late - 0.3) / k / Math.sqrt(2))
                        + org.apache.commons.numbers.gamma.Erf.value(0.3 / k / Math.sqrt(2)));
        double expected = decayed + 5 * swung + 7 * x + 11 * x * x * k * k + bell + part + 0.1 + 0.2;
        assertThat(value).isCloseTo(expected, within(1e-6));
    }

    @Test
    void aPointMayBeRejected() {
        StanModel model = StanProgram.parse("m.stan", """
                        parameters { real a; }
                        transformed parameters { real<lower=0> b = a; }
                        model {
                          if (a > 2) reject("too large: ", a, " ", {1.5, 2});
                          a ~ normal(0, a > 1 ? -1 : 1);
                          print("a = ", a);
                        }
                        """).with(Map.of());
        var evaluator = model.evaluator();
        double[] gradient = new double[1];
        for (double a : new double[] {3, 1.5, -1, -2}) {
            assertThat(evaluator.evaluate(new double[] {a}, gradient)).isEqualTo(Double.NEGATIVE_INFINITY);
        }
        assertThat(evaluator.evaluate(new double[] {0.5}, gradient)).isFinite();
        assertThat(model.messages().rejections()).isEqualTo(4);
        assertThat(model.messages().reasons())
                .hasSize(3)
                .anySatisfy(r -> assertThat(r).isEqualTo("m.stan line 4, column 14: too large: 3 [1.5,2]"))
                .anySatisfy(r ->
                        assertThat(r).contains("b must be at least 0, got -1").endsWith("(2 times)"));
        assertThat(model.messages().printed()).containsExactly("a = 0.5");
    }

    @Test
    void whatCanNotRunIsNamedWithItsPlace() {
        assertThatThrownBy(() -> density("parameters { vector[2] a; } model { int k = 3; target += a[k]; }", 0, 0))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("m.stan line 1, column")
                .hasMessageContaining("index 1 of a must be between 1 and 2, got 3");
        assertThatThrownBy(() -> density("transformed data { vector[1000000000] x; }"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("too large");
        assertThatThrownBy(() ->
                        density("parameters { real a; } model { matrix[1000000, 1000000] m; target += m[1, 1]; }", 0))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a value of sizes [1000000, 1000000] is too large");
        assertThatThrownBy(() -> density("transformed data { int n = choose(40, 20); }"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("choose: number of choices must be between 0 and 2147483647, got 137846528820");
        assertThatThrownBy(() -> density("transformed data { vector[2] x = rep_vector(1, 3); }"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("x has sizes [2], but is assigned a value of sizes [3]");
        assertThatThrownBy(() -> density(
                        "functions { real f(real x) { return f(x + 1); } } " + "transformed data { real y = f(1); }"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("deep");
        assertThatThrownBy(() -> StanProgram.parse("m.stan", "transformed data { int k = 0; while (1) k += 1; }")
                        .withPatience(Duration.ofMillis(50))
                        .with(Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("still running");
        assertThatThrownBy(() -> density("transformed data { real<lower=0> x = -1; }"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("x must be at least 0, got -1");
    }

    @Test
    void writesVariablesLastIndexFastestAndDrawsFromItsStream() {
        StanModel model = StanProgram.parse("m.stan", """
                        parameters { matrix[2, 2] m; }
                        transformed parameters { array[2] real t = {m[1, 2], m[2, 1]}; }
                        generated quantities {
                          real draw = normal_rng(0, 1);
                          array[2] int k = {1, 2};
                          vector[2] unset;
                          real<lower=5> wrong = draw;
                        }
                        """).with(Map.of());
        double[] out = new double[12];
        model.writer().write(new double[] {1, 2, 3, 4}, 0, RandomStream.of(1, 2, 3, 4), out, 0);
        double[] again = new double[12];
        model.writer().write(new double[] {1, 2, 3, 4}, 0, RandomStream.of(1, 2, 3, 4), again, 0);
        assertThat(out).startsWith(1, 3, 2, 4, 3, 2).isEqualTo(again);
        assertThat(out[9]).isNaN();
        assertThat(model.variables().get(0).elementNames()).containsExactly("m[1,1]", "m[1,2]", "m[2,1]", "m[2,2]");
        assertThat(model.freeNames()).containsExactly("m[1,1]", "m[2,1]", "m[1,2]", "m[2,2]");
        assertThat(model.coordinates("m[1,2]")).containsExactly(2);
    }

    /** Numbers for points. */
    private static final class RandomStreamNumbers {
        static double[] of(int n) {
            double[] out = new double[n];
            RandomStream.of(7, 0, 0, 0).nextNormals(out, 0, n);
            return out;
        }
    }
}
