package org.driftfield.store.volatility;

import java.io.IOException;
import java.nio.file.Path;
import org.driftfield.models.volatility.PathDraws;
import org.driftfield.store.folder.Csv;

/**
 * Whole paths of the log variance as CSV: one row for each, with the number of the draw of the parameters that it belongs to, counted from 1 as
 * the rows of the draws are, and a column for each time.
 */
public final class PathsFile {
    public static final String NAME = "paths.csv";

    private PathsFile() {}

    public static void write(Path file, PathDraws paths) throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text("draw");
            for (int t = 1; t <= paths.logVariance()[0].length; t++) {
                csv.text("x[" + t + "]");
            }
            csv.end();
            for (int k = 0; k < paths.draws().length; k++) {
                csv.number(paths.draws()[k] + 1);
                for (double x : paths.logVariance()[k]) {
                    csv.number(x);
                }
                csv.end();
            }
        }
    }
}
