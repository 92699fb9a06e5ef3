package org.driftfield.model;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.List;

/**
 * A named parameter of a model: a scalar, vector or array of numbers with one {@link Support}. Its elements are named as in
 * Stan: {@code sigma}, {@code beta[1]}, {@code W[2,3]}, last index fastest.
 *
 * @param name how the parameter is called in every output
 * @param support the values each element may take
 * @param shape empty for a scalar, otherwise the extent of each dimension
 */
public record Parameter(String name, Support support, List<Integer> shape) {
    public Parameter {
        require(name != null && !name.isBlank(), "a parameter must have a name, got '%s'", name);
        require(support != null, "parameter '%s' must have a support", name);
        shape = List.copyOf(shape);
        for (int extent : shape) {
            require(extent >= 1, "parameter '%s': each dimension must be at least 1, got %s", name, shape);
        }
    }

    /** A parameter on the real line. */
    public static Parameter real(String name, int... shape) {
        return of(name, Support.REAL, shape);
    }

    /** A parameter above zero. */
    public static Parameter positive(String name, int... shape) {
        return of(name, Support.POSITIVE, shape);
    }

    /** A parameter strictly between two bounds. */
    public static Parameter interval(String name, double lower, double upper, int... shape) {
        return of(name, Support.interval(lower, upper), shape);
    }

    /** A parameter with any support. */
    public static Parameter of(String name, Support support, int... shape) {
        List<Integer> extents = new ArrayList<>();
        for (int extent : shape) {
            extents.add(extent);
        }
        return new Parameter(name, support, extents);
    }

    /** How many numbers the parameter holds. */
    public int size() {
        int size = 1;
        for (int extent : shape) {
            size = Math.multiplyExact(size, extent);
        }
        return size;
    }

    /** The name of each element, last index fastest. */
    public List<String> elementNames() {
        return variable().elementNames();
    }

    /** What a posterior has draws of. */
    public Variable variable() {
        return Variable.of(name, shape, support.range(), Variable.Role.PARAMETER);
    }
}
