package org.driftfield.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.driftfield.InputException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DesignTest {
    /** Two levels of a, three of b, in all combinations. */
    private static final Table FACTORS = Table.of(
            "d.csv",
            List.of(
                    Column.of("y", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
                    Column.of("x", 1, 4, 2, 8, 5, 7, 3, 9, 6, 12, 10, 11),
                    Column.of("z", 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8),
                    Column.of("a", List.of("a2", "a1", "a2", "a1", "a2", "a1", "a1", "a2", "a1", "a2", "a1", "a2")),
                    Column.of("b", List.of("b1", "b1", "b2", "b2", "b3", "b3", "b1", "b1", "b2", "b2", "b3", "b3")),
                    Column.of("g", 10, 9, 10, 2, 2, 9, 10, 9, 2, 2, 9, 10),
                    Column.of("my col", 0, 1, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0)));

    private static Design design(String formula) {
        return design(formula, FACTORS);
    }

    private static Design design(String formula, Table table) {
        return Design.of(Formula.parse(formula), table, NaPolicy.DROP);
    }

    private static double[] column(Design design, int j) {
        return Arrays.copyOfRange(design.x(), j * design.rows(), (j + 1) * design.rows());
    }

    private static double[] column(Design design, String name) {
        assertThat(design.names()).contains(name);
        return column(design, design.names().indexOf(name));
    }

    private static void assertInput(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(InputException.class).hasMessage(message);
    }

    /** The names that patsy gives for the same data, in R's order of terms. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | Intercept x",
                "a | Intercept a[T.a2]",
                "0 + a | a[a1] a[a2]",
                "a - 1 | a[a1] a[a2]",
                "0 + a + b | a[a1] a[a2] b[T.b2] b[T.b3]",
                "a*b | Intercept a[T.a2] b[T.b2] b[T.b3] a[T.a2]:b[T.b2] a[T.a2]:b[T.b3]",
                "0 + a:b | a[a1]:b[b1] a[a2]:b[b1] a[a1]:b[b2] a[a2]:b[b2] a[a1]:b[b3] a[a2]:b[b3]",
                "a:b | Intercept b[T.b2] b[T.b3] a[T.a2]:b[b1] a[T.a2]:b[b2] a[T.a2]:b[b3]",
                "a + a:b | Intercept a[T.a2] a[a1]:b[T.b2] a[a2]:b[T.b2] a[a1]:b[T.b3] a[a2]:b[T.b3]",
                "a/b | Intercept a[T.a2] a[a1]:b[T.b2] a[a2]:b[T.b2] a[a1]:b[T.b3] a[a2]:b[T.b3]",
                "x:a | Intercept x:a[a1] x:a[a2]",
                "x + x:a | Intercept x x:a[T.a2]",
                "x*a | Intercept x a[T.a2] x:a[T.a2]",
                "a + x:a | Intercept a[T.a2] x:a[a1] x:a[a2]",
                "C(g) | Intercept C(g)[T.9] C(g)[T.10]",
                "C( g,ref = 9 ) | Intercept C(g, ref=9)[T.2] C(g, ref=9)[T.10]",
                "C(b, Treatment('b3')) | Intercept C(b, Treatment('b3'))[T.b1] C(b, Treatment('b3'))[T.b2]",
                "x + z + x:z - x | Intercept z x:z",
                "(x + z + g)^2 | Intercept x z g x:z x:g z:g",
                "(x + z) ** 2 - x:z | Intercept x z",
                "x + (z + 0) | x z",
                "x - 1 + 1 | Intercept x",
                "log( x )+I(x^2 *z) | Intercept log(x) I(x ^ 2 * z)",
                "poly(x,2):a | Intercept poly(x, 2)1:a[a1] poly(x, 2)2:a[a1] poly(x, 2)1:a[a2] poly(x, 2)2:a[a2]",
                "`my col` + Q('x') | Intercept `my col` x",
                "1 | Intercept",
            })
    void namesAndCoding(String right, String names) {
        Design design = design("y ~ " + right);
        String joined = String.join(" ", design.names());
        assertThat(joined).isEqualTo(names);
        assertThat(design.x()).hasSize(12 * design.columns());
    }

    /** Whatever the margins, a saturated or marginal set of terms gives independent columns that span the same space. */
    @ParameterizedTest
    @CsvSource({"a*b, 6", "a:b, 6", "0 + a:b, 6", "a + a:b, 6", "b + a:b - 1, 6", "0 + b + a, 4", "x:a + a, 4"})
    void codingHasFullRank(String right, int rank) {
        Design design = design("y ~ " + right);
        assertThat(design.columns()).isEqualTo(rank);
        assertThat(rank(design)).isEqualTo(rank);
    }

    private static int rank(Design design) {
        int n = design.rows();
        double[][] basis = new double[design.columns()][];
        int rank = 0;
        for (int j = 0; j < design.columns(); j++) {
            double[] v = column(design, j);
            for (int k = 0; k < rank; k++) {
                double dot = dot(v, basis[k]);
                for (int i = 0; i < n; i++) {
                    v[i] -= dot * basis[k][i];
                }
            }
            double norm = Math.sqrt(dot(v, v));
            if (norm > 1e-8) {
                basis[rank++] = Arrays.stream(v).map(e -> e / norm).toArray();
            }
        }
        return rank;
    }

    private static double dot(double[] u, double[] v) {
        double sum = 0;
        for (int i = 0; i < u.length; i++) {
            sum += u[i] * v[i];
        }
        return sum;
    }

    @Test
    void valuesOfInteractions() {
        Design design = design("y ~ x*a + a:b + poly(x, 2, raw=TRUE):b");
        double[] x = FACTORS.numbers("x");
        TextColumn a = (TextColumn) FACTORS.column("a");
        TextColumn b = (TextColumn) FACTORS.column("b");
        for (int i = 0; i < 12; i++) {
            double isA2 = a.get(i).equals("a2") ? 1 : 0;
            double isB3 = b.get(i).equals("b3") ? 1 : 0;
            assertThat(column(design, "x:a[T.a2]")[i]).isEqualTo(x[i] * isA2);
            assertThat(column(design, "a[a2]:b[T.b3]")[i]).isEqualTo(isA2 * isB3);
            assertThat(column(design, "poly(x, 2, raw=TRUE)2:b[b3]")[i]).isEqualTo(x[i] * x[i] * isB3);
        }
    }

    @Test
    void transformationsAgreeWithR() {
        Table table = Table.of("d.csv", List.of(Column.of("y", 0, 0, 0, 0, 1), Column.of("x", 1, 2, 3, 4, 5)));
        Design design = design(
                "y ~ poly(x, 2) + scale(x) + center(x) + I(scale(x)**2 / 2) + offset(log(x)) + offset(x)", table);
        // R: poly(1:5, 2) and scale(1:5)
        assertThat(column(design, "poly(x, 2)1"))
                .containsExactly(new double[] {-0.6324555, -0.3162278, 0, 0.3162278, 0.6324555}, within(1e-7));
        assertThat(column(design, "poly(x, 2)2"))
                .containsExactly(new double[] {0.5345225, -0.2672612, -0.5345225, -0.2672612, 0.5345225}, within(1e-7));
        assertThat(column(design, "scale(x)"))
                .containsExactly(new double[] {-1.2649111, -0.6324555, 0, 0.6324555, 1.2649111}, within(1e-7));
        assertThat(column(design, "center(x)")).containsExactly(-2, -1, 0, 1, 2);
        assertThat(column(design, "I(scale(x) ** 2 / 2)")[0]).isEqualTo(0.8, within(1e-12));
        assertThat(design.offset()[4]).isEqualTo(5 + Math.log(5), within(1e-15));
        SplittableRandom random = new SplittableRandom(3);
        double[] large = random.doubles(1000, 1e6, 1.1e6).toArray();
        Design wide = design(
                "x ~ 0 + poly(v, 6)", Table.of("d", List.of(Column.of("x", large.clone()), Column.of("v", large))));
        for (int j = 0; j < 6; j++) {
            for (int k = 0; k <= j; k++) {
                assertThat(dot(column(wide, j), column(wide, k))).isEqualTo(j == k ? 1 : 0, within(1e-8));
            }
        }
    }

    @Test
    void responses() {
        Design text = design("a ~ x");
        assertThat(text.responseLevels()).containsExactly("a1", "a2");
        assertThat(text.response()).startsWith(1, 0, 1, 0);
        Design turned = design("C(a, ref='a2') ~ x");
        assertThat(turned.responseLevels()).containsExactly("a2", "a1");
        assertThat(turned.response()).startsWith(0, 1, 0, 1);
        Design logged = design("log(y) ~ .");
        assertThat(logged.response()[1]).isEqualTo(Math.log(2));
        assertThat(logged.responseName()).isEqualTo("log(y)");
        assertThat(logged.names())
                .containsExactly("Intercept", "x", "z", "a[T.a2]", "b[T.b2]", "b[T.b3]", "g", "`my col`");
        Table counts = Table.of("d.csv", List.of(Column.of("s", 1, 2), Column.of("f", 3, 0), Column.of("n", 4, 2)));
        for (String formula : List.of("cbind(s, f) ~ 1", "s | trials(n) ~ 1", "s | trials(s + f) ~ 1")) {
            assertThat(design(formula, counts).response()).containsExactly(1, 2);
            assertThat(design(formula, counts).trials()).containsExactly(4, 2);
        }
        assertThat(design("s | trials(9) ~ n", counts).trials()).containsExactly(9, 9);
        assertThat(design("y ~ x").trials()).isNull();
        assertThat(design("y ~ x").offset()).isNull();
        assertInput(
                () -> design("f | trials(s) ~ 1", counts),
                "d.csv row 1: successes must be at most the 1 trials, got 3");
        assertInput(
                () -> design("s/2 | trials(n) ~ 1", counts),
                "d.csv row 1: successes must be a whole number from 0, got 0.5");
        assertInput(
                () -> design("b ~ x"),
                "formula: the response 'b' must be a number or have 2 levels, got 3: b1, b2, b3");
    }

    @Test
    void missingRowsAreDroppedOrNamed() {
        Table table = Table.of(
                "d.csv",
                List.of(
                        Column.of("y", 1, Double.NaN, 3, 4, 5),
                        Column.of("x", 1, 2, Double.NaN, 4, 6),
                        Column.of("unused", Double.NaN, 1, 1, 1, 1),
                        Column.of("g", Arrays.asList("b", "c", "a", "a", "b"))));
        Design design = design("y ~ scale(x) + g", table);
        assertThat(design.keptRows()).containsExactly(0, 3, 4);
        assertThat(design.droppedRows()).isEqualTo(2);
        // level c and the x of dropped rows play no part
        assertThat(design.names()).containsExactly("Intercept", "scale(x)", "g[T.b]");
        assertThat(Arrays.stream(column(design, 1)).sum()).isEqualTo(0, within(1e-15));
        Formula formula = Formula.parse("y ~ x");
        assertInput(() -> Design.of(formula, table, NaPolicy.ERROR), "d.csv row 3, column 'x': the value is missing");
        Table none = Table.of("d.csv", List.of(Column.of("y", 1, 2), Column.of("x", Double.NaN, Double.NaN)));
        assertInput(
                () -> design("y ~ x", none), "d.csv: no complete rows, each of the 2 misses a value in one of: x, y");
    }

    @Test
    void recipeMakesTheSameColumnsAfterARoundTripThroughJson() throws JsonProcessingException {
        Design design = design("a ~ . + poly(x, 3) + scale(log(z)) + C(g, ref=9):x + offset(center(y)) - x");
        ObjectMapper json = new ObjectMapper();
        String saved = json.writeValueAsString(design.recipe().toMap());
        Recipe recipe = Recipe.fromMap(json.readValue(saved, new TypeReference<Map<String, Object>>() {}));
        assertThat(recipe.names()).isEqualTo(design.names());
        assertThat(recipe.responseLevels()).containsExactly("a1", "a2");
        assertThat(recipe.toMap()).isEqualTo(design.recipe().toMap());
        Design again = recipe.newRows(FACTORS, NaPolicy.ERROR, UnseenPolicy.ERROR);
        assertThat(again.x()).isEqualTo(design.x());
        assertThat(again.offset()).isEqualTo(design.offset());
        assertThat(again.response()).isEqualTo(design.response());
        assertThat(recipe.csvOptions().text()).containsExactly("a", "b");
        Table row = Table.of(
                "new.csv",
                List.of(
                        Column.of("y", 5),
                        Column.of("x", 2),
                        Column.of("z", 4),
                        Column.of("b", List.of("b2")),
                        Column.of("g", 10),
                        Column.of("my col", 0)));
        Design one = recipe.newRows(row, NaPolicy.ERROR, UnseenPolicy.ERROR);
        assertThat(one.response()).isNull();
        for (int j = 0; j < one.columns(); j++) {
            // row 2 of the training data has these values except y
            assertThat(one.x()[j])
                    .as(one.names().get(j))
                    .isEqualTo(j == one.names().indexOf("y") ? 5 : column(design, j)[2]);
        }
        Map<String, Object> damaged = new LinkedHashMap<>(recipe.toMap());
        damaged.put("version", 2);
        assertInput(() -> Recipe.fromMap(damaged), "recipe: expected version 1, got 2");
        damaged.put("version", 1);
        damaged.put("statistics", "x");
        assertInput(() -> Recipe.fromMap(damaged), "recipe: expected a map at 'statistics'");
    }

    @Test
    void unseenCategoriesAreNamedOrFlagged() {
        Recipe recipe = design("y ~ x + b + C(g)").recipe();
        Table later = Table.of(
                "new.csv",
                List.of(
                        Column.of("x", 1, 2, 3, Double.NaN),
                        Column.of("b", List.of("b2", "zz", "b1", "b1")),
                        Column.of("g", 2, 9, 11, 2)));
        assertInput(
                () -> recipe.newRows(later, NaPolicy.DROP, UnseenPolicy.ERROR),
                "new.csv row 2, column 'b': unseen category 'zz'; known: b1, b2, b3");
        Design flagged = recipe.newRows(later, NaPolicy.DROP, UnseenPolicy.FLAG);
        assertThat(flagged.keptRows()).containsExactly(0, 1, 2);
        assertThat(flagged.flaggedRows()).isEqualTo(2);
        assertThat(flagged.isFlagged(0)).isFalse();
        assertThat(column(flagged, "x")).containsExactly(1, Double.NaN, Double.NaN);
        assertThat(column(flagged, "Intercept")).containsExactly(1, Double.NaN, Double.NaN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "y ~ xz + mycol # formula: no column 'xz' in d.csv; did you mean 'x'? columns: y, x, z, a, b, g, my col",
                "y ~ my_col # formula: no column 'my_col' in d.csv; did you mean 'my col'? columns: y, x, z, a, b, g, my col",
                "income ~ x # formula: no column 'income' in d.csv; columns: y, x, z, a, b, g, my col",
                "y ~ log(x - 4) # d.csv row 1, x - 4: log needs a positive number, got -3",
                "y ~ sqrt(`my col`) + log(`my col`) # d.csv row 1, column 'my col': log needs a positive number, got 0",
                "y ~ I(x / `my col`) # d.csv row 1, x / `my col`: expected a finite number, got Infinity",
                "y ~ log(a) # d.csv row 1, column 'a': expected a number, got 'a2'",
                "y ~ C(b, ref='q') # formula: reference level 'q' is not in column 'b' of d.csv; levels: b1, b2, b3",
                "y ~ poly(`my col`, 2) # formula: poly(`my col`, 2) needs more than 2 distinct values, got 2",
                "y ~ x + y # formula: the response 'y' also appears on the right-hand side",
                "log(y) ~ x + I(y^2) # formula: the response 'y' also appears on the right-hand side",
                "~ x # formula: no response, expected 'response ~ terms', got '~ x'",
                "y # formula: no '~', expected 'response ~ terms', got 'y'",
                "y ~ # formula: expected a column, a function or a number at the end of 'y ~'",
                "y ~ x + + * z # formula: expected a column, a function or a number at position 11, got '*'",
                "y ~ (x + z # formula: expected ')' at the end of 'y ~ (x + z'",
                "y ~ x z # formula: expected an operator at position 7, got 'z'",
                "y ~ x ~ z # formula: more than one '~'",
                "y ~ `x # formula: the ` at position 5 is never closed",
                "y ~ 2 + x # formula: a number among the terms must be 0 or 1, got 2 (write I(...) for arithmetic)",
                "y ~ x^z # formula: a power among the terms must be a whole number from 1 to 100, got z (write I(x^2) for arithmetic)",
                "y ~ (1 | a) + x # formula: group-level terms are not supported, got '1 | a'",
                "y ~ sin(x) # formula: no function 'sin'; functions: C, I, abs, center, exp, factor, log, log10, log1p, log2, offset, poly, scale, sqrt, standardize",
                "y ~ log(C(x)) # formula: C cannot be used inside another function",
                "y ~ log(x, z) # formula: log takes one argument, got log(x, z)",
                "y ~ poly(x) # formula: expected poly(x, degree) or poly(x, degree, raw=TRUE) with a degree from 1 to 50, got 'poly(x)'",
                "y ~ offset(x):z # formula: offset(x) cannot be part of an interaction",
                "y ~ 0 # formula: no terms on the right-hand side",
                "y | weights(x) ~ z # formula: expected 'successes | trials(n)' as response, got 'y | weights(x)'",
                "3 ~ z # formula: the response must be a column, got '3'",
            })
    void complaintsAreOneClearLine(String formula, String message) {
        assertInput(() -> design(formula), message);
    }

    @Test
    void awkwardColumnsAreNamed() {
        Table table = Table.of(
                "d.csv",
                List.of(
                        Column.of("y", 1, 2, 3, 4),
                        Column.of("one", List.of("u", "u", "u", "u")),
                        Column.of("age", List.of("31", "n/a", "40", "41")),
                        Column.of("big", 1, 2, Double.POSITIVE_INFINITY, 3),
                        Column.of("flat", 2, 2, 2, 2)));
        assertInput(
                () -> design("y ~ one", table),
                "formula: column 'one' has one level ('u') in the 4 rows used of d.csv, a categorical needs at least 2");
        assertInput(
                () -> design("y ~ age", table),
                "d.csv row 2, column 'age': expected a number, got 'n/a'"
                        + " (most values are numbers; write C(age) if it is a category)");
        assertThat(design("y ~ C(age)", table).names())
                .containsExactly("Intercept", "C(age)[T.40]", "C(age)[T.41]", "C(age)[T.n/a]");
        assertInput(
                () -> design("y ~ big", table), "d.csv row 3, column 'big': expected a finite number, got Infinity");
        assertInput(
                () -> design("y ~ scale(flat)", table),
                "formula: scale(flat) needs at least 2 distinct values of bounded size");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "-", "log(", "x+", "x*", "x^"})
    void endlessFormulasAreRefused(String piece) {
        String text = "y ~ " + piece.repeat(99_000 / piece.length()) + "x";
        assertThatThrownBy(() -> Formula.parse(text)).isInstanceOf(InputException.class);
    }

    /** Whatever is typed, the answer is a design or one line that says what is wrong. */
    @Test
    void randomFormulasNeverCrash() {
        String[] pieces = {
            "x",
            "z",
            "a",
            "b",
            "g",
            "`my col`",
            "0",
            "1",
            "2",
            "+",
            "-",
            "*",
            ":",
            "/",
            "^",
            "(",
            ")",
            ",",
            "log(",
            "C(",
            "I(",
            "poly(",
            "scale(",
            "offset(",
            "ref=",
            "'b1'",
            "|",
            "~",
            ".",
            "%",
            "trials(",
            "=",
            "Treatment"
        };
        SplittableRandom random = new SplittableRandom(11);
        int designs = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder("y ~ ");
            for (int k = random.nextInt(1, 9); k > 0; k--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                designs += design(text.toString()).columns() > 0 ? 1 : 0;
            } catch (InputException e) {
                assertThat(e.getMessage()).as(text.toString()).isNotBlank().doesNotContain("\n");
            }
        }
        assertThat(designs).isGreaterThan(500);
    }

    @Test
    void explodingFormulasAreRefused() {
        StringBuilder many = new StringBuilder("y ~ x0");
        for (int k = 1; k < 40; k++) {
            many.append("*x").append(k);
        }
        assertInput(() -> Formula.parse(many.toString()), "formula: more than 10000 terms");
        int n = 60_000;
        List<String> ids =
                java.util.stream.IntStream.range(0, n).mapToObj(i -> "id" + i).toList();
        Table table = Table.of("d.csv", List.of(Column.of("y", new double[n]), Column.of("id", ids)));
        assertInput(
                () -> design("y ~ id", table),
                "formula: a design matrix of 60000 rows and 60000 columns is too large; column 'id' has 60000 levels");
    }

    @Test
    void censusIncome() {
        Path folder = Path.of(System.getProperty("driftfield.data", "absent"), "adult");
        Assumptions.assumeTrue(Files.exists(folder), "the census data is not here");
        Formula formula = Formula.parse("income ~ scale(age) + workclass + sex*C(education_num) + log1p(capital_gain)");
        Table train = Table.read(
                folder.resolve("adult_train.csv.gz"), CsvOptions.defaults().withColumnsOf(formula));
        Design design = Design.of(formula, train, NaPolicy.DROP);
        assertThat(train.rows()).isEqualTo(32561);
        assertThat(design.responseLevels()).containsExactly("<=50K", ">50K");
        assertThat(design.names()).contains("sex[T.Male]:C(education_num)[T.16]");
        Recipe recipe = design.recipe();
        Table test = Table.read(folder.resolve("adult_test.csv.gz"), recipe.csvOptions());
        Design fresh = recipe.newRows(test, NaPolicy.DROP, UnseenPolicy.FLAG);
        assertThat(fresh.rows() + fresh.droppedRows()).isEqualTo(16281);
        assertThat(fresh.columns()).isEqualTo(design.columns());
    }
}
