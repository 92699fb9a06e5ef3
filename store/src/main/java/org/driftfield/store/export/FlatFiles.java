package org.driftfield.store.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Csv;
import org.driftfield.store.folder.DrawsFile;
import org.driftfield.store.folder.FitRecord;

/** Draws as one table, a row a draw: its snapshot and unit, then a column for each number; read and written row by row. */
final class FlatFiles {
    private FlatFiles() {}

    static void csv(Fit fit, Path file) throws IOException {
        FitRecord.Layout layout = fit.record().draws();
        try (Csv csv = Csv.create(file)) {
            for (String name : DrawsFile.header(layout.elementNames())) {
                csv.text(name);
            }
            csv.end();
            DrawsFile.forEach(fit.folder().resolve(layout.file()), layout, (i, values) -> {
                csv.number(i / layout.units() + 1).number(i % layout.units() + 1);
                for (double value : values) {
                    csv.number(value);
                }
                csv.end();
            });
        }
    }

    static void parquet(Fit fit, Path file) throws IOException {
        FitRecord.Layout layout = fit.record().draws();
        List<ParquetFile.Column> columns = new ArrayList<>();
        for (String name : DrawsFile.header(layout.elementNames())) {
            columns.add(new ParquetFile.Column(name, columns.size() < 2));
        }
        double[] row = new double[columns.size()];
        try (ParquetFile parquet = new ParquetFile(file, columns)) {
            ArvizAttributes.of(fit.record()).forEach((key, value) -> parquet.note(key, value.toString()));
            DrawsFile.forEach(fit.folder().resolve(layout.file()), layout, (i, values) -> {
                row[0] = i / layout.units() + 1;
                row[1] = i % layout.units() + 1;
                System.arraycopy(values, 0, row, 2, values.length);
                parquet.row(row);
            });
        }
    }
}
