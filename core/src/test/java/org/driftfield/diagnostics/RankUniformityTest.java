package org.driftfield.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

class RankUniformityTest {
    private static RankUniformity of(DoubleUnaryOperator shape, long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        int[] ranks = IntStream.range(0, 200)
                .map(i -> (int) (100 * shape.applyAsDouble(random.nextDouble())))
                .toArray();
        return RankUniformity.of(ranks, 99);
    }

    /** Under uniformity p is below 0.05 in at most one of twenty: 40 tries should see fewer than 8 (odds of 1 in 1000). */
    @Test
    void uniformRanksPass() {
        assertThat(IntStream.range(0, 40).filter(seed -> of(u -> u, seed).p() < 0.05))
                .hasSizeLessThan(8);
    }

    @Test
    void whatIsWrongIsSeenAndNamed() {
        RankUniformity shifted = of(u -> u * u, 1);
        assertThat(shifted.p()).isLessThan(1e-4);
        assertThat(shifted.zMean()).isLessThan(-4);
        RankUniformity narrow = of(u -> 0.5 + 0.5 * Math.signum(u - 0.5) * Math.sqrt(Math.abs(2 * u - 1)) * 0.9999, 2);
        assertThat(narrow.p()).isLessThan(1e-4);
        assertThat(narrow.zSpread()).isGreaterThan(4);
        assertThat(IntStream.of(shifted.counts()).sum()).isEqualTo(200);
    }
}
