package org.driftfield.models.glm;

import org.driftfield.diagnostics.Quantiles;
import org.driftfield.models.glm.family.Likelihood;

/**
 * How much responses vary around their means, by what their family has them vary: Pearson's sum of squares under each draw, of the
 * observed responses and of replicated ones (Gelman, Meng and Stern 1996).
 *
 * @param ratio the median of the observed sums over that of the replicated ones
 * @param exceeding the share of draws under which the replicated sum is at least the observed one
 */
public record Dispersion(double ratio, double exceeding) {
    /** Where the family leaves the variance to the data. */
    static final Dispersion FREE = new Dispersion(Double.NaN, Double.NaN);

    /** Whether the family says how much responses vary. */
    public boolean said() {
        return !Double.isNaN(ratio);
    }

    /** Adds up over rows. */
    static final class Sums {
        private final Likelihood likelihood;
        private final double[] observed;
        private final double[] replicated;

        Sums(Likelihood likelihood, int draws) {
            this.likelihood = likelihood;
            this.observed = new double[draws];
            this.replicated = new double[draws];
        }

        /** A row, and one like it, under draw s, which has it come with this mean. */
        void add(int s, double mean, double trials, double response, double replicate) {
            double variance = likelihood.variance(mean, trials);
            if (variance != 0) {
                observed[s] += (response - mean) * (response - mean) / variance;
                replicated[s] += (replicate - mean) * (replicate - mean) / variance;
            }
        }

        /** What they come to. */
        Dispersion dispersion() {
            double typical = Quantiles.of(replicated, 0.5);
            if (!(typical > 0)) {
                return FREE;
            }
            long exceeding = 0;
            for (int s = 0; s < observed.length; s++) {
                exceeding += replicated[s] >= observed[s] ? 1 : 0;
            }
            return new Dispersion(
                    Digits.rounded(Quantiles.of(observed, 0.5) / typical, 5), (double) exceeding / observed.length);
        }
    }
}
