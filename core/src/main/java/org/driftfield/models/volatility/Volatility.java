package org.driftfield.models.volatility;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.driver.TrendRule;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;

/** Fits the stochastic volatility model by particle mean-field variational Bayes. */
public final class Volatility {
    /** So many standard deviations of log σ² from its fixed point are near enough to stop at. */
    private static final double SETTLED = 0.15;

    private Volatility() {}

    /** The posterior for a series of returns. */
    public static VolatilityFit fit(Returns returns, VolatilityOptions options) {
        return fit(returns, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static VolatilityFit fit(Returns returns, VolatilityOptions options, Session session) {
        Factorization.Setup setup = options.factorization().setup(returns, options.spec(), options.engine());
        PmfvbOptions engine = options.engine().withBlocks(setup.blocks());
        CollectedPath[] seen = new CollectedPath[1];
        int snapshots = engine.thin() == 0 ? 1 : engine.timesCollected();
        Posterior posterior = Pmfvb.fit(setup.model(), engine, rule(setup, engine), session, field -> {
            seen[0] = new CollectedPath(
                    field,
                    options.spec().parameters(),
                    setup.scalars(),
                    setup.reader(),
                    returns.size(),
                    setup.times(),
                    snapshots);
            return seen[0];
        });
        List<String> warnings = new ArrayList<>(returns.warnings(options.spec()));
        if (!setup.reader().started()) {
            warnings.add(
                    "The approximation that the particles start from was not found: they start further off, and the"
                            + " run takes longer to forget that.");
        }
        VolatilityFit fit = new VolatilityFit(
                returns,
                options.spec(),
                posterior
                        .with("exp_half_mu", Variable.Range.POSITIVE, draw -> Math.exp(0.5 * draw[0]))
                        .withWarnings(warnings),
                seen[0].path(),
                seen[0].last());
        return fit.withStrayShare(seen[0].strays() / (double) engine.particles())
                .withPaths(seen[0]::paths);
    }

    /**
     * The most probable parameters, in the order of the specification, with the path integrated out by Laplace's method: a first answer.
     */
    public static double[] mode(Returns returns, VolatilitySpec spec) {
        PathLikelihood likelihood = new PathLikelihood(returns, spec);
        return new ParameterFit(likelihood, likelihood.plausible()).mode();
    }

    private static StoppingRule rule(Factorization.Setup setup, PmfvbOptions engine) {
        StoppingRule still = setup.rule().and(trend(engine, setup.trend()));
        return setup.fixedPoint() ? still.and(new FixedPointRule(SETTLED, engine.lookBack())) : still;
    }

    private static StoppingRule trend(PmfvbOptions engine, double share) {
        return new TrendRule(
                CollectedPath.LOG_SIGMA2, "log sigma2", CollectedPath.LOG_SIGMA2_SD, share, engine.lookBack(), 0);
    }
}
