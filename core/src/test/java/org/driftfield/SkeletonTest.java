package org.driftfield;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SkeletonTest {
    @Test
    void requireNamesTheActual() {
        assertThat(new InputException("x").getMessage()).isEqualTo("x");
    }
}
