package org.driftfield.stan.data;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.driftfield.data.Column;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.NumericColumn;
import org.driftfield.data.Table;

/** A flat table: one variable for each column of numbers. */
final class CsvNumbers {
    private CsvNumbers() {}

    static Map<String, Numbers> read(Path file, CsvOptions options) {
        Table table = Table.read(file, options);
        Map<String, Numbers> entries = new LinkedHashMap<>();
        entries.put("N", Numbers.of(new int[0], new double[] {table.rows()}));
        for (String name : table.names()) {
            Column column = table.column(name);
            entries.put(
                    column.name(),
                    column instanceof NumericColumn numbers
                            ? Numbers.of(new int[] {table.rows()}, numbers.values())
                            : Numbers.unusable("is a column of texts"));
        }
        return entries;
    }
}
