package org.driftfield.assessment;

import java.util.Locale;

/**
 * One thing that was looked at to see whether an answer can be trusted.
 *
 * @param name what was measured
 * @param value the measurement
 * @param threshold what it should be, in words
 * @param level how it came out
 * @param sentence what that means, for a person
 * @param about what it bears on
 */
public record Check(String name, double value, String threshold, Level level, String sentence, About about) {
    public Check {
        about = about == null ? About.POSTERIOR : about;
    }

    /** A check of the answer itself. */
    public Check(String name, double value, String threshold, Level level, String sentence) {
        this(name, value, threshold, level, sentence, About.POSTERIOR);
    }

    /** What a check bears on. */
    public enum About {
        /** The answer itself. */
        POSTERIOR("the answer is not to be trusted"),
        /** Whether the data look like data of the model: draws do not tell that the question was the wrong one. */
        MODEL("the data do not look like this model's"),
        /** Only what was computed from it to compare models. */
        LEAVE_ONE_OUT("leave-one-out can't be relied on");

        /** What follows where such a check came out badly. */
        final String consequence;

        About(String consequence) {
            this.consequence = consequence;
        }
    }

    /** A remark with a capital letter and a full stop. */
    public static String sentence(String remark) {
        return remark.substring(0, 1).toUpperCase(Locale.ROOT)
                + remark.substring(1)
                + (remark.endsWith(".") ? "" : ".");
    }

    /** The same, come out otherwise. */
    Check with(Level other) {
        return new Check(name, value, threshold, other, sentence, about);
    }

    /** How a check came out. */
    public enum Level {
        GOOD,
        CAUTION,
        BAD
    }
}
