package org.driftfield.store.export;

import org.driftfield.posterior.Posterior;

/**
 * Draws of any kind as other programs expect them: chains of successive draws. The particles of a cloud are independent of each
 * other and correlated over time; so they go to a few chains, each a number of particles one after the other with all their
 * draws in the order of time, which an autocorrelation then sees as it is.
 *
 * @param count how many chains
 * @param length draws of each
 */
record Chains(int count, int length, Posterior posterior) {
    private static final int GROUPS = 4;

    static Chains of(Posterior posterior) {
        int count = switch (posterior.kind()) {
            case CHAINS -> posterior.units();
            case INDEPENDENT -> 1;
            case CLOUD -> {
                int groups = Math.min(GROUPS, posterior.units());
                while (posterior.units() % groups != 0) {
                    groups--;
                }
                yield groups;
            }
        };
        return new Chains(count, posterior.size() / count, posterior);
    }

    /** The place of a draw of a chain among all draws of the posterior. */
    int place(int chain, int draw) {
        return switch (posterior.kind()) {
            case CHAINS -> draw * posterior.units() + chain;
            case INDEPENDENT -> draw;
            case CLOUD -> {
                int particles = posterior.units() / count;
                int particle = chain * particles + draw / posterior.snapshots();
                yield draw % posterior.snapshots() * posterior.units() + particle;
            }
        };
    }

    /** The values of one coordinate, chain after chain. */
    double[] values(String name) {
        double[] draws = posterior.draws(name);
        double[] out = new double[draws.length];
        for (int c = 0; c < count; c++) {
            for (int i = 0; i < length; i++) {
                out[c * length + i] = draws[place(c, i)];
            }
        }
        return out;
    }
}
