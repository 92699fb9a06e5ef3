package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.driftfield.InputException;
import org.driftfield.data.Column;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Encoding;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Split;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.junit.jupiter.api.Test;

/** From a table to inputs, and what is said of input that cannot be used. */
class NetworkInputTest {
    private static final NetworkData.Part NONE = NetworkData.Part.NONE;

    private static Table mixed() {
        return Table.of(
                "mixed",
                List.of(
                        Column.of("age", 20, 30, 40, 50, Double.NaN, 60),
                        Column.of("city", Arrays.asList("b", "a", "b", "c", "a", "a")),
                        Column.of("same", 7, 7, 7, 7, 7, 7),
                        Column.of("y", Arrays.asList("no", "yes", "no", "yes", "no", "yes"))));
    }

    @Test
    void numbersAreStandardisedAndTextBecomesOneInputALevel() {
        NetworkData data = NetworkData.of(mixed(), "y", Task.BINARY, NONE, NONE, NaPolicy.DROP, 1);
        assertThat(data.dropped()).isEqualTo(1);
        Encoding encoding = data.encoding();
        assertThat(encoding.names()).containsExactly("age", "city[a]", "city[b]", "city[c]");
        assertThat(encoding.classes()).containsExactly("no", "yes");
        EncodedRows rows = data.train();
        assertThat(rows.y()).containsExactly(0, 1, 0, 1, 1);
        float z = (float) (-20 / Math.sqrt(250));
        assertThat(Arrays.copyOf(rows.x(), 4)).containsExactly(z, 0, 1, 0);

        Table fresh = Table.of(
                "fresh",
                List.of(Column.of("city", List.of("c", "elsewhere")), Column.of("age", 40, 40 + 105 * Math.sqrt(250))));
        assertThatThrownBy(() -> encoding.newRows(fresh, NaPolicy.ERROR, UnseenPolicy.ERROR))
                .isInstanceOf(InputException.class)
                .hasMessage("fresh row 2, column 'city': unseen category 'elsewhere'; known: a, b, c");
        Encoding again = Encoding.fromMap(encoding.toMap());
        EncodedRows coded = again.newRows(fresh, NaPolicy.ERROR, UnseenPolicy.FLAG);
        assertThat(Arrays.copyOf(coded.x(), 4)).containsExactly(0, 0, 0, 1);
        assertThat(coded.flagged().get(1)).isTrue();
        assertThat(coded.y()).isNull();
        assertThat(again.toMap()).isEqualTo(encoding.toMap());
        assertThat(again.csvOptions()).isEqualTo(encoding.csvOptions());
    }

    @Test
    void farOutNumbersAreDrawnIn() {
        NetworkData data = NetworkData.of(mixed(), "y", Task.BINARY, NONE, NONE, NaPolicy.DROP, 1);
        Table far = Table.of(
                "far",
                List.of(Column.of("city", List.of("a", "a")), Column.of("age", 40 - 4.9 * Math.sqrt(250), -1e9)));
        float[] x =
                data.encoding().newRows(far, NaPolicy.ERROR, UnseenPolicy.ERROR).x();
        assertThat(x[0]).isEqualTo(-4.9f);
        assertThat(x[4]).isBetween(-24f, -22f);
    }

    /** A level that only a test row has gets an input, so that the row can be predicted. */
    @Test
    void levelsOfAllTablesAreKnown() {
        Table test = Table.of(
                "test",
                List.of(
                        Column.of("age", 33),
                        Column.of("city", List.of("d")),
                        Column.of("same", 7),
                        Column.of("y", List.of("no"))));
        NetworkData data =
                NetworkData.of(mixed(), "y", Task.BINARY, NONE, NetworkData.Part.table(test), NaPolicy.DROP, 1);
        assertThat(data.encoding().names()).contains("city[d]");
        assertThat(data.test().count()).isEqualTo(1);
    }

