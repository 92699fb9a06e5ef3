package org.driftfield.dynamics;

import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;

/**
 * One Langevin move of one particle, as the paper writes it (eq. "Langevin MC diffusion 2") with a preconditioner P = L Lᵀ:
 *
 * <pre>z' = z + (h/2) P g + √h L ξ,  ξ ~ N(0, I)</pre>
 *
 * written as z' = z + L u with the whitened displacement u = (h/2) Lᵀ g + √h ξ. All arrays hold particles one after the
 * other; {@code at} is where this one starts. L and Lᵀ are applied by the caller, who has many particles at once.
 */
public final class Langevin {
    private Langevin() {}

    /**
     * The sizes of a move: u = drift Lᵀ g + √noise ξ.
     *
     * @param drift the part of the way along the gradient
     * @param noise the variance of the noise
     */
    public record Step(double drift, double noise) {
        /** The largest step size of {@link #matched}: particles on a normal target are then drawn afresh. */
        public static final double LARGEST_MATCHED = 2;

        /** The paper's. */
        public static Step explicit(double h) {
            return new Step(0.5 * h, h);
        }

        /**
         * With so much less noise that a normal target with covariance P is left as it is by the move itself, whatever the
         * step size (Cotter, Roberts, Stuart and White 2013): of a target that is nearly so, the Metropolis rule then rejects
         * only for what is not normal, however many coordinates there are.
         */
        public static Step matched(double h) {
            return new Step(0.5 * h, h * (1 - 0.25 * h));
        }
    }

    /**
     * Turns Lᵀ g into the whitened displacement u.
     *
     * @param u Lᵀ g where the particle is; receives the displacement
     * @param noise receives ξ
     * @return ‖ξ‖², which {@link #logProposalRatio} needs
     */
    public static double displace(double[] u, int at, int d, Step step, RandomStream random, double[] noise) {
        random.nextNormals(noise, at, d);
        double drift = step.drift();
        double root = Math.sqrt(step.noise());
        for (int j = at; j < at + d; j++) {
            u[j] = drift * u[j] + root * noise[j];
        }
        return Kernels.dot(noise, at, noise, at, d);
    }

    /**
     * log of the density of proposing the way back over that of the way there, which the Metropolis accept step adds to the
     * difference of log densities. The way back needs the whitened displacement -u = drift Lᵀ g' + √noise ξ', hence
     * noise ‖ξ'‖² = ‖u + drift Lᵀ g'‖².
     *
     * @param there Lᵀ g' at the proposal; overwritten
     */
    public static double logProposalRatio(double[] u, double noiseSquares, double[] there, int at, int d, Step step) {
        double drift = step.drift();
        for (int j = at; j < at + d; j++) {
            there[j] = u[j] + drift * there[j];
        }
        return 0.5 * (noiseSquares - Kernels.dot(there, at, there, at, d) / step.noise());
    }
}
