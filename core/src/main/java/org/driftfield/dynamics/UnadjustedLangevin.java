package org.driftfield.dynamics;

import java.util.function.DoubleSupplier;
import org.driftfield.kernel.Kernels;

/** Langevin moves as the paper writes them: each is made. The step size is tuned to the bias that it brings. */
final class UnadjustedLangevin implements ParticleDynamics {
    /** The move inflates a variance by 1/(1 - hλ/4): the automatic step ends at two per cent. */
    private static final double BIAS = 0.02;

    /** The first steps are so many times larger, to get near the answer quickly; that falls with this many iterations. */
    private static final double FIRST_STEPS = 12;

    private static final double FALL = 10;

    @Override
    public boolean adjusted() {
        return false;
    }

    @Override
    public double step(double tuned, long iteration, boolean tuning) {
        return tuning ? tuned * (1 + FIRST_STEPS * Math.exp(-iteration / FALL)) : tuned;
    }

    @Override
    public double renewed(double tuned, DoubleSupplier curvature) {
        return 4 * BIAS / curvature.getAsDouble();
    }

    @Override
    public double steered(double tuned, double acceptance, double aim, double moves) {
        return tuned;
    }

    @Override
    public Moves moves(Particles cloud, int chunk, int threads) {
        int d = cloud.dimension();
        double[][] displacements = new double[threads][chunk * d];
        double[][] proposals = new double[threads][chunk * d];
        double[][] noises = new double[threads][chunk * d];
        return (sweep, worker, from, to) -> {
            Langevin.Step step = Langevin.Step.explicit(sweep.h());
            double[] displacement = displacements[worker];
            double[] proposal = proposals[worker];
            int count = to - from;
            sweep.preconditioner().transposeTimes(cloud.gradient(), from * d, displacement, 0, count);
            for (int k = 0; k < count; k++) {
                Langevin.displace(displacement, k * d, d, step, sweep.random(worker, from + k), noises[worker]);
            }
            sweep.preconditioner().times(displacement, 0, proposal, 0, count);
            Kernels.axpy(1, cloud.z(), from * d, proposal, 0, count * d);
            System.arraycopy(proposal, 0, cloud.z(), from * d, count * d);
        };
    }
}
