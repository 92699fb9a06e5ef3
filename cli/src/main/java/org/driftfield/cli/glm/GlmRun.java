package org.driftfield.cli.glm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.ModelChecks;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.data.Formula;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.driver.Session;
import org.driftfield.engine.LocalRows;
import org.driftfield.engine.Workers;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.FreeModel;
import org.driftfield.model.ParameterSpace;
import org.driftfield.models.glm.Dispersion;
import org.driftfield.models.glm.GlmEffects;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.LeaveOneOut;
import org.driftfield.models.glm.PredictiveCheck;
import org.driftfield.models.glm.Prior;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import org.driftfield.store.glm.GlmDetails;

/** One fit of a generalised linear model: from the file to an answer and what is to be said about it. */
final class GlmRun implements FitRun {
    private static final int MOST_EVALUATIONS = 1000;
    private static final int FEWEST_EVALUATIONS = 100;

    /** Rows times columns times evaluations that take a few seconds. */
    private static final double LONG_CHECK = 4e9;

    /** The same for draws that are moved on, which is the check that tells most; fewer gradients than the least tell nothing. */
    private static final double LONG_MOVES = 1e10;

    private static final int MANY_MOVES = 30_000;

    /** As many as any posterior takes, where they are cheap: rows times columns times gradients that take a second. */
    private static final int MOST_MOVES = 150_000;

    private static final double SHORT_MOVES = 1e9;
    /** With fewer rows for each column of a model with a sigma its posterior may have a neck. */
    private static final int ROWS_A_COLUMN = 2;

    private static final int FEWEST_MOVES = 2_000;

    /** Rows times columns times proposals beyond which a Laplace approximation is left as it is. */
    private static final double LONG_PROPOSALS = 2e10;

    private static final double PROPOSALS_A_DRAW = 2;

    /** Rows times columns times draws beyond which the log density of each draw is not computed. */
    private static final double LONG_STATISTICS = 1e9;

    /** Rows times columns up to which rows that are elsewhere are brought here for what evaluates one point at a time. */
    private static final double FEW = 5e6;

    private final GlmSettings settings;
    private final GlmInput input;
    private final GlmModel model;
    private final List<String> notes = new ArrayList<>();
    private final ParameterSpace space;
    private final PmfvbOptions pmfvb;
    private final List<Block> blocks;
    private final GlmPriors priors;
    private GlmModel near;

    private GlmRun(GlmSettings settings, GlmInput input, GlmPriors priors) {
        this.settings = settings;
        this.input = input;
        this.priors = priors;
        this.model = GlmModel.of(
                input.rows(),
                input.recipe().names(),
                input.recipe().formula().responseName(),
                settings.family(),
                priors);
        notes.addAll(model.remarks());
        this.space = ParameterSpace.of(model.parameters());
        this.pmfvb = settings.method() == GlmSettings.Method.PMFVB ? settings.pmfvb(model, notes) : null;
        this.blocks = (pmfvb == null ? Blocks.joint() : pmfvb.blocks()).resolve(model);
        if (settings.method() == GlmSettings.Method.LAPLACE && !weighted()) {
            notes.add("the approximation is not corrected by importance weights, since the data are large");
        }
    }

    /** Reads the data and sets up the model. */
    static GlmRun of(GlmSettings settings, DataSource source) {
        Formula formula = settings.formula();
        settings.priors();
        return new GlmRun(
                settings,
                GlmInput.of(
                        source,
                        new GlmInput.Question(formula, settings.family(), settings.missing(), settings.csv(formula))),
                settings.priors());
    }

    @Override
    public FitRecord.DataUsed data() {
        return input.data();
    }

    @Override
    public Map<String, String> priors() {
        Map<String, String> priors = new LinkedHashMap<>();
        model.priors().forEach((name, prior) -> priors.put(name, prior.toString()));
        return priors;
    }

