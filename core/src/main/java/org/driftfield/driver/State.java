package org.driftfield.driver;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the next step of an algorithm needs, as named arrays, so that it can be written to a file and read back without
 * knowing whose it is. An array taken from here is the live one: writing to it changes the state.
 */
public final class State {
    private final Map<String, double[]> arrays = new LinkedHashMap<>();

    /** Makes this array part of the state under the given name, in place of one of that name. */
    public State put(String name, double[] values) {
        arrays.put(name, values);
        return this;
    }

    /** The live array of that name. */
    public double[] get(String name) {
        double[] values = arrays.get(name);
        if (values == null) {
            throw new IllegalStateException("no '" + name + "' in the state; it has " + arrays.keySet());
        }
        return values;
    }

    /** A single number kept under that name. */
    public double number(String name) {
        return get(name)[0];
    }

    Map<String, double[]> arrays() {
        return arrays;
    }

    /** Copies the values of {@code saved} into the live arrays of this state; names must agree. */
    void restore(State saved) {
        if (!saved.arrays.keySet().equals(arrays.keySet())) {
            throw new IllegalStateException(
                    "saved state has " + saved.arrays.keySet() + ", expected " + arrays.keySet());
        }
        saved.arrays.forEach((name, values) -> {
            double[] live = arrays.get(name);
            if (live.length == values.length) {
                System.arraycopy(values, 0, live, 0, values.length);
            } else {
                arrays.put(name, values);
            }
        });
    }
}
