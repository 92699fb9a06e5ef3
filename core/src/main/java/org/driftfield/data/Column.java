package org.driftfield.data;

import java.util.List;

/** A named column of a table: numbers, or text held as codes into a list of levels. */
public sealed interface Column permits NumericColumn, TextColumn {
    String name();

    int size();

    boolean isMissing(int row);

    /** Numbers; NaN marks a missing value. The array is not copied. */
    static NumericColumn of(String name, double... values) {
        return new NumericColumn(name, values);
    }

    /** Text; null marks a missing value. */
    static TextColumn of(String name, List<String> values) {
        return TextColumn.encode(name, values);
    }
}
