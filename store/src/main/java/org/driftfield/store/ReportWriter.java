package org.driftfield.store;

import java.io.IOException;
import java.nio.file.Path;

/** Makes the page of a fit; the module {@code driftfield-report} has one. */
@FunctionalInterface
public interface ReportWriter {
    void write(Fit fit, Path file) throws IOException;
}
