package org.driftfield.sampler;

/**
 * The step size ε and its tuning by dual averaging (Hoffman and Gelman 2014, section 3.2, with their γ, t₀ and κ): log ε is
 * moved against the running mean of target minus acceptance, and a weighted average of log ε is what is kept in the end.
 */
final class StepSize {
    private static final double GAMMA = 0.05;
    private static final double T0 = 10;
    private static final double KAPPA = 0.75;

    private static final int VALUE = 0;
    private static final int COUNT = 1;
    private static final int SHORTFALL = 2;
    private static final int LOG_AVERAGE = 3;
    private static final int CENTRE = 4;

    /** All there is to know, as one array, so that it can be part of a state. */
    final double[] numbers = new double[5];

    StepSize() {
        numbers[VALUE] = 1;
    }

    double value() {
        return numbers[VALUE];
    }

    /** Starts the tuning afresh from this step size; values up to ten times as large are tried first. */
    void restart(double value) {
        numbers[VALUE] = value;
        numbers[COUNT] = 0;
        numbers[SHORTFALL] = 0;
        numbers[LOG_AVERAGE] = 0;
        numbers[CENTRE] = Math.log(10 * value);
    }

    void learn(double acceptance, double target) {
        double count = ++numbers[COUNT];
        double weight = 1 / (count + T0);
        numbers[SHORTFALL] = (1 - weight) * numbers[SHORTFALL] + weight * (target - acceptance);
        double logStep = numbers[CENTRE] - numbers[SHORTFALL] * Math.sqrt(count) / GAMMA;
        double averageWeight = Math.pow(count, -KAPPA);
        numbers[LOG_AVERAGE] = averageWeight * logStep + (1 - averageWeight) * numbers[LOG_AVERAGE];
        numbers[VALUE] = Math.exp(logStep);
    }

    /** From now on the average. */
    void freeze() {
        if (numbers[COUNT] > 0) {
            numbers[VALUE] = Math.exp(numbers[LOG_AVERAGE]);
        }
    }
}
