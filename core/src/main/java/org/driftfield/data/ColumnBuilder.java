package org.driftfield.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.data.text.Decimal;

/**
 * Collects one column of a file. It takes the fields for numbers until one is not; if numbers were already stored by then
 * their spelling is lost ({@code 007}), so the column gives up and has to be read again as text.
 */
public final class ColumnBuilder {
    private final String name;
    private final String[] missing;
    private final double[] missingNumbers;
    private double[] numbers;
    private int[] codes;
    private Map<String, Integer> positions;
    private List<String> levels;
    private int size;
    private boolean sawNumber;
    private boolean mixed;

    /**
     * An empty column.
     *
     * @param text whether it is text whatever its fields are
     */
    public ColumnBuilder(String name, CsvOptions options, boolean text) {
        this.name = name;
        this.missing = options.missing().toArray(String[]::new);
        this.missingNumbers = options.missing().stream()
                .mapToDouble(Decimal::parse)
                .filter(v -> !Double.isNaN(v))
                .toArray();
        if (text) {
            startText();
        } else {
            numbers = new double[64];
        }
    }

    String name() {
        return name;
    }

    /** Whether text turned up after numbers. */
    public boolean isMixed() {
        return mixed;
    }

    int size() {
        return size;
    }

    /** Adds a field. */
    public void add(char[] field, int offset, int length) {
        if (mixed) {
            return;
        }
        if (codes != null) {
            addText(field, offset, length);
            return;
        }
        double value = Decimal.parse(field, offset, length);
        if (!Double.isNaN(value)) {
            for (double token : missingNumbers) {
                if (value == token) {
                    addNumber(Double.NaN);
                    return;
                }
            }
            sawNumber = true;
            addNumber(value);
        } else if (isMissing(field, offset, length)) {
            addNumber(Double.NaN);
        } else if (sawNumber) {
            mixed = true;
            numbers = null;
        } else {
            numbers = null;
            startText();
            addText(field, offset, length);
        }
    }

    private void startText() {
        codes = new int[Math.max(64, size + size / 2)];
        Arrays.fill(codes, 0, size, -1);
        positions = new HashMap<>();
        levels = new ArrayList<>();
    }

    private void addNumber(double value) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, grown());
        }
        numbers[size++] = value;
    }

    private void addText(char[] field, int offset, int length) {
        if (size == codes.length) {
            codes = Arrays.copyOf(codes, grown());
        }
        int code = -1;
        if (!isMissing(field, offset, length)) {
            String value = new String(field, offset, length);
            Integer known = positions.putIfAbsent(value, levels.size());
            if (known == null) {
                code = levels.size();
                levels.add(value);
            } else {
                code = known;
            }
        }
        codes[size++] = code;
    }

    private int grown() {
        return (int) Math.min(Integer.MAX_VALUE - 8L, size + (size >> 1) + 1L);
    }

    private boolean isMissing(char[] field, int offset, int length) {
        for (String token : missing) {
            if (token.length() == length) {
                int i = 0;
                while (i < length && token.charAt(i) == field[offset + i]) {
                    i++;
                }
                if (i == length) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The column; no field may be added afterwards. */
    public Column build() {
        if (codes == null) {
            double[] values = Arrays.copyOf(numbers, size);
            numbers = null;
            return new NumericColumn(name, values);
        }
        int[] trimmed = Arrays.copyOf(codes, size);
        codes = null;
        positions = null;
        return new TextColumn(name, trimmed, levels);
    }
}
