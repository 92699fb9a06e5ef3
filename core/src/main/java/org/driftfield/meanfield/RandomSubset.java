package org.driftfield.meanfield;

import org.driftfield.distribution.Distribution;
import org.driftfield.model.Support;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * A fresh random subset of m particles of the other factors (eq. "update X" of the paper), drawn for each of them on its
 * own and without return.
 *
 * <p>All particles of a cloud see the same subset, so its noise moves the whole cloud, and factors that depend on each other
 * hand it back and forth, larger each time: with correlation ρ between two factors their means wobble by a variance of the
 * order of ρ²/(1-ρ⁴)/m. A matched subset is shifted and stretched so that each coordinate has the mean and the standard
 * deviation of its cloud (on the unconstrained scale, exact ones for a closed form). That takes away the noise of first
 * order, and all of it where the gradient is linear in the other factors.
 */
final class RandomSubset {
    private final JointCloud joint;
    private final Factor[] factors;
    private final CloudMarginals marginals;
    private final int particles;
    private final int d;
    private final int count;
    private final boolean matched;
    private final int[] deck;

    RandomSubset(
            JointCloud joint, Factor[] factors, CloudMarginals marginals, int particles, int count, boolean matched) {
        this.joint = joint;
        this.factors = factors;
        this.marginals = marginals;
        this.particles = particles;
        this.d = joint.dimension();
        this.count = count;
        this.matched = matched && count < particles;
        this.deck = new int[particles];
    }

    /** Fills the rows of {@code points}, on the free scale, for a move of factor f, whose own columns are left alone. */
    void draw(int f, long seed, long iteration, RandomStream stream, double[] points) {
        for (int other = 0; other < factors.length; other++) {
            if (other == f) {
                continue;
            }
            int[] own = factors[other].block().coordinates();
            RandomStream random = stream.reset(seed, iteration, f, StreamKeys.NoParticle.SUBSET - other);
            for (int i = 0; i < particles; i++) {
                deck[i] = i;
            }
            for (int s = 0; s < count; s++) {
                int swap = s + random.nextInt(particles - s);
                int chosen = deck[swap];
                deck[swap] = deck[s];
                for (int j = 0; j < own.length; j++) {
                    points[s * d + own[j]] = joint.z()[chosen * d + own[j]];
                }
            }
            Distribution closed = marginals.closed(other);
            if (matched && (closed == null || !closed.tied())) {
                for (int j = 0; j < own.length; j++) {
                    match(other, own[j], j, points);
                }
            }
        }
    }

    /** Gives one column the moments of its cloud. */
    private void match(int other, int coordinate, int place, double[] points) {
        Support support = joint.support(coordinate);
        Distribution closed = marginals.closed(other);
        double mean = 0;
        double variance = 0;
        if (closed == null) {
            for (int i = 0; i < particles; i++) {
                mean += joint.z()[i * d + coordinate] / particles;
            }
            for (int i = 0; i < particles; i++) {
                double off = joint.z()[i * d + coordinate] - mean;
                variance += off * off / particles;
            }
        } else if (support.equals(Support.REAL)) {
            mean = closed.mean(place);
            variance = closed.covariance(place, place);
        } else {
            double middle = closed.expect(place, support::unconstrain);
            mean = middle;
            variance = closed.expect(place, x -> {
                double off = support.unconstrain(x) - middle;
                return off * off;
            });
        }
        double ownMean = 0;
        for (int s = 0; s < count; s++) {
            ownMean += points[s * d + coordinate] / count;
        }
        double ownVariance = 0;
        for (int s = 0; s < count; s++) {
            double off = points[s * d + coordinate] - ownMean;
            ownVariance += off * off / count;
        }
        double stretch = Math.sqrt(variance / ownVariance);
        // Particles that all sit in one place, or a closed form without these moments, are taken as they are.
        boolean usable = stretch > 0 && stretch <= Double.MAX_VALUE && Math.abs(mean) <= Double.MAX_VALUE;
        for (int s = 0; usable && s < count; s++) {
            points[s * d + coordinate] = mean + stretch * (points[s * d + coordinate] - ownMean);
        }
    }
}
