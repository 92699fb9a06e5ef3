package org.driftfield.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void everyIndexIsVisitedOnce(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int n : new int[] {0, 1, 9, 10, 1003}) {
                int[] visits = new int[n];
                workers.forEach(n, 10, (worker, from, to) -> {
                    assertThat(worker).isLessThan(threads);
                    for (int i = from; i < to; i++) {
                        visits[i]++;
                    }
                });
                assertThat(Arrays.stream(visits).allMatch(v -> v == 1)).isTrue();
            }
        }
    }

    /** Which of several failures is thrown does not depend on who was faster; and the threads go on working afterwards. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void theFirstFailureIsThrown(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int round = 0; round < 200; round++) {
                assertThatThrownBy(() -> workers.forEach(1000, 10, (worker, from, to) -> {
                            if (from >= 330 && from % 30 == 0) {
                                throw new IllegalStateException("at " + from);
                            }
                        }))
                        .hasMessage("at 330");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void allPiecesAreDoneAndTheFirstFailureIsThrown(int threads) {
        try (Workers workers = new Workers(threads)) {
            AtomicInteger done = new AtomicInteger();
            workers.all(() -> done.addAndGet(1), () -> done.addAndGet(10), () -> done.addAndGet(100));
            assertThat(done).hasValue(111);
            assertThatThrownBy(() -> workers.all(
                            done::incrementAndGet,
                            () -> {
                                throw new IllegalStateException("second");
                            },
                            () -> {
                                throw new IllegalStateException("third");
                            }))
                    .hasMessage("second");
        }
    }
}
