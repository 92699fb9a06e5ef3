package org.driftfield.stan.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.driftfield.InputException;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read, and what is said about what cannot be. */
class ProgramsTest {
    @TempDir
    Path folder;

    private static Program read(String text) {
        return Programs.parse("m.stan", text);
    }

    private static void refuses(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessage(message);
    }

    /** A program and what is said of it, all on line 1. */
    static Stream<List<String>> mistakes() {
        return Stream.of(
                List.of("data { int N }", "column 14: expected ';' after the declaration, found '}'"),
                List.of("model { real x; x = 1\n}", "column 22: expected ';' after the statement"),
                List.of("parameters { real y; } data { }", "column 24: the block 'data' must come before 'parameters'"),
                List.of("data { } data { }", "column 10: the block 'data' is there twice"),
                List.of(
                        "dta { }",
                        "column 1: expected a block (functions, data, transformed data, parameters, transformed"
                                + " parameters, model, generated quantities), found 'dta'"),
                List.of(
                        "parameters { int n; }",
                        "column 18: the parameters block cannot be int, found 'n'; sum a discrete one out"),
                List.of("data { complex z; }", "column 8: complex numbers are not supported, found the type 'complex'"),
                List.of("data { tuple(int, real) z; }", "column 8: tuples are not supported"),
                List.of(
                        "model { real x = 2i; }",
                        "column 18: complex numbers are not supported, found an imaginary number"),
                List.of("model { real x = (1, 2); }", "column 18: tuples are not supported"),
                List.of("data { real x__; }", "column 13: a name cannot end in two underscores, found 'x__'"),
                List.of("data { real x; real x; }", "column 21: 'x' is declared already"),
                List.of(
                        "data { real sigma; } model { real x = sigam; }",
                        "column 39: there is no variable 'sigam', did you mean 'sigma'?"),
                List.of("data { real x; } model { x = 1; }", "column 26: 'x' is data and cannot be assigned to"),
                List.of(
                        "parameters { real x; } model { x = 1; }",
                        "column 32: 'x' is a parameter and cannot be assigned to"),
                List.of(
                        "transformed data { real x = 1; } model { x = 2; }",
                        "column 42: 'x' belongs to transformed data and cannot be assigned to in the model block"),
                List.of(
                        "model { for (i in 1:3) i = 2; }",
                        "column 24: 'i' is the variable of a loop and cannot be assigned to"),
                List.of("model { int i; i = 1.5; }", "column 16: 'i' is int and cannot be set to real"),
                List.of(
                        "model { vector[2] v; real x = v[1, 2]; }",
                        "column 32: vector takes at most 1 subscript, found 2"),
                List.of(
                        "model { vector[2] v; real x = v[1.0]; }",
                        "column 33: a subscript must be an int or an array[] int, found real"),
                List.of("data { vector v; }", "column 15: expected '[' with the size of the vector, found 'v'"),
                List.of("data { corr_matrix[2, 2] v; }", "column 8: corr_matrix takes 1 size, found 2"),
                List.of(
                        "data { simplex<lower=0>[2] v; }",
                        "column 16: lower cannot be combined with what simplex has already"),
                List.of(
                        "data { real<low=0> v; }",
                        "column 13: expected lower, upper, offset or multiplier, found 'low'"),
                List.of("model { break; }", "column 9: 'break' can stand in a loop only"),
                List.of("model { return; }", "column 9: 'return' can stand in a function only"),
                List.of(
                        "functions { real f(real x) { if (x > 0) return 1; } }",
                        "column 18: 'f' must return real, but its end can be reached without a return"),
                List.of("functions { real f(real x); }", "column 18: 'f' is declared but never defined"),
                List.of(
                        "functions { real f(real x) { return [1, 2]; } }",
                        "column 30: the function must return real, found row_vector"),
                List.of(
                        "functions { real f(real x) { x = 2; return x; } }",
                        "column 30: 'x' is an argument and cannot be assigned to"),
                List.of(
                        "transformed data { target += 1; }",
                        "column 20: target can be changed in the model block and in"
                                + " functions that end in _lp, not in transformed data"),
                List.of(
                        "model { real x = 3000000000; }",
                        "column 18: an int is at most 2147483647, found 3000000000; write 3000000000.0 for a real"),
                List.of(
                        "model { print(\"a); }",
                        "column 15: the text that begins here has no end, expected '\"' on the same line"),
                List.of("model { /* }", "column 9: the comment that begins here has no end, expected '*/'"),
                List.of("model { real x = @; }", "column 18: unexpected character '@'"),
                List.of("model {", "column 8: expected '}' to close the block, found the end of the program"),
                List.of(
                        "model { 1 + 2; }",
                        "column 11: this expression is no statement: expected an assignment, '~' or a call"),
                List.of(
                        "parameters { real y; } model { y ~ norml(0, 1); }",
                        "column 36: there is no distribution 'norml', did you mean 'normal'?"),
                List.of("model { real x = sqr(2.0); }", "column 18: there is no function 'sqr', did you mean 'sqrt'?"),
                List.of(
                        "model { real x = normal_rng(0, 1); }",
                        "column 18: normal_rng draws, so it can be called in transformed"
                                + " data, generated quantities and functions that end in _rng, not in the model block"),
                List.of(
                        "data { matrix[2, 2] m; vector[2] v; } model { vector[2] w = v * m; }",
                        "column 63: '*' does not take vector and matrix"),
                List.of(
                        "parameters { real y; } transformed parameters { array[y > 0] real z; }",
                        "column 57: the size of 'z' must not depend on parameters"),
                List.of(
                        "functions { real f(data real x) { return x; } } parameters { real y; } model { target += f(y); }",
                        "column 92: argument 'x' of f must not depend on parameters"),
                List.of(
                        "functions { vector g(real t, vector y) { return y; } } model { array[1] vector[1] z ="
                                + " ode_rk45(h, [1]', 0.0, {1.0}); }",
                        "column 96: there is no function 'h' in this program, did you mean 'g'?"),
                List.of(
                        "#include /etc/passwd",
                        "column 1: #include needs a program that is a file, this one was given as a text"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsPointedAt(List<String> pair) {
        refuses(pair.get(0), "m.stan line 1, " + pair.get(1));
    }

    @Test
    void wrongArgumentsAreToldWithWhatFits() {
        assertThatThrownBy(() -> read("parameters { matrix[2, 2] m; }\nmodel { target += normal_lpdf(m | 0, 1); }"))
                .hasMessageStartingWith(
                        "m.stan line 2, column 19: normal_lpdf does not take (matrix, int, int); it takes normal_lpdf(");
    }

    @Test
    void nestingHasALimit() {
        String deep = "(".repeat(1_000_000);
        assertThatThrownBy(() -> read("model { real x = " + deep))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> read("model { real x = " + "-".repeat(1_000_000) + "1; }"))
                .hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> read("model " + "{".repeat(1_000_000))).hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> read("model { real x = 1" + "+1".repeat(1_000_000) + "; }"))
                .hasMessageContaining("the expression is too long");
        assertThatThrownBy(() -> read("model { real x = a" + "[1]".repeat(1_000_000) + "; }"))
                .hasMessageContaining("the expression is too long");
        assertThatThrownBy(() -> read("model { " + "if (1) ; else ".repeat(1_000_000)))
                .hasMessageContaining("nested too deeply");
    }

