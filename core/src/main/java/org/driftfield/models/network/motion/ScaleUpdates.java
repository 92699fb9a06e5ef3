package org.driftfield.models.network.motion;

import org.driftfield.driver.State;

/** When the conjugate scales of a group are set to their optima, and from which residuals. */
interface ScaleUpdates {
    /** The mean squared residual that q(σ²) starts from. */
    double first();

    /**
     * Called after each move.
     *
     * @param loss -2 times the log-likelihood at unit noise of the minibatches just seen, a row: for numbers, the mean squared
     *     residual
     */
    void moved(long iteration, double loss);

    /** The loss of recent iterations. */
    double recentLoss();

    /** Adds what the next update needs to the state. */
    void register(State state, String prefix);
}
