package org.driftfield.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

/** Moves on the normal target N(0, diag(variance)), shaped by sd. */
class LangevinTest {
    private static final int D = 7;

    private final double[] sd = new double[D];
    private final double[] variance = new double[D];
    private final double[] z = new double[D];
    private final double[] proposal = new double[D];

    /** Makes a move; returns the log of the Metropolis ratio. */
    private double move(Langevin.Step step) {
        Preconditioner shape = Preconditioner.diagonal(sd);
        double[] u = new double[D];
        double[] scratch = new double[D];
        shape.transposeTimes(gradient(z), 0, u, 0, 1);
        double squares = Langevin.displace(u, 0, D, step, RandomStream.of(4, 1, 0, 0), scratch);
        shape.times(u, 0, proposal, 0, 1);
        for (int j = 0; j < D; j++) {
            proposal[j] += z[j];
        }
        double[] there = new double[D];
        shape.transposeTimes(gradient(proposal), 0, there, 0, 1);
        double ratio = logDensity(proposal) - logDensity(z);
        return ratio + Langevin.logProposalRatio(u, squares, there, 0, D, step);
    }

    private double[] gradient(double[] at) {
        double[] out = new double[D];
        for (int j = 0; j < D; j++) {
            out[j] = -at[j] / variance[j];
        }
        return out;
    }

    private double logDensity(double[] at) {
        double sum = 0;
        for (int j = 0; j < D; j++) {
            sum -= 0.5 * at[j] * at[j] / variance[j];
        }
        return sum;
    }

    /** log of the density of going from one point to another, without constants. */
    private double logProposal(double[] from, double[] to, Langevin.Step step) {
        double[] g = gradient(from);
        double sum = 0;
        for (int j = 0; j < D; j++) {
            double off = to[j] - from[j] - step.drift() * sd[j] * sd[j] * g[j];
            sum -= 0.5 * off * off / (step.noise() * sd[j] * sd[j]);
        }
        return sum;
    }

    @Test
    void theRatioIsThatOfTheProposalDensities() {
        for (int j = 0; j < D; j++) {
            sd[j] = 0.5 + j;
            variance[j] = 3 - 0.3 * j;
            z[j] = Math.sin(j);
        }
        for (Langevin.Step step :
                new Langevin.Step[] {Langevin.Step.explicit(0.1), Langevin.Step.explicit(3), Langevin.Step.matched(1.2)
                }) {
            double ratio = move(step);
            double expected = logDensity(proposal)
                    - logDensity(z)
                    + logProposal(proposal, z, step)
                    - logProposal(z, proposal, step);
            assertThat(ratio).isCloseTo(expected, within(1e-10 * Math.abs(expected)));
        }
    }

    /** A normal target with the covariance of the moves is left alone by matched ones: all are accepted. */
    @Test
    void matchedMovesLeaveANormalTargetAlone() {
        for (int j = 0; j < D; j++) {
            sd[j] = 0.5 + j;
            variance[j] = sd[j] * sd[j];
            z[j] = 2 * Math.cos(j);
        }
        for (double h : new double[] {0.01, 0.5, 1.3, Langevin.Step.LARGEST_MATCHED}) {
            assertThat(move(Langevin.Step.matched(h))).isCloseTo(0, within(1e-12));
        }
        assertThat(Math.abs(move(Langevin.Step.explicit(1.3)))).isGreaterThan(0.01);
    }
}
