package org.driftfield.models.network.recipe;

/**
 * How many particles of a group move in the course of a run. What brings a cloud to its place is how many steps its common drift makes, and a
 * handful of particles tells a drift; all of them move in the end, so that they come apart. Those that do not move yet follow the
 * others as copies.
 *
 * @param particles of the group
 * @param first how many move at first
 * @param last how many move just before all do; from first to last their number grows by a constant factor
 * @param part of the run after which all move
 */
public record Growth(int particles, int first, int last, double part) {
    /** What an iteration takes besides its moves, most of it for the common drift: about as long as so many of them. */
    private static final double DRIFT = 2;

    public Growth {
        first = Math.min(first, particles);
        last = Math.min(last, particles);
    }

    /** All particles move. */
    static Growth none(int particles) {
        return new Growth(particles, particles, particles, 0);
    }

    /** How many move in an iteration of a run that ends after so many. */
    public int moving(long iteration, int end) {
        double progress = iteration / (part * end);
        return progress > 1 || part == 0
                ? particles
                : (int) Math.round(first * Math.pow((double) last / first, progress));
    }

    /** The moves of so many iterations of a run that ends after so many. */
    public double moves(double made, double end) {
        double growing = Math.min(made, part * end);
        double rate = growing <= 0 ? 0 : Math.log((double) last / first) / (part * end);
        double few = rate <= 0 ? first * growing : first * Math.expm1(rate * growing) / rate;
        return few + (made - growing) * particles;
    }

    /** What so many iterations of a run that ends after so many take, in moves. */
    public double work(double made, double end) {
        return moves(made, end) + DRIFT * made;
    }
}
