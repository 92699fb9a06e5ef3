package org.driftfield.random;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * A stream of random numbers that is a pure function of its key (seed, iteration, factor, particle): whichever thread asks,
 * and whether or not the run was stopped and resumed in between, the same key gives the same numbers. Philox4x32-10 of
 * Salmon, Moraes, Dror and Shaw (2011): the seed is the cipher's key, the rest of the key and a block number its counter, so
 * that no two streams overlap. One instance serves one thread and is re-keyed as often as needed without allocating.
 */
public final class RandomStream implements UniformRandomProvider {
    private static final long MULTIPLIER_0 = 0xD2511F53L;
    private static final long MULTIPLIER_1 = 0xCD9E8D57L;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;
    private static final int ROUNDS = 10;

    /** Never read: keeps the state of streams that different threads write to on different cache lines. */
    @SuppressWarnings({"unused", "UnusedVariable"})
    private long apart0, apart1, apart2, apart3, apart4, apart5, apart6, apart7;

    private final ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(this);
    private final Bulk bulk = new Bulk();
    private final ZigguratSampler.NormalizedGaussian bulkGaussian = ZigguratSampler.NormalizedGaussian.of(bulk);
    private int key0;
    private int key1;
    private int iteration;
    private int particle;
    private int factor;
    private int block;
    private long second;
    private boolean hasSecond;
    private boolean fast;

    /** A stream at the given key; see {@link #reset}. */
    public static RandomStream of(long seed, long iteration, int factor, int particle) {
        return new RandomStream().reset(seed, iteration, factor, particle);
    }

    /**
     * Moves to the start of the stream of this key.
     *
     * @param seed any number
     * @param iteration from 0 to 2^32 - 1
     * @param factor which factor, or which other use of randomness: any number
     * @param particle any number
     */
    public RandomStream reset(long seed, long iteration, int factor, int particle) {
        if (iteration >>> 32 != 0) {
            throw new IllegalArgumentException("no random stream for iteration " + iteration);
        }
        this.key0 = (int) seed;
        this.key1 = (int) (seed >>> 32);
        this.iteration = (int) iteration;
        this.particle = particle;
        this.factor = factor;
        this.block = 0;
        this.hasSecond = false;
        this.fast = false;
        return this;
    }

    /**
     * From here on numbers of a generator without a cipher, several times faster: the next block of this stream is its state.
     * For many numbers of one key.
     */
    public RandomStream fast() {
        bulk.start(nextLong(), nextLong());
        fast = true;
        return this;
    }

    @Override
    public long nextLong() {
        if (fast) {
            return bulk.nextLong();
        }
        if (hasSecond) {
            hasSecond = false;
            return second;
        }
        int c0 = block++;
        int c1 = factor;
        int c2 = particle;
        int c3 = iteration;
        int k0 = key0;
        int k1 = key1;
        for (int round = 0; round < ROUNDS; round++) {
            long product0 = MULTIPLIER_0 * (c0 & 0xFFFFFFFFL);
            long product1 = MULTIPLIER_1 * (c2 & 0xFFFFFFFFL);
            c0 = (int) (product1 >>> 32) ^ c1 ^ k0;
            c1 = (int) product1;
            c2 = (int) (product0 >>> 32) ^ c3 ^ k1;
            c3 = (int) product0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        second = ((long) c3 << 32) | (c2 & 0xFFFFFFFFL);
        hasSecond = true;
        return ((long) c1 << 32) | (c0 & 0xFFFFFFFFL);
    }

    /** A standard normal variate. */
    public double nextNormal() {
        return gaussian.sample();
    }

    /**
     * Fills {@code out[at … at+n-1]} with standard normal variates, several times faster than one by one: the next block of
     * this stream becomes the state of a generator without a cipher.
     */
    public void nextNormals(double[] out, int at, int n) {
        bulk.start(nextLong(), nextLong());
        for (int i = at; i < at + n; i++) {
            out[i] = bulkGaussian.sample();
        }
    }

    /** The generator xoroshiro128++ of Blackman and Vigna (2021). */
    private static final class Bulk implements UniformRandomProvider {
        private long low;
        private long high;

        void start(long first, long second) {
            low = first;
            // The one state that generates nothing but zeros.
            high = first == 0 && second == 0 ? 1 : second;
        }

        @Override
        public long nextLong() {
            long a = low;
            long b = high ^ a;
            long out = Long.rotateLeft(a + high, 17) + a;
            low = Long.rotateLeft(a, 49) ^ b ^ (b << 21);
            high = Long.rotateLeft(b, 28);
            return out;
        }
    }
}