    /** However little room the thread has that asks. */
    @Test
    void aProgramIsReadOnASmallStack() throws InterruptedException {
        List<Program> read = new ArrayList<>();
        Thread thread = new Thread(
                null,
                () -> read.add(read("parameters { real a; } model { target += " + "(1 - ".repeat(195) + "a"
                        + ")".repeat(195) + "; target += a" + " + a".repeat(495) + "; }")),
                "small",
                1 << 17);
        thread.start();
        thread.join();
        assertThat(read).hasSize(1);
    }

    @Test
    void aLargeProgramIsRead() {
        StringBuilder text = new StringBuilder("parameters { real a; }\nmodel {\n");
        while (text.length() < 5_000_000) {
            text.append("  target += a * 2 + 1; // ").append(text.length()).append('\n');
        }
        assertThat(read(text + "}").model()).hasSizeGreaterThan(100_000);
    }

    @Test
    void namesMayBeWordsOfJava() {
        Program program = read("data { int class; real public; } parameters { real static; real switch; }\n"
                + "model { static ~ normal(public, class); real new = switch; }");
        assertThat(program.parameters()).extracting(d -> d.variable().name()).containsExactly("static", "switch");
    }

    @Test
    void includesStayInTheFolder() throws IOException {
        Path outside = Files.writeString(folder.resolve("secret.stan"), "real y;");
        Path inside = Files.createDirectories(folder.resolve("project"));
        Path program = inside.resolve("m.stan");
        Files.writeString(inside.resolve("part.stan"), "real x;\nint bad\n");
        Files.writeString(program, "data {\n#include part.stan\n}");
        assertThatThrownBy(() -> Programs.read(program))
                .hasMessage("part.stan line 2, column 8: expected ';' after the declaration");
        Files.writeString(inside.resolve("part.stan"), "real x;");
        assertThat(Programs.read(program).data()).hasSize(1);
        for (String path : List.of("/etc/passwd", "../secret.stan", outside.toString(), "nothing.stan", "")) {
            Files.writeString(program, "data {\n#include " + path + "\n}");
            assertThatThrownBy(() -> Programs.read(program))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("m.stan line 2, column 1: #include ");
        }
        Files.writeString(program, "data {\n#include m.stan\n}");
        assertThatThrownBy(() -> Programs.read(program)).hasMessageContaining("includes itself");
    }

    @Test
    void oldSyntaxIsUnderstoodWithANote() {
        Program program = read("""
                functions { real twice(real[] x) { return 2 * x[1]; } real own_log(real y) { return -y; } }
                data { int N; real x[N]; vector[2] v[N]; }
                parameters { real mu; # a comment of old
                }
                model {
                  real s;
                  s <- if_else(N > 2, 1.0, 2);
                  increment_log_prob(normal_log(x, mu, s));
                  mu ~ own();
                  print(get_lp());
                }
                """);
        assertThat(program.notes()).hasSize(9);
        assertThat(program.data().get(2).variable().type()).hasToString("array[] vector");
    }

