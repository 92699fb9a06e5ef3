package org.driftfield.models.network.motion;

import org.driftfield.driver.State;

/** How one iteration moves a group of particles and its conjugate scales. */
public interface Mover {
    /** Adds what the next step needs, besides the weights and the scales, to the state. */
    void register(State state);

    /** Works out what follows from the state, after that was read back. */
    void restored();

    void step(long iteration);

    NetworkTarget target();

    /** The average weights after the step. */
    float[] mean();

    /** The log-likelihood at unit noise of the minibatches just seen: its average a row, over particles. */
    double logLikelihood();

    /** -2 times that, averaged over recent iterations: what tells which of several groups fits best. */
    double recentLoss();

    /** The step size of the last iteration. */
    double stepSize();
}
