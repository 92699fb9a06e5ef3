package org.driftfield.store.folder;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes CSV files: numbers in full, so that reading them back gives the same bits, NA where there is none. */
public final class Csv implements AutoCloseable {
    private final BufferedWriter writer;
    private boolean first = true;

    private Csv(BufferedWriter writer) {
        this.writer = writer;
    }

    /** A new file, gzipped if its name says so. */
    public static Csv create(Path file) throws IOException {
        var bytes = Files.newOutputStream(file);
        var stream = file.toString().endsWith(".gz") ? new GZIPOutputStream(bytes, 1 << 16) : bytes;
        return new Csv(new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16));
    }

    public Csv text(String value) throws IOException {
        separate();
        boolean plain = !value.isEmpty()
                && value.equals(value.strip())
                && value.chars()
                        .noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r' || c == ';' || c == '\t');
        writer.write(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
        return this;
    }

    public Csv number(double value) throws IOException {
        separate();
        if (Double.isNaN(value)) {
            writer.write("NA");
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15 && !isNegativeZero(value)) {
            writer.write(Long.toString((long) value));
        } else {
            writer.write(Double.toString(value));
        }
        return this;
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }

    public void end() throws IOException {
        writer.write('\n');
        first = true;
    }

    private void separate() throws IOException {
        if (!first) {
            writer.write(',');
        }
        first = false;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
