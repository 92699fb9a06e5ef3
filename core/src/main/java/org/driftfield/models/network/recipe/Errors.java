package org.driftfield.models.network.recipe;

import java.util.HashMap;
import java.util.Map;

/** The noise of a number. */
public enum Errors {
    /** Whichever of the others predicts the validation rows best. */
    CHOSEN,
    NORMAL,
    /** Of Student's distribution, with degrees of freedom found from the data. */
    STUDENT,
    /** With a variance whose logarithm is a line in the inputs. */
    HETEROSCEDASTIC;

    /** Two rows that are drawn at random have the same target with more than this probability: it has ties. */
    private static final double TIED = 0.005;

    /**
     * The tails, {@link #NORMAL} or {@link #STUDENT}. Where targets repeat, a density with free tails would find the repeated
     * values and shrink around them: noise is normal there, unless the user wants it otherwise.
     */
    public Errors tails(double[] y) {
        return switch (this) {
            case NORMAL, STUDENT -> this;
            case CHOSEN, HETEROSCEDASTIC -> tied(y) ? NORMAL : STUDENT;
        };
    }

    /** Whether many rows share their target with others. */
    public static boolean tied(double[] y) {
        Map<Double, Integer> counts = new HashMap<>();
        for (double value : y) {
            counts.merge(value, 1, Integer::sum);
        }
        double pairs = counts.values().stream()
                .mapToDouble(count -> (double) count * (count - 1))
                .sum();
        return y.length > 1 && pairs > TIED * y.length * (y.length - 1.0);
    }
}
