package org.driftfield.store.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.driftfield.posterior.Summary;

/** The summary of a fit as CSV: one row a parameter. */
public final class SummaryFile {
    private static final List<String> HEADER =
            List.of("parameter", "mean", "sd", "mcse", "q05", "q50", "q95", "ess", "rhat");

    private SummaryFile() {}

    public static void write(Path file, Summary summary) throws IOException {
        try (Csv csv = Csv.create(file)) {
            for (String name : HEADER) {
                csv.text(name);
            }
            csv.end();
            for (Summary.Row row : summary.rows()) {
                csv.text(row.parameter())
                        .number(row.mean())
                        .number(row.sd())
                        .number(row.mcse())
                        .number(row.q05())
                        .number(row.q50())
                        .number(row.q95())
                        .number(row.ess())
                        .number(row.rhat())
                        .end();
            }
        }
    }
}
