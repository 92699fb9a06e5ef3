package org.driftfield.cli.options;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.data.CsvOptions;
import picocli.CommandLine.Option;

/** Which file is read, and how. */
public final class DataOptions {
    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description =
                    "The file with the data. A CSV file has a header, is plain or gzipped, and separated by comma,"
                            + " semicolon or tab. With --engine spark also Parquet or ORC files, folders of files, and tables.")
    public String given;

    @Option(
            names = "--na",
            paramLabel = "TOKEN",
            description = "A field that means a missing value, besides the empty one. May be repeated. Default: NA,"
                    + " NaN, nan, null, NULL, ?.")
    public List<String> na = new ArrayList<>();

    @Option(
            names = "--separator",
            paramLabel = "C",
            description = "The character between fields, or 'tab'. Default: told from the file.")
    public String separator;

    /** The file, where it is one of this machine. */
    public Path file() {
        return given == null ? null : Path.of(given);
    }

    /** How the file is to be read, all columns of it. */
    public CsvOptions csv() {
        CsvOptions options = CsvOptions.defaults();
        if (!na.isEmpty()) {
            Set<String> tokens = new LinkedHashSet<>(na);
            tokens.add("");
            options = options.withMissing(tokens);
        }
        if (separator == null) {
            return options;
        }
        String character = separator.equals("tab") || separator.equals("\\t") ? "\t" : separator;
        require(character.length() == 1, "--separator must be one character or 'tab', got '%s'", separator);
        return options.withSeparator(character.charAt(0));
    }
}
