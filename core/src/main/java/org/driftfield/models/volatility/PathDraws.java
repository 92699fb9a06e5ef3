package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

/**
 * Whole paths of the log variance, jointly drawn from the posterior with the parameters.
 *
 * @param draws which draw of the parameters each belongs to, counted from 0
 * @param logVariance for each the log variance at each time of the series
 */
public record PathDraws(int[] draws, double[][] logVariance) {
    /** Writes a path. */
    @FunctionalInterface
    public interface Reader {
        void read(int draw, double[] path);
    }

    /** So many paths at the most, evenly chosen among {@code n} of the given length. */
    public static PathDraws among(int n, int most, Reader reader, int size) {
        require(most >= 1, "at least 1 path must be asked for, got %d", most);
        int count = Math.min(n, most);
        PathDraws chosen = new PathDraws(new int[count], new double[count][size]);
        for (int k = 0; k < count; k++) {
            chosen.draws[k] = (int) ((long) k * n / count);
            reader.read(chosen.draws[k], chosen.logVariance[k]);
        }
        return chosen;
    }

    /** The same where path {@code i} belongs to draw {@code names[i]}. */
    public PathDraws renamed(int[] names) {
        int[] renamed = new int[draws.length];
        for (int k = 0; k < renamed.length; k++) {
            renamed[k] = names[draws[k]];
        }
        return new PathDraws(renamed, logVariance);
    }
}
