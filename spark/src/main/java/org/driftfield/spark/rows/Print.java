package org.driftfield.spark.rows;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Row;
import org.driftfield.cli.fit.DataSource;

/**
 * A fingerprint of rows in their order: Σ h_i Bⁿ⁻ⁱ modulo 2⁶⁴. That of two runs together comes from those of both, so it does
 * not depend on where rows were cut.
 *
 * @param power B to the number of rows
 */
record Print(long value, long power) implements Serializable {
    private static final long BASE = 0x9E3779B97F4A7C15L;
    static final Print NONE = new Print(0, 1);

    Print and(Print next) {
        return new Print(value * next.power + next.value, power * next.power);
    }

    /** These rows and then some more, of which the first columns count. */
    Print and(List<Row> rows, int columns) {
        long sum = value;
        long factor = power;
        for (Row row : rows) {
            long hash = 17;
            for (int j = 0; j < columns; j++) {
                hash = mixed(hash * 31 + hash(row.get(j)));
            }
            sum = sum * BASE + hash;
            factor *= BASE;
        }
        return new Print(sum, factor);
    }

    private static long hash(Object value) {
        if (value instanceof Double number) {
            return Double.doubleToLongBits(number);
        }
        if (value instanceof Number number && !(value instanceof java.math.BigDecimal)) {
            return number.longValue();
        }
        return value == null ? 1 : value.toString().hashCode();
    }

    private static long mixed(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    String text() {
        return DataSource.OF_ROWS + String.format("%016x", value);
    }
}