    @Test
    void precedenceIsThatOfTheLanguage() {
        assertThat(shape("-a ^ 2")).isEqualTo("u-(^(a,2))");
        assertThat(shape("a - b - c")).isEqualTo("-(-(a,b),c)");
        assertThat(shape("a ^ b ^ c")).isEqualTo("^(a,^(b,c))");
        assertThat(shape("a ^ -b * c")).isEqualTo("*(^(a,u-(b)),c)");
        assertThat(shape("a + b * c == a && b < c || a > b")).isEqualTo("or(and(==(+(a,*(b,c)),a),<(b,c)),>(a,b))");
        assertThat(shape("a < b ? b : c < a ? a : c")).isEqualTo("?(<(a,b),b,?(<(c,a),a,c))");
        assertThat(shape("-a * b / c")).isEqualTo("/(*(u-(a),b),c)");
        assertThat(shape("!(a == b)")).isEqualTo("!(==(a,b))");
        assertThat(shape("!a == b")).isEqualTo("==(!(a),b)");
        assertThat(shape("v' * v")).isEqualTo("*('(v),v)");
        assertThat(shape("5 / 2 %/% 2")).isEqualTo("/(5,%/%(2,2))");
    }

    private static String shape(String expression) {
        Program program = read("data { real a; real b; real c; vector[2] v; } model { real x = " + expression + "; }");
        return shape(((Stmt.Declare) program.model().get(0)).value());
    }

    private static String shape(Expr expr) {
        if (expr instanceof Expr.Call call) {
            return call.function().name() + list(call.arguments().toArray(new Expr[0]));
        } else if (expr instanceof Expr.Logical logical) {
            return (logical.and() ? "and" : "or") + list(logical.left(), logical.right());
        } else if (expr instanceof Expr.Choice choice) {
            return "?" + list(choice.condition(), choice.yes(), choice.no());
        } else if (expr instanceof Expr.Read read) {
            return read.variable().name();
        }
        return String.valueOf(((Expr.IntLiteral) expr).value());
    }

    private static String list(Expr... parts) {
        return Arrays.stream(parts)
                .map(ProgramsTest::shape)
                .toList()
                .toString()
                .replace(" ", "")
                .replace('[', '(')
                .replace(']', ')');
    }

    @Test
    void whatDependsOnDataAloneIsKnown() {
        Program program = read("""
                data { int N; vector[N] x; }
                parameters { real mu; }
                model {
                  real a = mean(x);
                  real b = a * mu;
                  real c = 1;
                  real d = 1;
                  real e = 1;
                  int k = 0;
                  if (mu > 0) c = 2;
                  for (n in 1:N) { d += x[n]; if (mu > n) break; }
                  for (n in 1:N) { e += x[n]; if (x[n] > 2) break; }
                  while (k < mu) k += 1;
                }
                """);
        assertThat(program.model().stream()
                        .filter(Stmt.Declare.class::isInstance)
                        .map(Stmt.Declare.class::cast)
                        .filter(d -> d.variable().data())
                        .map(d -> d.variable().name()))
                .containsExactly("a", "e");
    }

    @Test
    void functionsMayBeOverloadedAndCallThemselves() {
        Program program = read("""
                functions {
                  int odd(int n);
                  int even(int n) { return n == 0 ? 1 : odd(n - 1); }
                  int odd(int n) { return n == 0 ? 0 : even(n - 1); }
                  real f(int x) { return 1; }
                  real f(real x) { return 2; }
                  real f(vector x) { return sum(x); }
                  real mine_lpdf(real y, real m) { return normal_lupdf(y | m, 1); }
                  void push_lp(real y) { y ~ mine(1); target += f(y); }
                  real draw_rng(real m) { return normal_rng(m, 1); }
                }
                parameters { real y; }
                model { push_lp(y); y ~ mine(f(2)) ; target += mine_lupdf(y | f([1, 2]')); }
                generated quantities { real z = draw_rng(y) + even(3); }
                """);
        assertThat(program.functions())
                .hasSize(8)
                .allSatisfy(f -> assertThat(f.body()).isNotNull());
        refuses(
                "functions { real f(int a, real b) { return 1; } real f(real a, int b) { return 2; } } model { target += f(1, 2); }",
                "m.stan line 1, column 105: more than one function 'f' fits (int, int) equally well");
    }

    @Test
    void truncationHoldsItsNormalizer() {
        Program program = read("""
                data { int n; } parameters { real y; real<lower=0> l; }
                model { y ~ normal(0, 1) T[0, 2]; y ~ normal(0, 1) T[, 2]; n ~ poisson(l) T[1, ]; y ~ normal(0, 1) T[,]; }
                """);
        assertThat(program.model().stream()
                        .map(s -> ((Stmt.Sample) s).truncation())
                        .map(t -> t == null
                                ? ""
                                : ((Expr.Call) t.normalizer()).function().name()))
                .containsExactly("log_diff_exp", "normal_lcdf", "log_sum_exp", "");
    }
}
