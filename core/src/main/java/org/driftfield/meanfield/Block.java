package org.driftfield.meanfield;

import java.util.Arrays;
import java.util.List;

/**
 * The coordinates of one factor of the mean field.
 *
 * @param name the names of its coordinates, shortened when they are many
 * @param coordinates their positions in the model's parameter vector, ascending
 */
public record Block(String name, int[] coordinates) {
    /** The block of some coordinates, given the names of all. */
    public static Block of(List<String> names, int[] coordinates) {
        int[] sorted = coordinates.clone();
        Arrays.sort(sorted);
        List<String> own = Arrays.stream(sorted).mapToObj(names::get).toList();
        String name = own.size() <= 4
                ? String.join(",", own)
                : own.get(0) + "," + own.get(1) + ",…," + own.get(own.size() - 1) + " (" + own.size() + ")";
        return new Block(name, sorted);
    }

    /** The number of coordinates. */
    public int size() {
        return coordinates.length;
    }
}
