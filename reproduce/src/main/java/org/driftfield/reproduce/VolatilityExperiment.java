package org.driftfield.reproduce;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.driver.Session;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.models.volatility.paper.PaperFactorization;
import org.driftfield.models.volatility.smc.VolatilitySmc;
import org.driftfield.reproduce.Contender.Way;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.sampler.SmcOptions;

/** The paper's stochastic volatility: T = 500 returns drawn with μ = 1, φ = 0.8, σ = 0.5. */
final class VolatilityExperiment extends PosteriorExperiment {
    private static final double MU = 1;
    private static final double PHI = 0.8;
    private static final double SIGMA = 0.5;

    /** The paper does not tell its step; larger ones are off by more, smaller ones take longer. */
    private static final double PAPER_STEP = 0.002;

    /** The paper's factorisation with moves that are adjusted. */
    private final Request request;

    private final int size;
    private final VolatilityPriors priors = VolatilityPriors.defaults();
    private Returns returns;

    VolatilityExperiment(Request request) {
        this.request = request;
        this.size = request.effort().of(500, 200, 60);
    }

    @Override
    public String title() {
        return "Stochastic volatility";
    }

    @Override
    public String subtitle() {
        return "The second example of Particle Mean Field Variational Bayes (Tran, Tseng and Kohn), repeated";
    }

    @Override
    List<Shown> parameters() {
        return List.of(
                Shown.real("mu", "μ"),
                new Shown("phi", "φ", -1, 1),
                new Shown("sigma2", "σ²", 0, Double.POSITIVE_INFINITY));
    }

    private VolatilityOptions pmfvb(Way way, long seed) {
        VolatilityOptions base = switch (way) {
            case PMFVB -> VolatilityOptions.defaults();
            case FACTORED -> VolatilityOptions.defaults(PaperFactorization.PAPER);
            default -> VolatilityOptions.paper(PaperFactorization.PAPER, PAPER_STEP);
        };
        PmfvbOptions engine = base.engine();
        Effort effort = request.effort();
        boolean paper = way == Way.PAPER;
        int most = paper ? effort.of(20_000, 4000, 60) : effort.of(engine.maximum(), 500, 60);
        return base.withPriors(priors)
                .withEngine(engine.withParticles(effort.of(500, 200, 20))
                        .withStopping(paper ? 10 * engine.lookBack() : engine.window(), engine.tolerance(), most)
                        .withSeed(seed)
                        .withThreads(request.threads()));
    }

    private SmcOptions smc(long seed) {
        return VolatilitySmc.options(seed)
                .withParticles(request.effort().of(500, 200, 20))
                .withThreads(request.threads());
    }

    private NutsOptions nuts(long seed) {
        Effort effort = request.effort();
        return VolatilityNuts.options(seed)
                .withWarmup(effort.of(1000, 500, 100))
                .withDraws(effort.of(2500, 500, 50))
                .withThreads(request.threads());
    }

    @Override
    public List<Contender> methods() {
        String particles = request.effort().of(500, 200, 20) + " particles, ";
        return List.of(
                pmfvbMethod(
                        Way.PMFVB,
                        "PMFVB, default",
                        particles
                                + "everything in one factor, x by innovations that hardly depend on the parameters;"
                                + " Metropolis-adjusted moves; stops when the start is forgotten and log σ² has no"
                                + " trend that matters"),
                pmfvbMethod(
                        Way.FACTORED,
                        "PMFVB, the paper's factors",
                        particles
                                + "q(μ) q(σ²) q(φ, x): two closed forms and a cloud, Metropolis-adjusted moves that"
                                + " know the precision of x; stops when lower bound, cloud and log σ² have no trend"
                                + " that matters"),
                pmfvbMethod(
                        Way.PAPER,
                        "PMFVB as in the paper",
                        particles + "q(μ) q(σ²) q(φ, x), unadjusted moves of the constant step h = " + PAPER_STEP
                                + ", the cloud taken as it stands; the same rule, looking back ten times as far, since"
                                + " its steps are small"),
                new Contender(
                        Way.SMC,
                        "SMC",
                        smc(0).withThreads(1).toString(),
                        particles
                                + "tempered from prior to posterior, the likelihood estimated by a particle filter;"
                                + " stops when the posterior is reached and the particles have forgotten where they"
                                + " were"),
                new Contender(
                        Way.NUTS,
                        "NUTS",
                        nuts(0).withThreads(1).toString(),
                        "4 chains of " + nuts(0).warmup() + " iterations to warm up and " + nuts(0).draws()
                                + " draws"));
    }

    private Contender pmfvbMethod(Way way, String label, String rule) {
        VolatilityOptions options = pmfvb(way, 0);
        return new Contender(
                way, label, options.withEngine(options.engine().withThreads(1)).toString(), rule);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("returns", String.valueOf(size));
    }

    @Override
    public void prepare(int replicate) {
        returns = SimulatedReturns.of(size, MU, PHI, SIGMA, request.seedOf(replicate))
                .returns();
    }

    @Override
    public Outcome run(Contender method, int replicate, Session session) {
        long seed = request.seedOf(replicate);
        VolatilityFit fit = switch (method.way()) {
            case SMC -> VolatilitySmc.fit(returns, priors, smc(seed), session);
            case NUTS -> VolatilityNuts.fit(returns, VolatilitySpec.plain(priors), nuts(seed), session);
            default -> Volatility.fit(returns, pmfvb(method.way(), seed), session);
        };
        return outcome(fit.posterior(), parameters());
    }

    @Override
    public Map<String, PaperRow> paper() {
        return Map.of(
                Way.PAPER.key(),
                new PaperRow("PMFVB", 1, Map.of(Replicate.CPU, new Estimate(8.2 * 60, Double.NaN, 1))),
                Way.SMC.key(),
                new PaperRow("SMC", 1, Map.of(Replicate.CPU, new Estimate(29.3 * 60, Double.NaN, 1))));
    }

    @Override
    public Map<String, String> description() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("Model", "yt ~ N(0, exp(xt)), xt ~ N(μ + φ (xt−1 − μ), σ²), x1 ~ N(μ, σ²/(1 − φ²))");
        words.put("Priors", "μ ~ N(0, 10), (1 + φ)/2 ~ Beta(20, 1.5), σ² ~ inverse-Gamma(2.5, 0.025)");
        words.put("Data", size + " returns drawn with μ = 1, φ = 0.8, σ = 0.5 from the seed");
        return words;
    }

    @Override
    public String otherwise() {
        return "The authors' own series is not at hand. Their step size and the size of their particle filter are not"
                + " told. Unadjusted moves of a finite step inflate x, and q(σ²) amplifies that: the default adjusts them."
                + " What is left of the gap in the spread with the paper's factors is the price of the factorisation; the"
                + " default cuts nothing apart. The paper starts its particles elsewhere: here all runs start from a"
                + " normal approximation. NUTS is not in the paper; it is the measure here.";
    }
}
