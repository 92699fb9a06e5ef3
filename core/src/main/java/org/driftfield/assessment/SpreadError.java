package org.driftfield.assessment;

import java.util.Arrays;
import java.util.Locale;
import org.driftfield.assessment.Check.Level;
import org.driftfield.diagnostics.MonteCarloError;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;

/**
 * How well the draws know the standard deviations: where a tail is long, a few draws make most of one, and there are many more effective
 * draws for the mean.
 */
final class SpreadError {
    /** A spread so uncertain is off by more than a tenth in one case of ten. */
    private static final double MOST = 0.06;

    private SpreadError() {}

    static Check of(Posterior posterior) {
        double largest = 0;
        String worst = "";
        for (Variable variable : posterior.variables()) {
            if (variable.role() == Variable.Role.PARAMETER) {
                for (String name : variable.elementNames()) {
                    double error = relative(posterior, posterior.draws(name));
                    if (error > largest) {
                        largest = error;
                        worst = name;
                    }
                }
            }
        }
        return new Check(
                "error of spreads",
                largest,
                "the Monte Carlo error of a standard deviation: at most 6 % of it",
                largest <= MOST ? Level.GOOD : Level.CAUTION,
                largest <= MOST
                        ? String.format(
                                Locale.ROOT, "Standard deviations are known to %.1f %%, by the draws.", 100 * largest)
                        : String.format(
                                Locale.ROOT,
                                "The standard deviation of %s is known to %.0f %% only, by the draws: its tail is long, or they"
                                        + " are few; its quantiles are better known.",
                                worst,
                                100 * largest));
    }

    /** The standard error of a standard deviation over it, to first order; 0 where nothing varies. */
    private static double relative(Posterior posterior, double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double variance = 0;
        for (double value : values) {
            variance += (value - mean) * (value - mean) / values.length;
        }
        if (!(variance > 0)) {
            return 0;
        }
        int units = posterior.units();
        int snapshots = posterior.snapshots();
        double error;
        if (posterior.kind() == Posterior.Kind.CLOUD) {
            double[][] squares = new double[snapshots][units];
            for (int i = 0; i < values.length; i++) {
                squares[i / units][i % units] = (values[i] - mean) * (values[i] - mean) / variance;
            }
            error = MonteCarloError.cloudMean(squares) / 2;
        } else {
            double[][] chains = new double[units][snapshots];
            for (int i = 0; i < values.length; i++) {
                chains[i % units][i / units] = values[i];
            }
            error = MonteCarloError.standardDeviation(chains) / Math.sqrt(variance);
        }
        return Double.isNaN(error) ? 0 : error;
    }
}
