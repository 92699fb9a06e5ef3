package org.driftfield.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
    /** Known answers of Random123 1.14 (kat_vectors, philox4x32 with 10 rounds): counter, key, output. */
    @Test
    void matchesTheKnownAnswers() {
        // The counter is (block, factor, particle, iteration), and a fresh stream is at block 0.
        RandomStream zero = RandomStream.of(0, 0, 0, 0);
        assertThat(zero.nextLong()).isEqualTo(0xe169c58d_6627e8d5L);
        assertThat(zero.nextLong()).isEqualTo(0x9b00dbd8_bc57ac4cL);
    }

    /** The same cipher by another library, over many keys and blocks. */
    @Test
    void matchesAnotherImplementation() {
        for (int k = 0; k < 20; k++) {
            int[] seed = {k * 31, -k, 0, 7 * k, k << 20, Integer.MAX_VALUE - k};
            UniformRandomProvider other = RandomSource.PHILOX_4X32.create(seed);
            long key = ((long) seed[1] << 32) | (seed[0] & 0xFFFFFFFFL);
            // Its counter has the block in the first word and takes the other three from the seed; it starts at block
            // 1.
            RandomStream stream = RandomStream.of(key, seed[5] & 0xFFFFFFFFL, seed[3], seed[4]);
            stream.nextLong();
            stream.nextLong();
            for (int i = 0; i < 50; i++) {
                long low = other.nextInt() & 0xFFFFFFFFL;
                long high = other.nextInt() & 0xFFFFFFFFL;
                assertThat(stream.nextLong()).isEqualTo((high << 32) | low);
            }
        }
    }

    @Test
    void aStreamIsAFunctionOfItsKey() {
        RandomStream stream = RandomStream.of(5, 6, 7, 8);
        long first = stream.nextLong();
        stream.nextNormal();
        assertThat(stream.reset(5, 6, 7, 8).nextLong()).isEqualTo(first);
        assertThat(stream.reset(5, 6, 7, 9).nextLong()).isNotEqualTo(first);
        assertThat(stream.reset(5, 6, 8, 8).nextLong()).isNotEqualTo(first);
        assertThat(stream.reset(5, 7, 7, 8).nextLong()).isNotEqualTo(first);
        assertThat(stream.reset(5L << 32, 6, 7, 8).nextLong()).isNotEqualTo(first);
        assertThatThrownBy(() -> stream.reset(1, -1, 0, 0)).hasMessage("no random stream for iteration -1");
    }

    /**
     * Normals in bulk, from neighbouring streams: mean, variance, fourth moment and neighbour correlations within and across
     * streams within 4.5 standard errors of 0, 1, 3, 0 and 0 (a good generator fails once in 30,000 seeds). They depend on
     * the key alone, and the stream goes on after them.
     */
    @Test
    void bulkNormalsAreNormal() {
        int streams = 500;
        int n = 1000;
        double[] x = new double[streams * n];
        RandomStream stream = new RandomStream();
        for (int i = 0; i < streams; i++) {
            stream.reset(1, 1, 0, i).nextNormals(x, i * n, n);
        }
        double after = stream.nextDouble();
        double[] again = new double[n];
        stream.reset(1, 1, 0, streams - 1).nextNormals(again, 0, n);
        assertThat(again).isEqualTo(java.util.Arrays.copyOfRange(x, (streams - 1) * n, streams * n));
        assertThat(stream.nextDouble()).isEqualTo(after);
        stream.reset(1, 1, 0, streams - 1).fast();
        for (double value : again) {
            assertThat(stream.nextNormal()).isEqualTo(value);
        }
        assertThat(stream.reset(7, 1, 0, 0).nextLong())
                .isEqualTo(RandomStream.of(7, 1, 0, 0).nextLong());
        double[] moments = new double[5];
        for (int i = n; i < x.length; i++) {
            moments[0] += x[i];
            moments[1] += x[i] * x[i];
            moments[2] += Math.pow(x[i], 4);
            moments[3] += x[i] * x[i - 1];
            moments[4] += x[i] * x[i - n];
        }
        int total = x.length - n;
        double[] expected = {0, 1, 3, 0, 0};
        double[] variance = {1, 2, 96, 1, 1};
        for (int k = 0; k < moments.length; k++) {
            assertThat(moments[k] / total).isCloseTo(expected[k], within(4.5 * Math.sqrt(variance[k] / total)));
        }
    }

    /** First normals of neighbouring streams: mean, variance and neighbour correlation within 4 standard errors of 0, 1, 0. */
    @Test
    void neighbouringStreamsAreIndependent() {
        int n = 200_000;
        RandomStream stream = new RandomStream();
        double mean = 0;
        double square = 0;
        double product = 0;
        double before = 0;
        for (int i = 0; i < n; i++) {
            double x = stream.reset(1, 1, 0, i).nextNormal();
            mean += x / n;
            square += x * x / n;
            product += x * before / n;
            before = x;
        }
        double error = 4 / Math.sqrt(n);
        assertThat(mean).isCloseTo(0, within(error));
        assertThat(square).isCloseTo(1, within(error * Math.sqrt(2)));
        assertThat(product).isCloseTo(0, within(error));
    }
}
