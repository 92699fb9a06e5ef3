package org.driftfield.dynamics;

/** The ways a particle can move, by the words that an option takes. What each does is in its {@link ParticleDynamics}. */
public enum Dynamics {
    /** Langevin steps exactly as the paper writes them. A finite step size inflates the spread of the cloud. */
    UNADJUSTED(new UnadjustedLangevin(), "Langevin steps that are always taken, as in the paper"),
    /** Each Langevin step is accepted or rejected by the Metropolis rule, which removes the step size from the answer. */
    ADJUSTED(new AdjustedLangevin(), "Langevin steps, accepted or rejected"),
    /** Trajectories of several steps, whose number and length the cloud finds; adjusted too. */
    HAMILTONIAN(new Hamiltonian(), "Hamiltonian trajectories"),
    /** Adjusted Langevin steps, and Hamiltonian trajectories from when the particles get stuck or forget too slowly. */
    AUTOMATIC(new AutomaticDynamics(), "adjusted, and hamiltonian where that proves weak");

    /** A strategy has no state: what moves remember is in {@link ParticleDynamics.Moves}. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final ParticleDynamics strategy;

    private final String words;

    Dynamics(ParticleDynamics strategy, String words) {
        this.strategy = strategy;
        this.words = words;
    }

    /** What it does, for whoever chooses among them. */
    public String words() {
        return words;
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
