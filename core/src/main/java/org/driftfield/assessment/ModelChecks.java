package org.driftfield.assessment;

import java.util.Locale;
import org.driftfield.assessment.Check.About;
import org.driftfield.assessment.Check.Level;

/** What says nothing against a posterior, but something against the model, or against comparing it with others. */
public final class ModelChecks {
    /** Two of the 400 draws that a predictive check makes. */
    private static final double RARE = 0.005;

    /** Intervals that are a seventh too narrow, or too wide, change what a reader concludes. */
    private static final double MUCH = 1.3;

    private ModelChecks() {}

    /**
     * What leave-one-out is worth: where observations weigh too much it says nothing against the posterior.
     *
     * @param unreliable observations whose importance weights have too long a tail
     * @param sampled how many were left out in turn
     * @param observations all of them
     */
    public static Check leaveOneOut(int unreliable, int sampled, int observations) {
        return new Check(
                "leave-one-out",
                unreliable,
                "no observation with k above 0.7",
                unreliable == 0 ? Level.GOOD : Level.CAUTION,
                unreliable == 0
                        ? "Leave-one-out holds for every observation"
                                + (sampled < observations ? " of the " + sampled + " that were left out in turn." : ".")
                        : format(
                                "Leave-one-out is unreliable for %d of %d observations, which weigh too much: do not compare"
                                        + " models by it. That says nothing against the posterior.",
                                unreliable, sampled),
                About.LEAVE_ONE_OUT);
    }

    /**
     * Whether responses vary around their means as a family has them vary.
     *
     * @param family its name
     * @param ratio how much they do, by what the family says
     * @param exceeding the share of replicated data that vary as much or more
     */
    public static Check dispersion(String family, double ratio, double exceeding) {
        boolean more = ratio >= MUCH && exceeding <= RARE;
        boolean less = ratio <= 1 / MUCH && exceeding >= 1 - RARE;
        return new Check(
                "dispersion",
                ratio,
                "responses vary as the family says: by 0.77 to 1.3 times, or as chance has it",
                more || less ? Level.CAUTION : Level.GOOD,
                more
                        ? format(
                                "Responses vary %.1f times as much around their means as family %s says: something is missing in"
                                        + " the formula, or intervals of coefficients are too narrow by a factor of about %.1f. A program"
                                        + " with a wider distribution may fit (fit stan: neg_binomial_2, beta_binomial).",
                                ratio, family, Math.sqrt(ratio))
                        : less
                                ? format(
                                        "Responses vary only %.2f times as much around their means as family %s says: intervals"
                                                + " of coefficients are too wide.",
                                        ratio, family)
                                : format("Responses vary around their means as family %s says.", family),
                About.MODEL);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
