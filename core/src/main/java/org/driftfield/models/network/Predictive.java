package org.driftfield.models.network;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.distribution.InverseGamma;

/**
 * The distribution of a new number given the outputs of all particles: with σ² integrated out under q(σ²) = IG(a, b), a
 * mixture over particles of Student distributions with 2a degrees of freedom around each output.
 */
final class Predictive {
    private final int particles;
    private final double a;
    private final double wallace;
    /** b and the logarithm of the density at its centre, of each particle. */
    private final double[] b;

    private final double[] constant;
    private final double noiseVariance;

    Predictive(Mixture mixture) {
        particles = mixture.particles();
        a = mixture.noise()[0].shape();
        wallace = (16 * a + 1) / (16 * a + 3);
        b = new double[particles];
        constant = new double[particles];
        int[] group = mixture.groupOf();
        double shapes = LogGamma.value(a + 0.5) - LogGamma.value(a);
        double sum = 0;
        for (int p = 0; p < particles; p++) {
            b[p] = mixture.noise()[group[p]].scale();
            constant[p] = shapes - 0.5 * Math.log(2 * Math.PI * b[p]);
            sum += variance(mixture.noise()[group[p]]);
        }
        noiseVariance = sum / particles;
    }

    /** The posterior mean of σ²; of very few rows it is infinite, and the scale over the shape stands in. */
    static double variance(InverseGamma noise) {
        return noise.shape() > 1 ? noise.mean(0) : noise.scale() / noise.shape();
    }

    /** The posterior mean of σ², averaged over particles. */
    double noiseVariance() {
        return noiseVariance;
    }

    /** log of the average over particles of the density of y; outputs stand {@code stride} apart. */
    double logDensity(double y, float[] outputs, int at, int stride) {
        double most = Double.NEGATIVE_INFINITY;
        for (int p = 0; p < particles; p++) {
            most = Math.max(most, logDensity(p, y - outputs[at + p * stride]));
        }
        double sum = 0;
        for (int p = 0; p < particles; p++) {
            sum += Math.exp(logDensity(p, y - outputs[at + p * stride]) - most);
        }
        return most + Math.log(sum / particles);
    }

    private double logDensity(int p, double residual) {
        return constant[p] - (a + 0.5) * Math.log1p(residual * residual / (2 * b[p]));
    }

    /** The probability of a value below y. */
    double below(double y, float[] outputs, int at, int stride) {
        double sum = 0;
        for (int p = 0; p < particles; p++) {
            sum += below(p, y - outputs[at + p * stride]);
        }
        return sum / particles;
    }

    /** By the normal approximation of Wallace (1959) to Student's distribution, off by less than 0.0005 from 10 rows on. */
    private double below(int p, double residual) {
        double z = wallace * Math.sqrt(2 * a * Math.log1p(residual * residual / (2 * b[p])));
        double tail = 0.5 * Erfc.value(z / Math.sqrt(2));
        return residual < 0 ? tail : 1 - tail;
    }

    /** The value that a new number is below with probability u, to 1e-5 in u; mean and sd are of the outputs and noise. */
    double quantile(double u, double mean, double sd, float[] outputs, int at, int stride) {
        double low = mean - sd;
        while (below(low, outputs, at, stride) > u) {
            low -= 2 * sd;
        }
        double high = mean + sd;
        while (below(high, outputs, at, stride) < u) {
            high += 2 * sd;
        }
        double lowU = below(low, outputs, at, stride) - u;
        double highU = below(high, outputs, at, stride) - u;
        double y = mean;
        // Secants between the ends of the bracket, halving the weight of an end that stays (the Illinois method).
        for (int step = 0; step < 60; step++) {
            y = highU > lowU ? (low * highU - high * lowU) / (highU - lowU) : 0.5 * (low + high);
            double miss = below(y, outputs, at, stride) - u;
            if (Math.abs(miss) < 1e-5) {
                return y;
            }
            if (miss > 0) {
                high = y;
                highU = miss;
                lowU /= 2;
            } else {
                low = y;
                lowU = miss;
                highU /= 2;
            }
        }
        return y;
    }
}
