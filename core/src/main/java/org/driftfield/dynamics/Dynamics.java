package org.driftfield.dynamics;

/** The ways a particle can move, by the words that an option takes. What each does is in its {@link ParticleDynamics}. */
public enum Dynamics {
    /** Langevin steps exactly as the paper writes them. A finite step size inflates the spread of the cloud. */
    UNADJUSTED(new UnadjustedLangevin()),
    /** Each Langevin step is accepted or rejected by the Metropolis rule, which removes the step size from the answer. */
    ADJUSTED(new AdjustedLangevin()),
    /** Trajectories of several steps, whose number and length the cloud finds; adjusted too. */
    HAMILTONIAN(new Hamiltonian()),
    /** Adjusted Langevin steps, and Hamiltonian trajectories from when the particles get stuck or forget too slowly. */
    AUTOMATIC(new AutomaticDynamics());

    /** A strategy has no state: what moves remember is in {@link ParticleDynamics.Moves}. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final ParticleDynamics strategy;

    Dynamics(ParticleDynamics strategy) {
        this.strategy = strategy;
    }

    /** How it is done. */
    public ParticleDynamics strategy() {
        return strategy;
    }

    /** See {@link ParticleDynamics#adjusted}. */
    public boolean adjusted() {
        return strategy.adjusted();
    }
}
