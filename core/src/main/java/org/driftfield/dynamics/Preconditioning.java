package org.driftfield.dynamics;

/** Where the preconditioner of a particle factor comes from. */
public enum Preconditioning {
    /** The model's where it offers one; else the particles' covariance, full where there are enough particles for it. */
    AUTOMATIC,
    /** None: the paper's dynamics. */
    IDENTITY,
    /** As FULL, coordinate by coordinate. */
    DIAGONAL,
    /**
     * The particles' own covariance, estimated while the run settles, then frozen. Before the cloud has taken the target's
     * shape, the covariance it is headed for, as the gradients at the particles tell it.
     */
    FULL,
    /** The one that the model offers. */
    MODEL
}
