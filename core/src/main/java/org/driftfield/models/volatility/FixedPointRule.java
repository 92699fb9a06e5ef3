package org.driftfield.models.volatility;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.driftfield.driver.StoppingRule;
import org.driftfield.driver.Trace;
import org.driftfield.posterior.Posterior;

/**
 * Settled when log σ² is near its fixed point, told by its own update: the mean distance over the second half of the run must be
 * below a share of the standard deviation of log σ².
 *
 * @param share that share
 * @param window the fewest iterations to look back
 */
record FixedPointRule(double share, int window) implements StoppingRule {
    @Override
    public Optional<String> settled(Trace trace) {
        double[] all = trace.lastKnown(CollectedPath.RESIDUAL, trace.rows());
        if (all.length < window) {
            return Optional.empty();
        }
        double off = distance(trace, Math.max(window, all.length / 2));
        return off <= share
                ? Optional.of(
                        String.format(Locale.ROOT, "log sigma2 is %.2f standard deviations from its fixed point", off))
                : Optional.empty();
    }

    /** The mean distance over the last so many iterations, in standard deviations of log σ². */
    private static double distance(Trace trace, int iterations) {
        double[] last = trace.lastKnown(CollectedPath.RESIDUAL, iterations);
        double[] sd = trace.lastKnown(CollectedPath.LOG_SIGMA2_SD, 1);
        return Math.abs(Arrays.stream(last).average().orElse(Double.NaN)) / sd[0];
    }

    /** The same over the collected clouds of a posterior; NaN where it is not known. */
    static double residual(Posterior posterior) {
        Trace trace = posterior.trace();
        boolean known = trace.has(CollectedPath.RESIDUAL) && trace.lastKnown(CollectedPath.RESIDUAL, 1).length > 0;
        return known ? distance(trace, posterior.snapshots()) : Double.NaN;
    }
}
