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
    /** What stands where there is no value. */
    public static final String NONE = "NA";

    private static final String SPECIAL = ",\"\n\r;\t";

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
        writer.write(spelt(value));
        return this;
    }

    public Csv number(double value) throws IOException {
        separate();
        writer.write(spelt(value));
        return this;
    }

    /** A word as it stands in a file. */
    public static String spelt(String value) {
        boolean plain = !value.isEmpty() && !isBlank(value, 0) && !isBlank(value, value.length() - 1);
        for (int i = 0; plain && i < value.length(); i++) {
            plain = SPECIAL.indexOf(value.charAt(i)) < 0;
        }
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }

    private static boolean isBlank(String value, int at) {
        return Character.isWhitespace(value.charAt(at));
    }

    /** A number as it stands in a file. */
    public static String spelt(double value) {
        return Double.isNaN(value)
                ? NONE
                : value == Math.rint(value) && Math.abs(value) < 1e15 && !isNegativeZero(value)
                        ? Long.toString((long) value)
                        : Double.toString(value);
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
