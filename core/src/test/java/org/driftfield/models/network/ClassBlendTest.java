package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shares of more groups than were tried. */
class ClassBlendTest {
    /** s/(s + v/runs) with s = 1 and v = 3. */
    private static double truth(double runs) {
        return 1 / (1 + 3 / runs);
    }

    @Test
    void findsTheShareOfMoreGroupsFromThoseOfOneAndTwo() {
        for (double runs : new double[] {1.5, 2, 4, 6}) {
            assertThat(ClassBlend.shareOf(runs, truth(1), truth(1), truth(2)))
                    .as("%s runs", runs)
                    .isCloseTo(truth(runs), within(1e-12));
        }
    }

    @Test
    void doesNotTakeChanceForATrend() {
        // A share of 5 % that was 2 % of each run alone is no reason to leave the line out.
        assertThat(ClassBlend.shareOf(6, 0.02, 0.02, 0.05)).isBetween(0.05, 0.15);
        assertThat(ClassBlend.shareOf(6, 0, 0.04, 0.05)).isEqualTo(0.05);
        assertThat(ClassBlend.shareOf(6, 0.04, 0.04, 0)).isZero();
    }
}
