package org.driftfield.assessment;

import java.util.Locale;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.driftfield.assessment.Check.Level;

/**
 * How far a part of an answer is from what it should be, as a check estimates it: a mean in posterior standard deviations, a
 * spread as the logarithm of the ratio of standard deviations. The promise is that no answer is called good that is off by more
 * than 0.1 (sd, or 10 %), and none bad that is within 0.05.
 *
 * @param parameter whose
 * @param spread whether of its spread, not its mean
 * @param estimate by how much it should change
 * @param error the standard error of that
 */
record Distance(String parameter, boolean spread, double estimate, double error) {
    private static final double PROMISE = 0.1;

    /** Called bad when it is farther than this beyond what chance explains. */
    private static final double WRONG = 0.15;

    /** With this error 0.1 is told from nothing. */
    private static final double TELLING = 0.05;

    /** Of so many standard errors below the promise, one answer in ten that is just beyond it would be missed. */
    private static final double MARGIN = 1.3;

    /** Of so many standard errors below the promise, one answer in 44 that is just beyond it would be missed. */
    private static final double SURE = 2;

    /** Chance that an answer is called bad by accident, over all parameters. */
    private static final double FALSE_ALARM = 0.01;

    /** A caution costs little, and what is beyond 0.1 must not be missed: this part of what chance may do is enough for it. */
    private static final double FOR_CAUTION = 2.0 / 3;

    /** The number of standard errors that chance does not exceed in any of so many parameters, up or down, mean or spread. */
    static double chance(int parameters) {
        return NormalDistribution.of(0, 1).inverseSurvivalProbability(FALSE_ALARM / (4 * parameters));
    }

    /** The worse of two, the other of which may be null: the one to be warned of, or the one farther beyond chance. */
    static Distance worse(Distance a, Distance b, double chance) {
        int levels = a == null ? 1 : b.level(chance).compareTo(a.level(chance));
        return levels > 0 || (levels == 0 && b.beyond(FOR_CAUTION * chance) > a.beyond(FOR_CAUTION * chance)) ? b : a;
    }

    private double beyond(double errors) {
        return Math.abs(estimate) - errors * error;
    }

    Level level(double chance) {
        return beyond(chance) > WRONG
                ? Level.BAD
                : Math.abs(estimate) > PROMISE - MARGIN * error && (beyond(FOR_CAUTION * chance) > 0 || vague())
                        ? Level.CAUTION
                        : Level.GOOD;
    }

    /** Whether it is beyond the promise, and the error too large to tell whether by chance. */
    private boolean vague() {
        return !telling() && Math.abs(estimate) > PROMISE;
    }

    /** Whether chance explains it. */
    boolean byChance(double chance) {
        return beyond(FOR_CAUTION * chance) <= 0;
    }

    /** Whether the error is small enough to tell. */
    boolean telling() {
        return error <= TELLING;
    }

    /** Whether it is well within the promise, and the error small enough to say so. */
    boolean surelySmall() {
        return Math.abs(estimate) <= PROMISE - SURE * error;
    }

    /** In words, after "would change". */
    String words() {
        return String.format(
                Locale.ROOT,
                spread
                        ? "the spread of %s by a factor of %.2f (± %.2f)"
                        : "the mean of %s by %.2f standard deviations (± %.2f)",
                parameter,
                spread ? Math.exp(estimate) : estimate,
                error);
    }
}
