package org.driftfield.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesignInPiecesTest {
    private static final int ROWS = 9000;

    private static Table table() {
        Random random = new Random(4);
        double[] y = new double[ROWS];
        double[] x = new double[ROWS];
        double[] z = new double[ROWS];
        double[] k = new double[ROWS];
        List<String> g = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            y[i] = random.nextInt(2);
            x[i] = 2000 + random.nextGaussian();
            z[i] = random.nextInt(100) == 0 ? Double.NaN : Math.exp(random.nextGaussian());
            k[i] = random.nextInt(4);
            g.add(random.nextInt(50) == 0 ? null : "level " + random.nextInt(5));
        }
        return Table.of(
                "rows",
                List.of(Column.of("y", y), Column.of("x", x), Column.of("z", z), Column.of("k", k), Column.of("g", g)));
    }

    private static Table piece(Table table, int from, int to) {
        List<Column> columns = new ArrayList<>();
        for (String name : table.names()) {
            Column column = table.column(name);
            if (column instanceof NumericColumn numbers) {
                columns.add(Column.of(name, Arrays.copyOfRange(numbers.values(), from, to)));
            } else {
                List<String> words = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    words.add(((TextColumn) column).get(i));
                }
                columns.add(Column.of(name, words));
            }
        }
        return Table.of(table.source(), columns).startingAt(from);
    }

    private static double[] joined(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    /** The same recipe and the same columns, to the bit, as from all rows at once. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "y ~ x + g",
                "y ~ scale(x) + C(k) * log(z) + g",
                "y ~ poly(x, 3) + scale(scale(z)) + center(log(z) + scale(x)) + offset(center(z))",
                "y ~ ."
            })
    void piecesMakeTheWhole(String text) {
        Table table = table();
        Formula formula = Formula.parse(text);
        Design whole = Design.of(formula, table, NaPolicy.DROP);
        DesignInPieces pieces = new DesignInPieces(formula, piece(table, 0, 0), NaPolicy.DROP);
        int[] cuts = {0, 10, 10, 4100, 8999, ROWS};
        SeenRows seen = new SeenRows();
        for (int c = 1; c < cuts.length; c++) {
            SeenRows one = new SeenRows();
            pieces.look(piece(table, cuts[c - 1], cuts[c]), one);
            seen.add(one);
        }
        assertThat(seen.rows()).isEqualTo(ROWS);
        assertThat(seen.complete()).isEqualTo(whole.rows());
        Recipe recipe = pieces.outline(seen);
        for (List<String> next = pieces.toLearn(recipe); !next.isEmpty(); next = pieces.toLearn(recipe)) {
            double[][] values = new double[next.size()][0];
            for (int c = 1; c < cuts.length; c++) {
                double[][] own = pieces.values(recipe, piece(table, cuts[c - 1], cuts[c]));
                for (int f = 0; f < own.length; f++) {
                    values[f] = joined(values[f], own[f]);
                }
            }
            Recipe before = recipe;
            for (int f = 0; f < values.length; f++) {
                recipe = recipe.with(
                        next.get(f),
                        pieces.learnt(before, next.get(f), Statistics.chunks(values[f]))
                                .statistics()
                                .get(next.get(f)));
            }
        }
        assertThat(recipe.toMap()).isEqualTo(whole.recipe().toMap());
        double[] response = {};
        double[] first = {};
        double[] last = {};
        for (int c = 1; c < cuts.length; c++) {
            Design own = pieces.design(recipe, piece(table, cuts[c - 1], cuts[c]));
            int n = own.rows();
            response = joined(response, own.response());
            first = joined(first, Arrays.copyOfRange(own.x(), n, 2 * n));
            last = joined(last, Arrays.copyOfRange(own.x(), own.x().length - n, own.x().length));
        }
        int n = whole.rows();
        assertThat(response).isEqualTo(whole.response());
        assertThat(first).isEqualTo(Arrays.copyOfRange(whole.x(), n, 2 * n));
        assertThat(last).isEqualTo(Arrays.copyOfRange(whole.x(), whole.x().length - n, whole.x().length));
    }

    @Test
    void aPieceNamesItsRowsAsTheWholeDoes() {
        Table table = table();
        DesignInPieces strict = new DesignInPieces(Formula.parse("y ~ g"), table, NaPolicy.ERROR);
        int row = 5000;
        while (!table.column("g").isMissing(row)) {
            row++;
        }
        Table piece = piece(table, 5000, ROWS);
        assertThatThrownBy(() -> strict.look(piece, new SeenRows()))
                .hasMessage("rows row " + (row + 1) + ", column 'g': the value is missing");
        assertThatThrownBy(() -> new DesignInPieces(Formula.parse("y ~ nothing"), table, NaPolicy.DROP))
                .hasMessageStartingWith("formula: no column 'nothing' in rows");
    }
}
