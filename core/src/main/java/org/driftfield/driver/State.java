package org.driftfield.driver;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the next step of an algorithm needs, as named arrays, so that it can be written to a file and read back without
 * knowing whose it is. An array taken from here is the live one: writing to it changes the state.
 */
public final class State implements Serializable {
    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, double[]> arrays = new LinkedHashMap<>();
    private final LinkedHashMap<String, float[]> floats = new LinkedHashMap<>();

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

    /** Makes this array of floats part of the state, for clouds so large that doubles would take too much memory. */
    public State putFloats(String name, float[] values) {
        floats.put(name, values);
        return this;
    }

    /** A single number kept under that name. */
    public double number(String name) {
        return get(name)[0];
    }

    Map<String, double[]> arrays() {
        return arrays;
    }

    Map<String, float[]> floats() {
        return floats;
    }

    /** Copies the values of {@code saved} into the live arrays of this state; names must agree. */
    public void restore(State saved) {
        if (!saved.arrays.keySet().equals(arrays.keySet())
                || !saved.floats.keySet().equals(floats.keySet())) {
            throw new IllegalStateException("saved state has " + saved.arrays.keySet() + saved.floats.keySet()
                    + ", expected " + arrays.keySet() + floats.keySet());
        }
        saved.arrays.forEach((name, values) -> {
            double[] live = arrays.get(name);
            if (live.length == values.length) {
                System.arraycopy(values, 0, live, 0, values.length);
            } else {
                arrays.put(name, values);
            }
        });
        saved.floats.forEach((name, values) -> {
            float[] live = floats.get(name);
            if (live.length != values.length) {
                throw new IllegalStateException(
                        "saved '" + name + "' has " + values.length + " numbers, expected " + live.length);
            }
            System.arraycopy(values, 0, live, 0, values.length);
        });
    }
}
