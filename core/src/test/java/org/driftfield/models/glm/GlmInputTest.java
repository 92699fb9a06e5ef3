package org.driftfield.models.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.InputException;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.junit.jupiter.api.Test;

/** Data that cannot be meant: the cause is said, not what comes of it. */
class GlmInputTest {
    private static GlmModel model(Family family, Column... columns) {
        Table table = Table.of("small.csv", List.of(columns));
        return GlmModel.of(Design.of(Formula.parse("y ~ x"), table, NaPolicy.ERROR), family, GlmPriors.defaults());
    }

    private static double[] row(int n) {
        return IntStream.range(0, n).mapToDouble(i -> i).toArray();
    }

    @Test
    void aResponseThatDoesNotVary() {
        double[] y = new double[60];
        Arrays.fill(y, 3.5);
        assertThatThrownBy(() -> model(Family.GAUSSIAN, Column.of("y", y), Column.of("x", row(60))))
                .isInstanceOf(InputException.class)
                .hasMessage("response 'y' must vary, got 3.5 in all 60 rows");
    }

    @Test
    void aValueThatOverflows() {
        double[] wild = row(20);
        wild[16] = 1e308;
        assertThatThrownBy(() -> model(Family.GAUSSIAN, Column.of("y", row(20)), Column.of("x", wild)))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "column 'x', data row 17: values must lie between -1e100 and 1e100, got 1.0E308; is it a code for"
                                + " a missing value?");
        assertThatThrownBy(() -> model(Family.GAUSSIAN, Column.of("y", wild), Column.of("x", row(20))))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("response 'y', data row 17: values must lie between");
    }

    @Test
    void decimalCommas() {
        List<String> commas =
                IntStream.range(0, 60).mapToObj(i -> "-0," + (10 + i)).toList();
        assertThatThrownBy(() -> model(Family.GAUSSIAN, Column.of("y", commas), Column.of("x", row(60))))
                .isInstanceOf(InputException.class)
                .hasMessage("small.csv: column 'y' has decimal commas, such as '-0,69'; write its numbers with decimal"
                        + " points");
        assertThatThrownBy(() -> model(Family.GAUSSIAN, Column.of("y", row(60)), Column.of("x", commas)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("column 'x' has decimal commas");
    }

    @Test
    void oneWildValue() {
        double[] wild = row(60);
        wild[7] = 1e9;
        assertThat(model(Family.GAUSSIAN, Column.of("y", wild), Column.of("x", row(60)))
                        .remarks())
                .containsExactly(
                        "'y' hardly varies but for one row, where it is 1000000000: is that an error, or a code for"
                                + " a missing value?");
        assertThat(model(Family.GAUSSIAN, Column.of("y", row(60)), Column.of("x", wild))
                        .remarks())
                .containsExactly(
                        "column 'x' hardly varies but for one row, where it is 1000000000: its coefficient rests on"
                                + " that row");
    }

    @Test
    void aClassWithHardlyARow() {
        double[] y = new double[60];
        y[7] = 1;
        assertThat(model(Family.BERNOULLI, Column.of("y", y), Column.of("x", row(60)))
                        .remarks())
                .containsExactly("only 1 of 60 rows have y = 1: the answer rests on them and on the priors");
        y[7] = 0;
        assertThat(model(Family.BERNOULLI, Column.of("y", y), Column.of("x", row(60)))
                        .remarks())
                .containsExactly("y is 0 in all 60 rows: the answer rests on the priors");
    }
}
