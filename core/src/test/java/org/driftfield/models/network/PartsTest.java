package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.driftfield.data.EncodedRows;
import org.junit.jupiter.api.Test;

class PartsTest {
    private static EncodedRows rows(int from, int to) {
        double[] y = IntStream.range(from, to).asDoubleStream().toArray();
        return new EncodedRows(new float[y.length], y, IntStream.range(from, to).toArray(), 1, new BitSet());
    }

    /** Each training row stands aside once, and what stands aside is not learnt from. */
    @Test
    void everyTrainingRowStandsAsideOnce() {
        EncodedRows train = rows(0, 23);
        EncodedRows validation = rows(23, 30);
        double[] aside = new double[0];
        for (int k = 1; k < Parts.COUNT; k++) {
            Parts.Part part = Parts.of(train, validation, k, 5);
            assertThat(DoubleStream.concat(
                                    Arrays.stream(part.aside().y()),
                                    Arrays.stream(part.rest().y()))
                            .sorted()
                            .toArray())
                    .isEqualTo(IntStream.range(0, 30).asDoubleStream().toArray());
            aside = DoubleStream.concat(
                            Arrays.stream(aside), Arrays.stream(part.aside().y()))
                    .toArray();
        }
        Arrays.sort(aside);
        assertThat(aside).isEqualTo(train.y());
    }
}
