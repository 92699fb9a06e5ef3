package org.driftfield.dynamics;

/** How a particle moves. */
public enum Dynamics {
    /** Langevin steps exactly as the paper writes them. A finite step size inflates the spread of the cloud. */
    UNADJUSTED,
    /** Each Langevin step is accepted or rejected by the Metropolis rule, which removes the step size from the answer. */
    ADJUSTED
}
