package org.driftfield.meanfield;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.model.FreeModel;

/**
 * The user's choice of factors: which coordinates move together. All in one factor is no approximation at all; every
 * further cut drops the posterior dependence across it and makes the factors smaller.
 */
public final class Blocks {
    private static final Blocks JOINT = new Blocks("joint", List.of());
    private static final Blocks EACH = new Blocks("each", List.of());

    private final String text;
    private final List<List<String>> groups;

    private Blocks(String text, List<List<String>> groups) {
        this.text = text;
        this.groups = groups;
    }

    /** One factor for everything. */
    public static Blocks joint() {
        return JOINT;
    }

    /** One factor per coordinate. */
    public static Blocks each() {
        return EACH;
    }

    /**
     * {@code joint}, {@code each}, or names of parameters or their elements, separated by commas, with a bar between
     * factors: {@code "Intercept,x1 | x2,x3"}.
     */
    public static Blocks of(String text) {
        String trimmed = text.trim();
        if (trimmed.equals("joint")) {
            return JOINT;
        }
        if (trimmed.equals("each")) {
            return EACH;
        }
        List<List<String>> groups = new ArrayList<>();
        for (String group : split(trimmed, '|')) {
            groups.add(split(group, ','));
        }
        return new Blocks(trimmed, groups);
    }

    /** Splits at a separator that stands outside of brackets, as in {@code W[1,2],poly(x, 2)1}. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : separator;
            if (c == '[' || c == '(') {
                depth++;
            } else if (c == ']' || c == ')') {
                depth--;
            } else if (c == separator && (depth == 0 || i == text.length())) {
                String part = text.substring(from, i).trim();
                require(!part.isEmpty(), "blocks: expected a name around '%s', got '%s'", separator, text);
                parts.add(part);
                from = i + 1;
            }
        }
        return parts;
    }

    /** The factors for a model; every coordinate of its free scale must be in exactly one. */
    public List<Block> resolve(FreeModel model) {
        int d = model.dimension();
        List<String> names = model.freeNames();
        List<Block> blocks = new ArrayList<>();
        if (this == JOINT) {
            return List.of(Block.of(names, range(d)));
        }
        if (this == EACH) {
            for (int j = 0; j < d; j++) {
                blocks.add(Block.of(names, new int[] {j}));
            }
            return blocks;
        }
        boolean[] taken = new boolean[d];
        for (List<String> group : groups) {
            List<Integer> coordinates = new ArrayList<>();
            for (String name : group) {
                for (int j : model.coordinates(name)) {
                    require(!taken[j], "blocks: '%s' must be in one block, got it in two", names.get(j));
                    taken[j] = true;
                    coordinates.add(j);
                }
            }
            blocks.add(Block.of(
                    names, coordinates.stream().mapToInt(Integer::intValue).toArray()));
        }
        for (int j = 0; j < d; j++) {
            require(taken[j], "blocks: '%s' must be in a block, got it in none", names.get(j));
        }
        return blocks;
    }

    private static int[] range(int d) {
        int[] all = new int[d];
        Arrays.setAll(all, j -> j);
        return all;
    }

    /** The names in each block; empty for {@code joint} and {@code each}. */
    public List<List<String>> groups() {
        return groups;
    }

    @Override
    public String toString() {
        return text;
    }
}
