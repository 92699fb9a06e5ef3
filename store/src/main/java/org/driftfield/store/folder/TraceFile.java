package org.driftfield.store.folder;

import java.io.IOException;
import java.nio.file.Path;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.driver.Trace;

/** The trace of a fit as CSV: one row an iteration. */
public final class TraceFile {
    private TraceFile() {}

    public static void write(Path file, Trace trace) throws IOException {
        try (Csv csv = Csv.create(file)) {
            for (String column : trace.columns()) {
                csv.text(column);
            }
            csv.end();
            for (int row = 0; row < trace.rows(); row++) {
                for (String column : trace.columns()) {
                    csv.number(trace.get(row, column));
                }
                csv.end();
            }
        }
    }

    public static Trace read(Path file) {
        Table table = Table.read(file, CsvOptions.defaults().withSeparator(','));
        int width = table.names().size();
        double[] values = new double[table.rows() * width];
        for (int j = 0; j < width; j++) {
            double[] column = table.numbers(table.names().get(j));
            for (int i = 0; i < column.length; i++) {
                values[i * width + j] = column[i];
            }
        }
        return Trace.of(table.names(), values);
    }
}