    @Test
    void everyClassHasItsShareOfEveryPart() {
        int[] rows = new int[1000];
        double[] classes = new double[1000];
        for (int i = 0; i < 1000; i++) {
            rows[i] = 5 * i;
            classes[i] = i % 50 == 0 ? 2 : i % 3 == 0 ? 1 : 0;
        }
        Split split = Split.of(rows, classes, 0.2, 0.25, 9);
        List<Integer> all = new ArrayList<>();
        int[][] parts = {split.train(), split.validation(), split.test()};
        double[] shares = {0.55, 0.2, 0.25};
        for (int p = 0; p < 3; p++) {
            int[] counts = new int[3];
            for (int row : parts[p]) {
                counts[(int) classes[row / 5]]++;
                all.add(row);
            }
            for (int c = 0; c < 3; c++) {
                int kind = c;
                double total = Arrays.stream(classes).filter(k -> k == kind).count();
                assertThat((double) counts[c]).isBetween(shares[p] * total - 1, shares[p] * total + 1);
            }
        }
        assertThat(all).doesNotHaveDuplicates().hasSize(1000);
        assertThat(Split.of(rows, classes, 0.2, 0.25, 9))
                .usingRecursiveComparison()
                .isEqualTo(split);
        assertThat(Split.of(rows, classes, 0.2, 0.25, 10).test()).isNotEqualTo(split.test());
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    @Test
    void whatIsWrongIsNamed() {
        Table table = TestRows.table(30, Task.REGRESSION, 1);
        refused(
                () -> NetworkData.of(table, "z", Task.REGRESSION, NONE, NONE, NaPolicy.DROP, 1),
                "no column 'z' in rows");
        refused(
                () -> NetworkData.of(table, "y", Task.BINARY, NONE, NONE, NaPolicy.DROP, 1),
                "task binary needs a target with 2 classes, 'y' has 30");
        refused(
                () -> NetworkData.of(mixed(), "y", Task.REGRESSION, NONE, NONE, NaPolicy.DROP, 1),
                "expected a number, got 'no'");
        refused(
                () -> NetworkData.of(mixed(), "y", Task.BINARY, NONE, NONE, NaPolicy.ERROR, 1),
                "mixed row 5, column 'age': the value is missing");
        refused(
                () -> NetworkData.of(mixed(), "same", Task.REGRESSION, NONE, NONE, NaPolicy.DROP, 1),
                "target 'same' has the same value 7 in all training rows");
        refused(
                () -> NetworkData.of(
                        table,
                        "y",
                        Task.REGRESSION,
                        NetworkData.Part.fraction(0.6),
                        NetworkData.Part.fraction(0.4),
                        NaPolicy.DROP,
                        1),
                "must leave rows for training");
        Table infinite =
                Table.of("infinite", List.of(Column.of("x", 1, Double.POSITIVE_INFINITY, 3), Column.of("y", 1, 2, 3)));
        refused(
                () -> NetworkData.of(infinite, "y", Task.REGRESSION, NONE, NONE, NaPolicy.DROP, 1),
                "infinite row 2, column 'x': expected a finite number");
        Table alone = Table.of("alone", List.of(Column.of("y", 1, 2, 3)));
        refused(
                () -> NetworkData.of(alone, "y", Task.REGRESSION, NONE, NONE, NaPolicy.DROP, 1),
                "no column besides the target 'y' varies");
        NetworkOptions options = NetworkOptions.defaults();
        refused(() -> options.withParticles(1), "particles must be at least 2, got 1");
        refused(() -> options.withHidden(10, 0), "a hidden layer must have at least 1 unit, got 0");
        refused(() -> NetworkRecipe.paper().withStepSize(0), "the step size must be positive, got 0.0");
        refused(
                () -> NetworkRecipe.standard().withPriorScale(-1),
                "the scale of the prior must not be negative, got -1.0");
        refused(() -> Task.parse("regress"), "task must be regression, binary or multiclass, got 'regress'");
    }

    /** The arithmetic is shown. */
    @Test
    void whatDoesNotFitIsRefused() {
        NetworkData data = TestRows.data(30, Task.REGRESSION, 0.2, 0);
        NetworkOptions wide = NetworkOptions.defaults().withHidden(20_000, 1000).withParticles(100);
        refused(
                () -> Network.fit(data, wide.withThreads(1)),
                "the network does not fit: 2 × 100 particles × 20082001 weights × 4 bytes = 15321 MB");
        refused(
                () -> Network.fit(data, wide.withParticles(200)),
                "200 particles of 20082001 weights are 4016400200 numbers, at most 2147483639 fit in one array");
    }
}
