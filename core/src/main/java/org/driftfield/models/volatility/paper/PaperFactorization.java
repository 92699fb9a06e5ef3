package org.driftfield.models.volatility.paper;

import java.util.List;
import java.util.Locale;
import org.driftfield.driver.StoppingRule;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;

/** The factorisations of Tran, Tseng and Kohn. */
public enum PaperFactorization implements Factorization {
    /** q(μ) q(σ²) q(φ, x), the paper's: two closed forms and one cloud. Understates the spread of σ², φ and μ. */
    PAPER("mu | sigma2 | phi,x"),
    /** q(μ, σ², φ) q(x), the paper's other one: two clouds. Understates the spread of all three. */
    PARAMETERS("mu,sigma2,phi | x");

    private final String blocks;

    PaperFactorization(String blocks) {
        this.blocks = blocks;
    }

    @Override
    public boolean covers(VolatilitySpec spec) {
        return spec.isPlain() && spec.priors().family() == VolatilityPriors.Sigma2Family.INVERSE_GAMMA;
    }

    @Override
    public List<String> factors(List<String> parameters) {
        return List.of(blocks.split(" \\| "));
    }

    /**
     * The closed forms of the first are averaged over the run, collecting included; it is as long as it takes to see whether particles
     * are stuck: those far from φ = 1 may be, and spread the rest. The two clouds of the second sway together, and need time to show it.
     */
    @Override
    public PmfvbOptions engine() {
        PmfvbOptions engine = PmfvbOptions.defaults().withParticles(500);
        return switch (this) {
            case PAPER ->
                engine.withStopping(80, 1e-3, 2000).withBoundEvery(1, 0).withCollect(25, 6);
            case PARAMETERS ->
                engine.withDynamics(Dynamics.ADJUSTED)
                        .withStopping(300, 1e-3, 2000)
                        .withBoundEvery(5, 0)
                        .withCollect(25, 4);
        };
    }

    /**
     * The lower bound hardly sees σ², and it is what moves slowest. The two clouds of q(μ, σ², φ) q(x) sway together for ever, by about the
     * posterior's standard deviation over √M, which for σ² is up to nine of the factor's; there the start must be forgotten, and no
     * trend larger than that be left.
     */
    @Override
    public Setup setup(Returns returns, VolatilitySpec spec, PmfvbOptions engine) {
        boolean adjusted = engine.dynamics().adjusted();
        VolatilityModel model =
                adjusted ? VolatilityModel.of(returns, spec.priors()) : VolatilityModel.plain(returns, spec.priors());
        boolean sways = this == PARAMETERS;
        StoppingRule rule = sways ? Pmfvb.forgotten(engine) : Pmfvb.rule(model, engine);
        double noise = 1 / Math.sqrt(engine.particles());
        int[] scalars = {VolatilityModel.MU, VolatilityModel.PHI, VolatilityModel.SIGMA2};
        return new Setup(
                model,
                Blocks.of(blocks),
                scalars,
                returns.size(),
                model,
                rule,
                0.1 + (sways ? 18 : 2) * noise,
                !sways && adjusted);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
