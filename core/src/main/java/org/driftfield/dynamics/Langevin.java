package org.driftfield.dynamics;

import org.driftfield.kernel.RandomStream;

/**
 * One Langevin move of one particle, as the paper writes it (eq. "Langevin MC diffusion 2") with a preconditioner P = L Lᵀ:
 *
 * <pre>z' = z + (h/2) P g + √h L ξ,  ξ ~ N(0, I)</pre>
 *
 * written as z' = z + L u with the whitened displacement u = (h/2) Lᵀ g + √h ξ. All arrays hold particles one after the
 * other; {@code at} is where this one starts.
 */
public final class Langevin {
    private Langevin() {}

    /**
     * Writes the moved particle to {@code proposal} and its whitened displacement to {@code u}.
     *
     * @param scratch as long as the others, overwritten
     * @return ‖ξ‖², which {@link #logProposalRatio} needs
     */
    public static double propose(
            double[] z,
            double[] gradient,
            int at,
            int d,
            double h,
            Preconditioner preconditioner,
            RandomStream random,
            double[] u,
            double[] scratch,
            double[] proposal) {
        preconditioner.transposeTimes(gradient, u, at);
        double root = Math.sqrt(h);
        double squares = 0;
        for (int j = at; j < at + d; j++) {
            double xi = random.nextNormal();
            squares += xi * xi;
            u[j] = 0.5 * h * u[j] + root * xi;
        }
        preconditioner.times(u, scratch, at);
        for (int j = at; j < at + d; j++) {
            proposal[j] = z[j] + scratch[j];
        }
        return squares;
    }

    /**
     * log of the density of proposing the way back over that of the way there, which the Metropolis accept step adds to the
     * difference of log densities. The way back needs the whitened displacement -u = (h/2) Lᵀ g' + √h ξ', hence
     * h‖ξ'‖² = ‖u + (h/2) Lᵀ g'‖².
     */
    public static double logProposalRatio(
            double[] u,
            double noiseSquares,
            double[] gradientThere,
            int at,
            int d,
            double h,
            Preconditioner preconditioner,
            double[] scratch) {
        preconditioner.transposeTimes(gradientThere, scratch, at);
        double back = 0;
        for (int j = at; j < at + d; j++) {
            double noise = u[j] + 0.5 * h * scratch[j];
            back += noise * noise;
        }
        return 0.5 * (noiseSquares - back / h);
    }
}
