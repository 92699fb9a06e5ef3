package org.driftfield.dynamics;

import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;

/** Langevin moves, each accepted or rejected by the Metropolis rule. */
final class AdjustedLangevin implements ParticleDynamics {
    @Override
    public boolean adjusted() {
        return true;
    }

    @Override
    public double largestStep(boolean matched) {
        return matched ? Langevin.Step.LARGEST_MATCHED : ParticleDynamics.super.largestStep(false);
    }

    @Override
    public Moves moves(Particles cloud, int chunk, int threads) {
        Space[] spaces = new Space[threads];
        java.util.Arrays.setAll(spaces, worker -> new Space(chunk, cloud.dimension()));
        return (sweep, worker, from, to) -> move(cloud, spaces[worker], sweep, worker, from, to);
    }

    /** The moves of a chunk of particles, as they are being made by one thread. */
    private static final class Space {
        final double[] displacement;
        final double[] proposal;
        final double[] gradient;
        final double[] scratch;
        final double[] logDensity;
        final double[] noiseSquares;
        final double[] logUniform;

        Space(int chunk, int d) {
            displacement = new double[chunk * d];
            proposal = new double[chunk * d];
            gradient = new double[chunk * d];
            scratch = new double[chunk * d];
            logDensity = new double[chunk];
            noiseSquares = new double[chunk];
            logUniform = new double[chunk];
        }
    }

    private static void move(Particles cloud, Space own, Sweep sweep, int worker, int from, int to) {
        Langevin.Step step = sweep.matched() ? Langevin.Step.matched(sweep.h()) : Langevin.Step.explicit(sweep.h());
        int d = cloud.dimension();
        int count = to - from;
        sweep.preconditioner().transposeTimes(cloud.gradient(), from * d, own.displacement, 0, count);
        for (int k = 0; k < count; k++) {
            RandomStream random = sweep.random(worker, from + k);
            own.noiseSquares[k] = Langevin.displace(own.displacement, k * d, d, step, random, own.scratch);
            own.logUniform[k] = Math.log(1 - random.nextDouble());
        }
        sweep.preconditioner().times(own.displacement, 0, own.proposal, 0, count);
        Kernels.axpy(1, cloud.z(), from * d, own.proposal, 0, count * d);
        sweep.target().evaluate(worker, from, own.proposal, 0, count, own.logDensity, own.gradient);
        sweep.preconditioner().transposeTimes(own.gradient, 0, own.scratch, 0, count);
        for (int k = 0; k < count; k++) {
            double there = own.logDensity[k];
            double logRatio = there
                    - cloud.logDensity()[from + k]
                    + Langevin.logProposalRatio(own.displacement, own.noiseSquares[k], own.scratch, k * d, d, step);
            cloud.decide(from + k, logRatio, own.logUniform[k], there, own.proposal, own.gradient, k);
        }
    }
}
