package org.driftfield.models.network;

import org.driftfield.driver.Algorithm;

/** An algorithm that fits a network: what it leaves behind besides its trace, once the driver has frozen it. */
interface NetworkAlgorithm extends Algorithm, AutoCloseable {
    /** The weight vectors that stand for the posterior, with their noise. */
    Mixture mixture();

    /** The group of them at whose mean the posterior is plugged in. */
    int bestGroup();

    /** The scales of q(τ_j), group after group. */
    double[] tauScales();

    /** The column of the trace by which the best is chosen. */
    String scoreColumn();

    /** Scores without a new best after which the run stops, unless the user has said. */
    int patience();

    @Override
    void close();
}
