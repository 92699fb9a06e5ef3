package org.driftfield.data;

import java.util.Objects;

/** A column of numbers; NaN marks a missing value. */
public final class NumericColumn implements Column {
    private final String name;
    private final double[] values;

    NumericColumn(String name, double[] values) {
        this.name = Objects.requireNonNull(name);
        this.values = values;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public boolean isMissing(int row) {
        return Double.isNaN(values[row]);
    }

    /** The numbers themselves, not a copy. */
    public double[] values() {
        return values;
    }
}
