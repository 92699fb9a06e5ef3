package org.driftfield.stan.tape;

import java.util.Arrays;

/** A list of whole numbers that is filled again and again. */
final class Indexes {
    int[] list = new int[16];
    int size;

    void clear() {
        size = 0;
    }

    void add(int i) {
        if (size == list.length) {
            list = Arrays.copyOf(list, 2 * size);
        }
        list[size++] = i;
    }
}
