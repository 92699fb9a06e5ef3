package org.driftfield.model;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.List;

/**
 * Something a posterior has draws of: a name, a shape whose dimensions are named and may have labels, the values it can take
 * and where it comes from. Elements are named as in Stan: {@code sigma}, {@code beta[1]}, {@code W[2,3]}, last index fastest.
 *
 * @param name how it is called in every output
 * @param dimensions empty for a scalar, otherwise one for each index
 * @param range the smallest interval that holds every element
 * @param role where it comes from
 */
public record Variable(String name, List<Dimension> dimensions, Range range, Role role) {
    /** Where a variable comes from. */
    public enum Role {
        /** What the density is a function of. */
        PARAMETER,
        /** A function of the parameters that the model names. */
        TRANSFORMED,
        /** Drawn or computed once for each draw. */
        GENERATED,
        /** Added by the program to what the model has, for reading. */
        DERIVED
    }

    /**
     * One index of a variable.
     *
     * @param name what the index runs over
     * @param extent how many values it has
     * @param labels what each value stands for; empty where it is just a number
     */
    public record Dimension(String name, int extent, List<String> labels) {
        public Dimension {
            labels = List.copyOf(labels);
            require(extent >= 0, "dimension '%s' must not be negative, got %d", name, extent);
            require(
                    labels.isEmpty() || labels.size() == extent,
                    "dimension '%s' has %d values, got %d labels",
                    name,
                    extent,
                    labels.size());
        }
    }

    /** An interval of numbers, possibly without end. */
    public record Range(double lower, double upper) {
        /** All numbers. */
        public static final Range REAL = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

        /** The numbers above zero. */
        public static final Range POSITIVE = new Range(0, Double.POSITIVE_INFINITY);

        public Range {
            require(lower <= upper, "a range must have lower ≤ upper, got (%s, %s)", lower, upper);
        }
    }

    public Variable {
        dimensions = List.copyOf(dimensions);
        require(name != null && !name.isBlank(), "a variable must have a name, got '%s'", name);
    }

    /** A single number. */
    public static Variable scalar(String name, Range range, Role role) {
        return new Variable(name, List.of(), range, role);
    }

    /** With the given extents of its indices, each named after it and its place. */
    public static Variable of(String name, List<Integer> shape, Range range, Role role) {
        List<Dimension> dimensions = new ArrayList<>();
        for (int axis = 0; axis < shape.size(); axis++) {
            dimensions.add(new Dimension(name + "_dim_" + axis, shape.get(axis), List.of()));
        }
        return new Variable(name, dimensions, range, role);
    }

    /** How many numbers it holds. */
    public int size() {
        int size = 1;
        for (Dimension dimension : dimensions) {
            size = Math.multiplyExact(size, dimension.extent());
        }
        return size;
    }

    /** The name of each element, last index fastest. */
    public List<String> elementNames() {
        if (dimensions.isEmpty()) {
            return List.of(name);
        }
        int size = size();
        List<String> names = new ArrayList<>(size);
        int[] index = new int[dimensions.size()];
        for (int i = 0; i < size; i++) {
            StringBuilder text = new StringBuilder(name).append('[');
            for (int axis = 0; axis < index.length; axis++) {
                text.append(axis == 0 ? "" : ",").append(index[axis] + 1);
            }
            names.add(text.append(']').toString());
            for (int axis = index.length - 1;
                    axis >= 0 && ++index[axis] == dimensions.get(axis).extent();
                    axis--) {
                index[axis] = 0;
            }
        }
        return names;
    }
}
