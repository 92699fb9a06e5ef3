package org.driftfield.sampler;

import java.util.Arrays;
import org.driftfield.InferenceException;
import org.driftfield.driver.State;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * How particles are proposed to move, learnt from their own mean and covariance LLᵀ: all over again from a multivariate t
 * distribution with these moments, or by a normal step whose length follows the acceptance. Which of the two carries further
 * depends on how near to normal the target is and on the noise of the likelihood, so both are tried and the better one is
 * used from there on, the other one for every fourth move: it reaches what the first leaves out.
 */
final class CloudProposal {
    static final int AFRESH = 0;
    static final int STEP = 1;
    private static final int KINDS = 2;
    private static final int EVERY = 4;

    private static final int DEGREES = 5;
    /** The best random-walk step for a normal target, in its standard deviations times √d (Roberts and Rosenthal 2001). */
    private static final double BEST_STEP = 2.38;

    private static final double WANTED_ACCEPTANCE = 0.2;
    private static final double RIDGE = 1e-9;

    private final int d;
    private final double[] mean;
    private final double[] factor;
    private final double[] scale;
    private final double[] jumps = new double[KINDS];
    private final CholeskyDecomposition_F64<DMatrixRMaj> cholesky;

    CloudProposal(int d, State state) {
        this.d = d;
        mean = new double[d];
        factor = new double[d * d];
        scale = new double[] {BEST_STEP / Math.sqrt(d)};
        cholesky = DecompositionFactory_DDRM.chol(d, true);
        state.put("proposal.mean", mean)
                .put("proposal.factor", factor)
                .put("proposal.scale", scale)
                .put("proposal.jumps", jumps);
    }

    /** Takes mean and covariance from weighted particles. */
    void learn(double[] z, double[] weights) {
        Arrays.fill(mean, 0);
        for (int i = 0; i < weights.length; i++) {
            for (int j = 0; j < d; j++) {
                mean[j] += weights[i] * z[i * d + j];
            }
        }
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        for (int i = 0; i < weights.length; i++) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    covariance.data[j * d + k] += weights[i] * (z[i * d + j] - mean[j]) * (z[i * d + k] - mean[k]);
                }
            }
        }
        for (int j = 0; j < d; j++) {
            covariance.data[j * d + j] *= 1 + RIDGE;
        }
        if (!cholesky.decompose(covariance)) {
            throw new InferenceException(
                    "the particles have collapsed: they span fewer than %d dimensions; use more", d);
        }
        System.arraycopy(cholesky.getT(null).data, 0, factor, 0, d * d);
        Arrays.fill(jumps, Double.POSITIVE_INFINITY);
    }

    double[] mean() {
        return mean;
    }

    /** The kind of the given move of a temperature, counted from 0. */
    int kind(int move) {
        int better = jumps[AFRESH] >= jumps[STEP] ? AFRESH : STEP;
        if (move < KINDS) {
            return move;
        }
        return move % EVERY == EVERY - 1 ? 1 - better : better;
    }

    /**
     * Writes a proposal to {@code to}.
     *
     * @return log of the ratio by which the acceptance is corrected: the density of the way back over that of the way there
     */
    double propose(int kind, double[] z, int at, RandomStream random, double[] noise, double[] to) {
        double length = kind == STEP ? scale[0] : 1 / Math.sqrt(chiSquare(random) / DEGREES);
        for (int j = 0; j < d; j++) {
            noise[j] = length * random.nextNormal();
        }
        for (int j = 0; j < d; j++) {
            double sum = kind == STEP ? z[at + j] : mean[j];
            for (int k = 0; k <= j; k++) {
                sum += factor[j * d + k] * noise[k];
            }
            to[j] = sum;
        }
        return kind == STEP ? 0 : logDensity(z, at, noise) - logDensity(to, 0, noise);
    }

    private static double chiSquare(RandomStream random) {
        double sum = 0;
        for (int i = 0; i < DEGREES; i++) {
            double normal = random.nextNormal();
            sum += normal * normal;
        }
        return sum;
    }

    /** Of the t distribution, up to a constant. */
    private double logDensity(double[] z, int at, double[] scratch) {
        return -0.5 * (DEGREES + d) * Math.log1p(distance(z, at, mean, 0, scratch) / DEGREES);
    }

    /** The squared distance of two points in units of the covariance. */
    double distance(double[] a, int aAt, double[] b, int bAt, double[] scratch) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            double value = a[aAt + j] - b[bAt + j];
            for (int k = 0; k < j; k++) {
                value -= factor[j * d + k] * scratch[k];
            }
            scratch[j] = value / factor[j * d + j];
            sum += scratch[j] * scratch[j];
        }
        return sum;
    }

    /** Learns from a move of all particles. */
    void tune(int kind, double acceptance, double jump) {
        jumps[kind] = jump;
        if (kind == STEP) {
            scale[0] *= Math.exp(acceptance - WANTED_ACCEPTANCE);
        }
    }
}
