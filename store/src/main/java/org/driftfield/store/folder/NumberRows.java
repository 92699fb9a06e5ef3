package org.driftfield.store.folder;

import static org.driftfield.InputException.require;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.driftfield.InputException;

/** A CSV file of numbers under a heading, plain or gzipped, read row by row: in memory for one, however many there are. */
final class NumberRows implements AutoCloseable {
    private final Path file;
    private final BufferedReader in;
    private final List<String> header;
    private int line = 1;

    private NumberRows(Path file, BufferedReader in) throws IOException {
        this.file = file;
        this.in = in;
        this.header = readHeader();
    }

    static NumberRows open(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        try {
            InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, 1 << 16) : bytes;
            return new NumberRows(
                    file, new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16));
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /** The names of the columns. */
    List<String> header() {
        return header;
    }

    /** Names may be quoted, and then hold commas, line ends and doubled quotes. */
    private List<String> readHeader() throws IOException {
        List<String> names = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        boolean quoted = false;
        for (int c = in.read(); c >= 0 && (quoted || c != '\n'); c = in.read()) {
            line += c == '\n' ? 1 : 0;
            if (c == '"') {
                in.mark(1);
                boolean doubled = quoted && in.read() == '"';
                if (doubled) {
                    name.append('"');
                } else {
                    in.reset();
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                names.add(name.toString());
                name.setLength(0);
            } else if (c != '\r' || quoted) {
                name.append((char) c);
            }
        }
        names.add(name.toString());
        return names;
    }

    /** Reads the next row into {@code out}, which has a place for each column; false at the end. */
    boolean next(double[] out) throws IOException {
        String row = in.readLine();
        line++;
        if (row == null || row.isBlank()) {
            return false;
        }
        int from = 0;
        int fields = 0;
        while (from <= row.length()) {
            int comma = row.indexOf(',', from);
            int to = comma < 0 ? row.length() : comma;
            if (fields < out.length) {
                out[fields] = number(row.substring(from, to));
            }
            fields++;
            from = to + 1;
        }
        require(
                fields == out.length,
                "%s line %d: expected %d %s, got %d",
                file,
                line,
                out.length,
                out.length == 1 ? "field" : "fields",
                fields);
        return true;
    }

    private double number(String field) {
        try {
            return field.equals("NA") ? Double.NaN : Double.parseDouble(field);
        } catch (NumberFormatException e) {
            throw new InputException(file + " line " + line + ": expected a number, got '" + field + "'", e);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
