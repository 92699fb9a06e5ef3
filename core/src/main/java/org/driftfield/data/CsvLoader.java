package org.driftfield.data;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import org.driftfield.InputException;
import org.driftfield.data.text.Lines;
import org.driftfield.data.text.Messages;
import org.driftfield.data.text.Utf8Reader;

/**
 * Reads one CSV file in one pass, and in a second one only those columns that turned out to be text after they had begun
 * with numbers.
 */
final class CsvLoader {
    /** A longer field is an unclosed quote or no CSV at all; this bounds the memory either takes. */
    private static final int LONGEST_FIELD = 1 << 20;

    private static final int MOST_COLUMNS = 100_000;
    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    private final Path file;
    private final String source;
    private final CsvOptions options;
    private char separator;

    CsvLoader(Path file, CsvOptions options) {
        this.file = file;
        this.source = Messages.path(file.getFileName() == null ? file : file.getFileName());
        this.options = options;
    }

    Table load() {
        InputException.require(Files.exists(file), "%s: no such file", Messages.path(file));
        InputException.require(!Files.isDirectory(file), "%s: is a directory, expected a CSV file", source);
        InputException.require(Files.isRegularFile(file), "%s: not a regular file", source);
        separator = options.separator() == null ? Separator.detect(file, source) : options.separator();

        Pass first = new Pass(options.columns(), options.text());
        run(first);
        InputException.require(first.names != null, "%s: the file is empty, expected a header row", source);
        InputException.require(first.row > 0, "%s: no rows after the header", source);

        Set<String> mixed = new HashSet<>();
        for (ColumnBuilder builder : first.builders) {
            if (builder != null && builder.isMixed()) {
                mixed.add(builder.name());
            }
        }
        Pass second = new Pass(mixed, mixed);
        if (!mixed.isEmpty()) {
            run(second);
            InputException.require(second.row == first.row, "%s: the file changed while it was read", source);
        }
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < first.builders.length; j++) {
            if (first.builders[j] != null) {
                Column column = (first.builders[j].isMixed() ? second : first).builders[j].build();
                boolean asked = options.text().contains(column.name());
                columns.add(asked && column instanceof TextColumn text ? text.asAsked() : column);
            }
        }
        return new Table(source, columns, List.copyOf(first.names), first.lines, options.missing());
    }

    private void run(Pass pass) {
        try (Utf8Reader text = Utf8Reader.open(file, source)) {
            try (CsvReader<Boolean> csv = CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowUnclosedQuote(false)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .maxBufferSize(LONGEST_FIELD)
                    .build(pass, text)) {
                csv.forEach(row -> {});
            } catch (RuntimeException e) {
                throw translate(e, pass);
            }
        } catch (IOException e) {
            throw unreadable(e, source);
        }
    }

    /** The parser wraps what its callbacks and its reader throw; the innermost cause says what is wrong. */
    private RuntimeException translate(RuntimeException thrown, Pass pass) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof InputException input) {
                return input;
            }
            if (cause instanceof IOException io) {
                return unreadable(io, source);
            }
        }
        if (!(thrown instanceof CsvParseException)) {
            return thrown;
        }
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String said = String.valueOf(root.getMessage());
        String problem = said.contains("after closing quote")
                ? "text after a closing quote"
                : said.contains("Unclosed")
                        ? "a quote is opened and never closed"
                        : "a field is longer than " + LONGEST_FIELD + " characters (is a quote left open?)";
        return new InputException(source + " line " + pass.line + ": " + problem, thrown);
    }

    static InputException unreadable(IOException e, String source) {
        if (e instanceof EOFException || e instanceof ZipException) {
            return new InputException(source + ": the gzip data is damaged or cut off", e);
        }
        if (e instanceof AccessDeniedException) {
            return new InputException(source + ": not allowed to read it", e);
        }
        return new InputException(
                source + ": cannot be read (" + Messages.plain(String.valueOf(e.getMessage())) + ")", e);
    }

    /** Receives the fields of the whole file in order. */
    private final class Pass extends AbstractBaseCsvCallbackHandler<Boolean> {
        private final Set<String> wanted;
        private final Set<String> text;
        private final List<String> header = new ArrayList<>();
        private final Lines lines = new Lines();
        private List<String> names;
        private ColumnBuilder[] builders = new ColumnBuilder[0];
        private int row;
        private long line = 1;

        Pass(Set<String> wanted, Set<String> text) {
            this.wanted = wanted;
            this.text = text;
        }

        @Override
        protected void handleBegin(long startingLine) {
            line = startingLine;
        }

        @Override
        protected void handleField(int index, char[] field, int offset, int length, boolean quoted) {
            int from = offset;
            int to = offset + length;
            if (!quoted) {
                while (from < to && (field[from] == ' ' || field[from] == '\t')) {
                    from++;
                }
                while (from < to && (field[to - 1] == ' ' || field[to - 1] == '\t')) {
                    to--;
                }
            }
            if (names == null) {
                InputException.require(
                        index < MOST_COLUMNS, "%s: more than %d columns in the header", source, MOST_COLUMNS);
                header.add(new String(field, from, to - from));
            } else if (index < builders.length) {
                if (builders[index] != null) {
                    builders[index].add(field, from, to - from);
                }
            } else {
                throw ragged("more");
            }
        }

        @Override
        protected Boolean buildRecord() {
            if (getRecordType() == RecordType.EMPTY) {
                return Boolean.TRUE;
            }
            if (names == null) {
                finishHeader();
            } else {
                int fields = getFieldCount();
                if (fields != builders.length) {
                    throw ragged(Integer.toString(fields));
                }
                if (row == MOST_ROWS) {
                    throw new InputException(source + ": more than " + MOST_ROWS + " rows");
                }
                lines.add(row++, line);
            }
            return Boolean.TRUE;
        }

        private InputException ragged(String got) {
            return new InputException(source + " line " + line + ": expected " + builders.length
                    + (builders.length == 1 ? " field, got " : " fields, got ") + got);
        }

        private void finishHeader() {
            Set<String> seen = new HashSet<>();
            for (int j = 0; j < header.size(); j++) {
                InputException.require(
                        !header.get(j).isEmpty(), "%s: column %d has no name in the header", source, j + 1);
                InputException.require(
                        seen.add(header.get(j)), "%s: two columns are named %s", source, Messages.quote(header.get(j)));
            }
            builders = new ColumnBuilder[header.size()];
            for (int j = 0; j < builders.length; j++) {
                String name = header.get(j);
                if (wanted == null || wanted.contains(name)) {
                    builders[j] = new ColumnBuilder(name, options, text.contains(name));
                }
            }
            names = header;
        }
    }
}
