package org.driftfield.models.volatility;

import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.driver.ForgottenRule;
import org.driftfield.driver.StoppingRule;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;

/** A product of factors by which the posterior of the volatility model can be approximated; its name is {@code toString}. */
public interface Factorization {
    /** No product at all: one cloud of the parameters and the path together. Exact but for Monte Carlo error. */
    Factorization JOINT = new Joint();

    /** Whether it can be had for a model. */
    boolean covers(VolatilitySpec spec);

    /** The factors in words, of the parameters with these names and the path x. */
    List<String> factors(List<String> parameters);

    /** Particles, stopping and collecting that suit it. */
    PmfvbOptions engine();

    /** Lays a fit out. */
    Setup setup(Returns returns, VolatilitySpec spec, PmfvbOptions engine);

    /**
     * What a fit needs.
     *
     * @param scalars the coordinates of the parameters of the specification
     * @param times how many log variances there are
     * @param rule when a run may stop, beside that log σ² has no trend left
     * @param trend the largest trend of log σ² that may be left, in its standard deviations
     * @param fixedPoint whether log σ² must also be near the fixed point of its own update
     */
    record Setup(
            MeanFieldModel model,
            Blocks blocks,
            int[] scalars,
            int times,
            PathReader reader,
            StoppingRule rule,
            double trend,
            boolean fixedPoint) {}

    /** Everything in one factor. */
    final class Joint implements Factorization {
        /** Parameters whose correlation with those at the start is below this are forgotten. */
        private static final double FORGOTTEN = 0.25;

        private Joint() {}

        @Override
        public boolean covers(VolatilitySpec spec) {
            return true;
        }

        @Override
        public List<String> factors(List<String> parameters) {
            return List.of(String.join(",", parameters) + ",x");
        }

        @Override
        public PmfvbOptions engine() {
            return PmfvbOptions.defaults()
                    .withParticles(500)
                    .withDynamics(Dynamics.ADJUSTED)
                    .withStopping(25, 1e-3, 2000)
                    .withBoundEvery(1, 0)
                    .withCollect(40, 2);
        }

        @Override
        public Setup setup(Returns returns, VolatilitySpec spec, PmfvbOptions engine) {
            JointVolatility model = JointVolatility.of(returns, spec, engine.threads());
            return new Setup(
                    model,
                    Blocks.joint(),
                    IntStream.range(0, spec.count()).toArray(),
                    model.times(),
                    model,
                    Pmfvb.forgotten(engine).and(new ForgottenRule(CollectedPath.MEMORY, FORGOTTEN)),
                    0.1 + 2 / Math.sqrt(engine.particles()),
                    false);
        }

        @Override
        public String toString() {
            return "joint";
        }
    }
}
