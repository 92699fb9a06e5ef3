package org.driftfield.data;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.driftfield.InputException;

/**
 * How a CSV file is to be read.
 *
 * @param separator the character between fields, or null to tell it from the file among comma, semicolon and tab
 * @param missing the fields that mean "no value", compared exactly (and by value where they are numbers, so that
 *     {@code -999} also catches {@code -999.0})
 * @param columns the columns to keep, or null for all of them; the others are parsed but take no memory
 * @param text the columns to read as text even if every field is a number
 */
public record CsvOptions(Character separator, Set<String> missing, Set<String> columns, Set<String> text) {
    /** What means "no value" unless said otherwise. */
    public static final Set<String> DEFAULT_MISSING = ordered(Set.of("", "NA", "NaN", "nan", "null", "NULL", "?"));

    public CsvOptions {
        InputException.require(
                separator == null || "\"\r\n\0".indexOf(separator) < 0,
                "the separator must not be a quote or a line end");
        missing = ordered(missing);
        columns = columns == null ? null : ordered(columns);
        text = ordered(text);
    }

    /** Separator told from the file, the default tokens for missing values, all columns. */
    public static CsvOptions defaults() {
        return new CsvOptions(null, DEFAULT_MISSING, null, Set.of());
    }

    public CsvOptions withSeparator(char newSeparator) {
        return new CsvOptions(newSeparator, missing, columns, text);
    }

    /** These tokens, in place of the default ones, mean "no value". */
    public CsvOptions withMissing(Set<String> tokens) {
        return new CsvOptions(separator, tokens, columns, text);
    }

    /** Keeps only these columns. */
    public CsvOptions withColumns(Set<String> names) {
        return new CsvOptions(separator, missing, names, text);
    }

    /** Keeps only the columns that the formula uses (all of them where it says {@code .}). */
    public CsvOptions withColumnsOf(Formula formula) {
        return withColumns(formula.usesAllColumns() ? null : formula.columns());
    }

    /** Reads these columns as text even if every field is a number. */
    public CsvOptions withText(Set<String> names) {
        return new CsvOptions(separator, missing, columns, names);
    }

    /** An unmodifiable copy in sorted order, so that what is saved does not depend on hashing. */
    private static Set<String> ordered(Set<String> names) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(new TreeSet<>(names)));
    }
}
