package org.driftfield.store.export;

import org.driftfield.posterior.Posterior;
import org.driftfield.store.folder.FitRecord;

/**
 * Draws of any kind as other programs expect them: chains of successive draws. The particles of a cloud are independent of each
 * other and correlated over time; so they go to a few chains, each a number of particles one after the other with all their
 * draws in the order of time, which an autocorrelation then sees as it is.
 *
 * @param count how many chains
 * @param length draws of each
 */
public record Chains(int count, int length, Posterior.Kind kind, int snapshots, int units) {
    private static final int GROUPS = 4;

    static Chains of(FitRecord.Layout draws) {
        int units = draws.units();
        int count = switch (draws.kind()) {
            case CHAINS -> units;
            case INDEPENDENT -> 1;
            case CLOUD -> {
                int groups = Math.min(GROUPS, units);
                while (units % groups != 0) {
                    groups--;
                }
                yield groups;
            }
        };
        return new Chains(count, draws.snapshots() * units / count, draws.kind(), draws.snapshots(), units);
    }

    /** The place of a draw of a chain among all draws of the posterior. */
    public int place(int chain, int draw) {
        return switch (kind) {
            case CHAINS -> draw * units + chain;
            case INDEPENDENT -> draw;
            case CLOUD -> {
                int particles = units / count;
                int particle = chain * particles + draw / snapshots;
                yield draw % snapshots * units + particle;
            }
        };
    }

    /** The place of the i-th draw when chains follow each other. */
    public int place(int i) {
        return place(i / length, i % length);
    }
}