    @Override
    public List<String> improper() {
        return model.priors().entrySet().stream()
                .filter(prior -> prior.getValue().equals(Prior.FLAT))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public List<String> factors() {
        return blocks.stream().map(Block::name).toList();
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public Optional<FreeModel> model() {
        return Optional.of(model);
    }

    @Override
    public Replicates replicates() {
        return new GlmReplicates(
                settings,
                input.here(),
                model.priors(),
                (own, simulated, asked) -> new GlmRun(own, GlmInput.of(simulated, own.family(), input.data()), asked)
                        .posterior(Session.NONE));
    }

    @Override
    public FitResult fit(Session session) {
        return fit(session, true);
    }

    @Override
    public FitResult answer(Session session) {
        return fit(session, false);
    }

    private FitResult fit(Session session, boolean shown) {
        Posterior posterior = posterior(session);
        FreeModel here = near();
        var posteriorOnly = new AtomicReference<Assessment>();
        var leaveOneOut = new AtomicReference<LeaveOneOut>();
        var predictive = new AtomicReference<PredictiveCheck>();
        var withDensity = new AtomicReference<Posterior>();
        var effects = new AtomicReference<>(ConditionalEffects.NONE);
        // Rows elsewhere have threads of their own.
        try (Workers workers = new Workers(input.rows().remote() ? 1 : settings.threads())) {
            workers.all(
                    () -> posteriorOnly.set(Assessment.of(here, posterior, blocks, effort(), settings.seed())),
                    () -> leaveOneOut.set(LeaveOneOut.of(model, posterior)),
                    () -> predictive.set(PredictiveCheck.of(model, posterior, settings.seed())),
                    () -> withDensity.set(shown ? withLogDensity(here, posterior) : posterior),
                    () -> effects.set(
                            !shown || input.profile() == null
                                    ? ConditionalEffects.NONE
                                    : GlmEffects.of(input.recipe(), input.profile(), settings.family(), posterior)));
        }
        GlmDetails details = new GlmDetails(
                settings.formulaText(),
                settings.family().text(),
                input.recipe().toMap(),
                leaveOneOut.get(),
                predictive.get(),
                effects.get());
        return new FitResult(
                withDensity.get(),
                assessment(posteriorOnly.get(), predictive.get(), leaveOneOut.get()),
                details,
                Map.of());
    }

    private Assessment assessment(Assessment posteriorOnly, PredictiveCheck predictive, LeaveOneOut leaveOneOut) {
        Assessment assessment = posteriorOnly;
        Dispersion dispersion = predictive.dispersion();
        if (dispersion.said()) {
            assessment = assessment.with(
                    ModelChecks.dispersion(settings.family().text(), dispersion.ratio(), dispersion.exceeding()));
        }
        if (leaveOneOut.computed()) {
            assessment = assessment.with(ModelChecks.leaveOneOut(
                    leaveOneOut.unreliable(), leaveOneOut.sampled(), leaveOneOut.observations()));
        }
        return assessment;
    }

    /** Chains know it of each draw; for all others it is computed, unless that takes long. */
    private Posterior withLogDensity(FreeModel here, Posterior posterior) {
        return posterior.statistics().isPresent() || cells() * posterior.size() > LONG_STATISTICS
                ? posterior
                : posterior.withStatistics(DrawStatistics.logDensities(here, posterior));
    }

    private Posterior posterior(Session session) {
        return switch (settings.method()) {
            case PMFVB -> Pmfvb.fit(model, pmfvb, session);
            case NUTS -> nuts(session);
            case LAPLACE -> laplace();
        };
    }

    private Posterior nuts(Session session) {
        NutsOptions options = settings.nuts();
        List<double[]> starts = new ArrayList<>();
        MultivariateNormal start = model.start().orElseThrow();
        for (int c = 0; c < options.chains(); c++) {
            double[] point = new double[space.dimension()];
            start.sample(RandomStream.of(settings.seed(), 0, StreamKeys.GLM_START, c), point, 0);
            starts.add(point);
        }
        return Nuts.fit(model, options, starts, session);
    }

    private Posterior laplace() {
        LaplaceOptions options = LaplaceOptions.defaults(settings.seed())
                .startingAt(space.unconstrain(model.modeOfPosterior()))
                .withDraws(settings.laplaceDraws());
        return Laplace.fit(weighted() ? near() : model, weighted() ? options : options.withProposals(0));
    }

    /** The same model with its rows here, if they are few: the same bits without a round for each evaluation. */
    private GlmModel near() {
        if (near == null) {
            near = !input.rows().remote() || cells() > FEW
                    ? model
                    : GlmModel.of(
                            new LocalRows<>(
                                    input.rows().map((chunk, number) -> chunk),
                                    input.rows().count()),
                            model.columns(),
                            model.response(),
                            model.family(),
                            priors);
        }
        return near;
    }

    /** Whether a Laplace approximation is corrected by importance weights. */
    private boolean weighted() {
        return PROPOSALS_A_DRAW * settings.laplaceDraws() * cells() <= LONG_PROPOSALS;
    }

    /** How often the checks may evaluate the density: as often as they like, unless the data are large. */
    private Assessment.Effort effort() {
        int evaluations = (int) Math.max(FEWEST_EVALUATIONS, Math.min(MOST_EVALUATIONS, LONG_CHECK / cells()));
        int moves =
                (int) Math.max(Math.min(MANY_MOVES, LONG_MOVES / cells()), Math.min(MOST_MOVES, SHORT_MOVES / cells()));
        // Likelihoods and priors are log-concave in the coefficients; sigma is a neck where these could fit all
        // responses.
        boolean oneMode = !model.family().hasScale()
                || model.observations() >= ROWS_A_COLUMN * model.columns().size();
        return new Assessment.Effort(evaluations, moves < FEWEST_MOVES ? 0 : moves, oneMode);
    }

    private double cells() {
        return (double) model.observations() * model.columns().size();
    }
}
