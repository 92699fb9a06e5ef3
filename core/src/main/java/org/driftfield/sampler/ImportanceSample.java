package org.driftfield.sampler;

import java.util.Arrays;
import org.driftfield.diagnostics.Psis;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Resampling;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Draws that importance weights make of a normal approximation: proposals from the normal, half of them with the tails of a
 * Student t, weighted by the target with smoothed weights and resampled. Before that the normal takes on the weighted mean and
 * covariance of a first round, since a mode is not a mean.
 */
final class ImportanceSample {
    private static final double LOG_2PI = Math.log(2 * Math.PI);

    /** Degrees of freedom of the heavier half. */
    private static final int FREEDOM = 5;

    /** A first round is worth following when it has so many effective draws for each coordinate. */
    private static final double ENOUGH = 10;

    private final FreeModel.Evaluator density;
    private final int d;
    private final int n;
    private final long seed;
    private final double[] points;
    private final double logTail;
    private Psis.Result weights;

    private ImportanceSample(FreeModel.Evaluator density, int d, int proposals, long seed) {
        this.density = density;
        this.d = d;
        this.n = proposals;
        this.seed = seed;
        points = new double[Math.multiplyExact(proposals, d)];
        logTail = logGammaHalf(FREEDOM + d) - logGammaHalf(FREEDOM) - d / 2.0 * Math.log(FREEDOM * Math.PI);
    }

    /** Proposals around the mean of a normal, weighted. */
    static ImportanceSample of(
            FreeModel.Evaluator density, double[] mean, double[] covariance, int proposals, long seed) {
        ImportanceSample sample = new ImportanceSample(density, mean.length, proposals, seed);
        sample.propose(0, mean, covariance);
        if (sample.weights.effectiveSampleSize() >= ENOUGH * mean.length) {
            double[] better = new double[mean.length];
            double[] wider = new double[covariance.length];
            sample.moments(better, wider);
            sample.propose(1, better, wider);
        }
        return sample;
    }

    private void propose(int round, double[] mean, double[] covariance) {
        double[] factor = ((Preconditioner.Dense) Preconditioner.covariance(covariance, d)).factor();
        double logRoot = 0;
        for (int j = 0; j < d; j++) {
            logRoot += Math.log(factor[j * d + j]);
        }
        RandomStream random = RandomStream.of(seed, round, StreamKeys.LAPLACE_DRAW, 0);
        double[] u = new double[d];
        double[] z = new double[d];
        double[] proposed = new double[n];
        for (int i = 0; i < n; i++) {
            random.reset(seed, round, StreamKeys.LAPLACE_DRAW, i);
            double scale = 1;
            if (i % 2 == 1) {
                double chi = 0;
                for (int k = 0; k < FREEDOM; k++) {
                    double normal = random.nextNormal();
                    chi += normal * normal;
                }
                scale = Math.sqrt(FREEDOM / chi);
            }
            double squares = 0;
            for (int j = 0; j < d; j++) {
                u[j] = scale * random.nextNormal();
                squares += u[j] * u[j];
            }
            for (int j = 0; j < d; j++) {
                z[j] = mean[j];
                for (int k = 0; k <= j; k++) {
                    z[j] += factor[j * d + k] * u[k];
                }
            }
            System.arraycopy(z, 0, points, i * d, d);
            double light = -squares / 2 - d / 2.0 * LOG_2PI;
            double heavy = logTail - (FREEDOM + d) / 2.0 * Math.log1p(squares / FREEDOM);
            double most = Math.max(light, heavy);
            proposed[i] = most + Math.log(0.5 * Math.exp(light - most) + 0.5 * Math.exp(heavy - most)) - logRoot;
        }
        double[] targets = density.values(points, n);
        double[] logRatios = new double[n];
        for (int i = 0; i < n; i++) {
            logRatios[i] = targets[i] < Double.POSITIVE_INFINITY ? targets[i] - proposed[i] : Double.NEGATIVE_INFINITY;
        }
        weights = Psis.smooth(logRatios);
    }

    private void moments(double[] mean, double[] covariance) {
        for (int i = 0; i < n; i++) {
            double w = Math.exp(weights.logWeights()[i]);
            for (int j = 0; j < d; j++) {
                mean[j] += w * points[i * d + j];
            }
        }
        for (int i = 0; i < n; i++) {
            double w = Math.exp(weights.logWeights()[i]);
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    covariance[j * d + k] += w * (points[i * d + j] - mean[j]) * (points[i * d + k] - mean[k]);
                }
            }
        }
    }

    /** Draws on the free scale, resampled by weight: some may be equal. */
    double[] draws(int number) {
        int[] chosen = new int[number];
        double[] linear = Arrays.stream(weights.logWeights()).map(Math::exp).toArray();
        Weights.resample(linear, RandomStream.of(seed, 0, StreamKeys.RESAMPLING, 0), chosen);
        double[] out = new double[Math.multiplyExact(number, d)];
        for (int i = 0; i < number; i++) {
            System.arraycopy(points, chosen[i] * d, out, i * d, d);
        }
        return out;
    }

    /** What the weights of the proposals are worth. */
    Resampling resampling() {
        return new Resampling(n, weights.kHat(), weights.effectiveSampleSize());
    }

    /** log Γ(k/2) by Γ(x + 1) = x Γ(x). */
    private static double logGammaHalf(int k) {
        double sum = k % 2 == 0 ? 0 : Math.log(Math.PI) / 2;
        for (int i = k % 2 == 0 ? 2 : 1; i < k; i += 2) {
            sum += Math.log(i / 2.0);
        }
        return sum;
    }
}
