package org.driftfield.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamKeysTest {
    @Test
    void noTwoUsesShareAStream() throws IllegalAccessException {
        List<Integer> keys = new ArrayList<>();
        for (Field field : StreamKeys.class.getFields()) {
            keys.add(field.getInt(null));
        }
        assertThat(keys).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    }

    @Test
    void noTwoShufflesShareAnOrder() throws IllegalAccessException {
        List<Long> keys = new ArrayList<>();
        for (Field field : StreamKeys.Order.class.getFields()) {
            keys.add(field.getLong(null));
        }
        assertThat(keys).hasSizeGreaterThan(2).doesNotHaveDuplicates();
    }
}
