package org.driftfield.models.volatility.smc;

import java.util.Arrays;
import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.NoisyLikelihood;

/**
 * Estimates the likelihood of a stochastic volatility model by a particle filter: proposals from a linear-Gaussian chain,
 * systematic resampling where half of the particles or fewer are effective. One instance serves one thread.
 */
final class ParticleFilter implements NoisyLikelihood.Estimator {
    private final Proposal proposal;
    private final int times;
    private double[] v = new double[0];
    private double[] resampled = new double[0];
    private double[] weights = new double[0];
    private double[] terms = new double[0];
    private double[] before = new double[0];
    private Lineage lineage;

    /**
     * Where the particles were at each time, and from which of them each one that went on descends.
     *
     * @param values time after time the particles as they were proposed
     * @param parents time after time their positions, of each particle after resampling
     */
    private record Lineage(double[] values, int[] parents) {
        static Lineage of(int times, int particles) {
            return new Lineage(new double[times * particles], new int[times * particles]);
        }
    }

    ParticleFilter(Proposal proposal) {
        this.proposal = proposal;
        this.times = proposal.times();
    }

    /** How many log variances a path has; with leverage one more than returns. */
    int times() {
        return times;
    }

    @Override
    public double logLikelihood(double[] theta, int particles, RandomStream random) {
        reserve(particles);
        double sum = proposal.take(theta);
        Arrays.fill(v, 0, particles, 0);
        Arrays.fill(weights, 0, particles, 1.0 / particles);
        for (int t = 0; t < times && sum > Double.NEGATIVE_INFINITY; t++) {
            double gain = proposal.gain(t);
            double shift = proposal.shift(t);
            double spread = proposal.spread(t);
            System.arraycopy(v, 0, before, 0, particles);
            for (int i = 0; i < particles; i++) {
                v[i] = gain * v[i] + shift + spread * random.nextNormal();
            }
            remember(t, particles);
            if (proposal.differs(t)) {
                sum += weigh(t, particles);
                resampleIfUneven(t, particles, random);
            }
        }
        return sum;
    }

    /**
     * Draws the log variances, without what regressors add, given the parameters and all returns: one particle, chosen by its weight, is followed back to
     * where it came from.
     */
    void drawPath(double[] theta, int particles, RandomStream random, double[] path) {
        if (lineage == null || lineage.values.length != times * particles) {
            lineage = Lineage.of(times, particles);
        }
        if (logLikelihood(theta, particles, random) == Double.NEGATIVE_INFINITY) {
            // Such parameters are in no posterior; the path has no say then.
            Arrays.fill(path, theta[0]);
            return;
        }
        double u = random.nextDouble();
        int at = 0;
        for (double cumulated = weights[0]; u > cumulated && at < particles - 1; ) {
            cumulated += weights[++at];
        }
        for (int t = times - 1; t >= 0; t--) {
            at = lineage.parents[t * particles + at];
            path[t] = theta[0] + lineage.values[t * particles + at];
        }
    }

    private void remember(int t, int n) {
        if (lineage != null) {
            System.arraycopy(v, 0, lineage.values, t * n, n);
            for (int i = 0; i < n; i++) {
                lineage.parents[t * n + i] = i;
            }
        }
    }

    /** Multiplies the weights by the model over its replacement; returns the log of their sum. */
    private double weigh(int t, int n) {
        proposal.logRatios(t, before, v, terms, n);
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, terms[i]);
        }
        if (!(largest > Double.NEGATIVE_INFINITY)) {
            return Double.NEGATIVE_INFINITY;
        }
        for (int i = 0; i < n; i++) {
            terms[i] -= largest;
        }
        Kernels.exp(terms, 0, terms, 0, n);
        double total = Kernels.dot(weights, 0, terms, 0, n);
        double scale = 1 / total;
        for (int i = 0; i < n; i++) {
            weights[i] *= terms[i] * scale;
        }
        return largest + Math.log(total);
    }

    private void resampleIfUneven(int t, int n, RandomStream random) {
        if (n * Kernels.dot(weights, 0, weights, 0, n) < 2) {
            return;
        }
        double u = random.nextDouble();
        double cumulated = weights[0] * n;
        int parent = 0;
        for (int i = 0; i < n; i++) {
            while (i + u > cumulated && parent < n - 1) {
                cumulated += weights[++parent] * n;
            }
            resampled[i] = v[parent];
            if (lineage != null) {
                lineage.parents[t * n + i] = parent;
            }
        }
        double[] old = v;
        v = resampled;
        resampled = old;
        Arrays.fill(weights, 0, n, 1.0 / n);
    }

    private void reserve(int n) {
        if (v.length < n) {
            v = new double[n];
            resampled = new double[n];
            weights = new double[n];
            terms = new double[n];
            before = new double[n];
        }
    }
}
