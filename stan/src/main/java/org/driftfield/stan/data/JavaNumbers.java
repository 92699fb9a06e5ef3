package org.driftfield.stan.data;

import java.lang.reflect.Array;
import java.util.Collection;

/** Numbers, arrays and collections of Java. */
final class JavaNumbers {
    private JavaNumbers() {}

    static Numbers of(Object value) {
        Numbers.Builder numbers = new Numbers.Builder();
        add(numbers, value);
        return numbers.build();
    }

    private static void add(Numbers.Builder numbers, Object value) {
        if (numbers.failed()) {
            return;
        }
        if (value instanceof Number number) {
            numbers.number(number.doubleValue());
        } else if (value instanceof Boolean truth) {
            numbers.number(truth ? 1 : 0);
        } else if (value instanceof Collection<?> elements) {
            numbers.begin();
            elements.forEach(element -> add(numbers, element));
            numbers.end();
        } else if (value != null && value.getClass().isArray()) {
            numbers.begin();
            for (int i = 0; i < Array.getLength(value); i++) {
                add(numbers, Array.get(value, i));
            }
            numbers.end();
        } else {
            numbers.fail(value == null ? "is null" : "is a " + value.getClass().getSimpleName());
        }
    }
}
