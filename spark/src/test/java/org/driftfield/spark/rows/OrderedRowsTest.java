package org.driftfield.spark.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;

/** A key tells rows apart, wherever the pieces are cut. */
class OrderedRowsTest {
    private static List<Integer> sizes(int... keys) {
        List<Row> rows = new ArrayList<>();
        for (int key : keys) {
            rows.add(RowFactory.create(0.5, key, "a"));
        }
        List<Integer> sizes = new ArrayList<>();
        Iterator<OrderedRows.Reader.Piece> pieces = new OrderedRows.Reader(1, false, 2).pieces(rows.iterator(), 3);
        pieces.forEachRemaining(piece -> sizes.add(piece.rows().size()));
        return sizes;
    }

    @Test
    void rowsWithTheSameKeyAreRefusedAlsoInTwoPieces() {
        assertThat(sizes(1, 2, 3, 4)).containsExactly(3, 1);
        for (int[] keys : new int[][] {{1, 2, 2, 4}, {1, 2, 3, 3}}) {
            assertThatThrownBy(() -> sizes(keys))
                    .isInstanceOf(InputException.class)
                    .hasMessage("--order-by must tell all rows apart, got two rows with " + keys[2] + ", a");
        }
    }
}
