package org.driftfield.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A column of text: for each row the position of its value in the list of levels, -1 where it is missing. */
public final class TextColumn implements Column {
    private final String name;
    private final int[] codes;
    private final List<String> levels;
    /** Whether it is text because somebody said so, whatever it looks like. */
    private final boolean asked;

    TextColumn(String name, int[] codes, List<String> levels) {
        this(name, codes, levels, false);
    }

    private TextColumn(String name, int[] codes, List<String> levels, boolean asked) {
        this.name = Objects.requireNonNull(name);
        this.codes = codes;
        this.levels = List.copyOf(levels);
        this.asked = asked;
    }

    /** The same column, known to be text because somebody said so: numbers among its values are no typing errors then. */
    public TextColumn asAsked() {
        return new TextColumn(name, codes, levels, true);
    }

    boolean isAsked() {
        return asked;
    }

    static TextColumn encode(String name, List<String> values) {
        Map<String, Integer> positions = new HashMap<>();
        List<String> levels = new ArrayList<>();
        int[] codes = new int[values.size()];
        for (int i = 0; i < codes.length; i++) {
            String value = values.get(i);
            codes[i] = value == null
                    ? -1
                    : positions.computeIfAbsent(value, v -> {
                        levels.add(v);
                        return levels.size() - 1;
                    });
        }
        return new TextColumn(name, codes, levels);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return codes.length;
    }

    @Override
    public boolean isMissing(int row) {
        return codes[row] < 0;
    }

    /** The text in a row, null where it is missing. */
    public String get(int row) {
        return codes[row] < 0 ? null : levels.get(codes[row]);
    }

    /** The distinct values in order of first appearance. */
    public List<String> levels() {
        return levels;
    }

    /** The position in {@link #levels} for each row, -1 where missing; not a copy. */
    public int[] codes() {
        return codes;
    }
}
