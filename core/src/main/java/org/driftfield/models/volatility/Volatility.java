package org.driftfield.models.volatility;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.driftfield.driver.ForgottenRule;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.driver.TrendRule;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.Parameter;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;

/** Fits the stochastic volatility model by particle mean-field variational Bayes. */
public final class Volatility {
    /** Log mean squares further than this many prior standard deviations from the prior mean of μ are worth a word. */
    private static final double FAR = 2;

    /** Parameters whose correlation with those at the start is below this are forgotten. */
    private static final double FORGOTTEN = 0.25;

    /** So many standard deviations of log σ² from its fixed point are near enough to stop at. */
    private static final double SETTLED = 0.15;

    private Volatility() {}

    /** The posterior for a series of returns. */
    public static VolatilityFit fit(Returns returns, VolatilityOptions options) {
        return fit(returns, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static VolatilityFit fit(Returns returns, VolatilityOptions options, Session session) {
        Setup setup = setup(returns, options);
        PmfvbOptions engine = options.engine().withBlocks(setup.blocks());
        CollectedPath[] seen = new CollectedPath[1];
        int snapshots = engine.thin() == 0 ? 1 : engine.timesCollected();
        Posterior posterior = Pmfvb.fit(setup.model(), engine, rule(setup.model(), options), session, field -> {
            seen[0] = new CollectedPath(
                    field,
                    setup.parameters(),
                    setup.scalars(),
                    setup.reader(),
                    returns.size(),
                    setup.times(),
                    snapshots);
            return seen[0];
        });
        List<String> warnings = warnings(returns, options);
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
        return fit.withStrayShare(seen[0].strays() / (double) engine.particles());
    }

    /**
     * What a factorisation needs.
     *
     * @param parameters those that are kept
     * @param scalars their coordinates
     * @param times how many log variances there are
     */
    private record Setup(
            MeanFieldModel model,
            Blocks blocks,
            List<Parameter> parameters,
            int[] scalars,
            int times,
            CollectedPath.PathReader reader) {}

    private static Setup setup(Returns returns, VolatilityOptions options) {
        VolatilitySpec spec = options.spec();
        if (options.factorization() == Factorization.JOINT) {
            JointVolatility model = JointVolatility.of(returns, spec);
            int[] scalars = IntStream.range(0, spec.count()).toArray();
            return new Setup(model, Blocks.joint(), spec.parameters(), scalars, model.times(), model);
        }
        VolatilityModel model = options.engine().dynamics().adjusted()
                ? VolatilityModel.of(returns, spec.priors())
                : VolatilityModel.plain(returns, spec.priors());
        return new Setup(
                model,
                Blocks.of(options.factorization() == Factorization.PAPER ? "mu | sigma2 | phi,x" : "mu,sigma2,phi | x"),
                spec.parameters(),
                new int[] {VolatilityModel.MU, VolatilityModel.PHI, VolatilityModel.SIGMA2},
                returns.size(),
                model);
    }

    /**
     * The engine's rule, and no trend of log σ² that matters: the lower bound hardly sees it, and it is what moves slowest. The
     * two clouds of q(μ, σ², φ) q(x) sway together for ever, by about the posterior's standard deviation over √M, which for
     * σ² is up to nine of the factor's; there the start must be forgotten, and no trend larger than that be left.
     */
    private static StoppingRule rule(MeanFieldModel model, VolatilityOptions options) {
        PmfvbOptions engine = options.engine();
        if (options.factorization() == Factorization.JOINT) {
            return Pmfvb.forgotten(engine)
                    .and(new ForgottenRule(CollectedPath.MEMORY, FORGOTTEN))
                    .and(trend(engine, 0.1 + 2 / Math.sqrt(engine.particles())));
        }
        boolean sways = options.factorization() == Factorization.PARAMETERS;
        double noise = 1 / Math.sqrt(engine.particles());
        StoppingRule general = sways ? Pmfvb.forgotten(engine) : Pmfvb.rule(model, engine);
        StoppingRule still = general.and(trend(engine, 0.1 + (sways ? 18 : 2) * noise));
        boolean closed = options.factorization() == Factorization.PAPER
                && engine.dynamics().adjusted();
        return closed ? still.and(new FixedPointRule(SETTLED, engine.lookBack())) : still;
    }

    private static StoppingRule trend(PmfvbOptions engine, double share) {
        return new TrendRule(
                CollectedPath.LOG_SIGMA2, "log sigma2", CollectedPath.LOG_SIGMA2_SD, share, engine.lookBack(), 0);
    }

    private static List<String> warnings(Returns returns, VolatilityOptions options) {
        List<String> warnings = new ArrayList<>(returns.warnings());
        double level = Math.log(returns.meanSquare());
        double off = (level - options.spec().priors().muMean())
                / Math.sqrt(options.spec().priors().muVariance());
        if (Math.abs(off) > FAR) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "The log variance of the returns, %.1f, is %.1f prior standard deviations from the prior mean of mu:"
                            + " give returns in per cent, or another prior.",
                    level,
                    Math.abs(off)));
        }
        return warnings;
    }
}
