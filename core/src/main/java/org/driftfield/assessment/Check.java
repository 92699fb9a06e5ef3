package org.driftfield.assessment;

/**
 * One thing that was looked at to see whether an answer can be trusted.
 *
 * @param name what was measured
 * @param value the measurement
 * @param threshold what it should be, in words
 * @param level how it came out
 * @param sentence what that means, for a person
 */
public record Check(String name, double value, String threshold, Level level, String sentence) {
    /** The same, come out otherwise. */
    Check with(Level other) {
        return new Check(name, value, threshold, other, sentence);
    }

    /** How a check came out. */
    public enum Level {
        GOOD,
        CAUTION,
        BAD
    }
}
