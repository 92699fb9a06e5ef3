package org.driftfield.stan.compile;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;

/** The numbers of the data that a compiled program reads, end to end. */
final class Pool {
    private final IdentityHashMap<double[], Integer> places = new IdentityHashMap<>();
    private double[] numbers = new double[64];
    private int size;

    /** Where the value lies. */
    int place(Arg value) {
        int at = places.computeIfAbsent(value.value, this::add);
        return at + value.at;
    }

    private int add(double[] values) {
        if (size + values.length > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(2 * numbers.length, size + values.length));
        }
        System.arraycopy(values, 0, numbers, size, values.length);
        size += values.length;
        return size - values.length;
    }

    double[] numbers() {
        return Arrays.copyOf(numbers, size);
    }

    /** A value that is known. Its numbers get a place only when an element is asked for that is not. */
    Val constant(Arg value) {
        Type type = value.type;
        return new Val(
                type,
                value.dims,
                k -> k.isConstant() ? Num.of(value.get(k.constant())) : new Num.Datum(k.plus(place(value))),
                null,
                value,
                null);
    }
}
