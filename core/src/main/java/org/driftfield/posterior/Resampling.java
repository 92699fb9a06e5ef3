package org.driftfield.posterior;

import java.util.Locale;

/**
 * How draws came from a larger number of proposals by importance resampling.
 *
 * @param proposals how many draws of the approximation were weighted by the target
 * @param kHat shape of the tail of the weights: what shows whether the approximation covers the target
 * @param effective how many independent draws the weighted proposals are worth
 */
public record Resampling(int proposals, double kHat, double effective) {
    /** Above this the weights have so long a tail that no number of proposals makes up for it. */
    public static final double MOST_KHAT = 0.7;

    /** What the weights say, in a sentence. */
    public String about() {
        return String.format(
                Locale.ROOT,
                kHat <= MOST_KHAT
                        ? "The approximation covers the target: %d proposals are worth %.0f draws by their importance weights"
                                + " (k-hat %.2f)."
                        : "The approximation misses part of the target: %d proposals are worth at most %.0f draws by their"
                                + " importance weights (k-hat %.2f), and resampling can't mend that. Use NUTS.",
                proposals,
                effective,
                kHat);
    }
}
