package org.driftfield.models.volatility.smc;

import java.util.Arrays;
import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.NoisyLikelihood;

/**
 * Estimates the likelihood of the stochastic volatility model by a particle filter: proposals from a linear-Gaussian chain,
 * systematic resampling where half of the particles or fewer are effective. One instance serves one thread.
 */
final class ParticleFilter implements NoisyLikelihood.Estimator {
    private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    private final double[] y;
    private final boolean lookAhead;
    private final LookAhead chain;
    private double[] v = new double[0];
    private double[] resampled = new double[0];
    private double[] weights = new double[0];
    private double[] terms = new double[0];
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

    /** A filter that proposes with all returns in view, or from the model alone (the bootstrap filter). */
    ParticleFilter(double[] y, boolean lookAhead) {
        this.y = y;
        this.lookAhead = lookAhead;
        this.chain = new LookAhead(y);
    }

    @Override
    public double logLikelihood(double[] theta, int particles, RandomStream random) {
        double mu = theta[0];
        double phi = theta[1];
        double sigma2 = theta[2];
        reserve(particles);
        double sum = lookAhead ? chain.approximate(mu, phi, sigma2) : Double.NaN;
        if (!Double.isFinite(sum)) {
            chain.ignore(phi, sigma2);
            sum = 0;
        }
        Arrays.fill(v, 0, particles, 0);
        Arrays.fill(weights, 0, particles, 1.0 / particles);
        for (int t = 0; t < y.length && sum > Double.NEGATIVE_INFINITY; t++) {
            double gain = chain.gain[t];
            double shift = chain.shift[t];
            double spread = chain.spread[t];
            for (int i = 0; i < particles; i++) {
                v[i] = gain * v[i] + shift + spread * random.nextNormal();
            }
            remember(t, particles);
            if (!Double.isNaN(y[t])) {
                sum += weigh(t, mu, particles);
                resampleIfUneven(t, particles, random);
            }
        }
        return sum;
    }

    /**
     * Draws the log variances given the parameters and all returns: one particle, chosen by its weight, is followed back to
     * where it came from.
     */
    void drawPath(double[] theta, int particles, RandomStream random, double[] path) {
        if (lineage == null || lineage.values.length != y.length * particles) {
            lineage = Lineage.of(y.length, particles);
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
        for (int t = y.length - 1; t >= 0; t--) {
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

    /** Multiplies the weights by p(y_t|x_t) over its replacement in the chain; returns the log of their sum. */
    private double weigh(int t, double mu, int n) {
        double slope = chain.slope[t] + 0.5;
        double halfCurvature = 0.5 * chain.curvature[t];
        double halfSquare = 0.5 * y[t] * y[t];
        double largest = Double.NEGATIVE_INFINITY;
        if (halfSquare > 0) {
            for (int i = 0; i < n; i++) {
                terms[i] = -mu - v[i];
            }
            Kernels.exp(terms, 0, terms, 0, n);
        } else {
            // Not multiplied by zero below, since they might be infinite.
            Arrays.fill(terms, 0, n, 0);
        }
        for (int i = 0; i < n; i++) {
            terms[i] = (halfCurvature * v[i] - slope) * v[i] - halfSquare * terms[i];
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
        return largest + Math.log(total) - LOG_ROOT_TWO_PI - 0.5 * mu;
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
        }
    }
}
