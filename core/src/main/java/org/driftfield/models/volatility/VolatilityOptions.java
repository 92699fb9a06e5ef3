package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.PmfvbOptions;

/**
 * How the volatility model is fitted.
 *
 * @param factorization the product of factors
 * @param spec the model and its priors
 * @param engine particles, dynamics, seed and so on; its blocks follow from the factorisation
 */
public record VolatilityOptions(Factorization factorization, VolatilitySpec spec, PmfvbOptions engine) {
    public VolatilityOptions {
        require(
                factorization != null && spec != null && engine != null,
                "factorization, specification and engine must be given");
        require(
                factorization.covers(spec),
                "the paper's factorisations are for the plain model with an inverse-gamma prior of sigma2: leave out"
                        + " the factorization '%s'",
                factorization);
        require(engine.minibatch() == 0, "the volatility model has no minibatches, got %d", engine.minibatch());
    }

    /** 500 particles, adjusted dynamics, everything in one factor. */
    public static VolatilityOptions defaults() {
        return defaults(Factorization.JOINT);
    }

    /** 500 particles and adjusted dynamics, for a factorisation. */
    public static VolatilityOptions defaults(Factorization factorization) {
        return new VolatilityOptions(
                factorization, VolatilitySpec.plain(VolatilityPriors.defaults()), factorization.engine());
    }

    /** What the paper does: unadjusted moves of a fixed step size without preconditioner, the cloud taken as it stands. */
    public static VolatilityOptions paper(Factorization factorization, double step) {
        VolatilityOptions plain = defaults(factorization);
        return plain.withEngine(plain.engine
                .withDynamics(Dynamics.UNADJUSTED)
                .withPreconditioning(Preconditioning.IDENTITY)
                .withSchedules(StepSchedule.constant(step))
                .withExpectation(Expectation.EXACT)
                .withCollect(1, 0));
    }

    public VolatilityOptions withPriors(VolatilityPriors chosen) {
        return withSpec(spec.withPriors(chosen));
    }

    public VolatilityOptions withSpec(VolatilitySpec chosen) {
        return new VolatilityOptions(factorization, chosen, engine);
    }

    public VolatilityOptions withEngine(PmfvbOptions chosen) {
        return new VolatilityOptions(factorization, spec, chosen);
    }
}
