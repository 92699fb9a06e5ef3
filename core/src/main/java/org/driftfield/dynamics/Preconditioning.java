package org.driftfield.dynamics;

/** Where the preconditioner of a particle factor comes from. */
public enum Preconditioning {
    /** The model's where it offers one; else the particles' covariance, full where there are enough particles for it. */
    AUTOMATIC,
    /** None: the paper's dynamics. */
    IDENTITY,
    /** The particles' own variances, estimated while the run settles, then frozen. */
    DIAGONAL,
    /** The particles' own covariance, estimated while the run settles, then frozen. */
    FULL,
    /** The one that the model offers. */
    MODEL
}
