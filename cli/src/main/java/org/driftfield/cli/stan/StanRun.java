package org.driftfield.cli.stan;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.driftfield.InferenceException;
import org.driftfield.InputException;
import org.driftfield.assessment.Assessment;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.driver.Session;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.sampler.Pathfinder;
import org.driftfield.sampler.Smc;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;
import org.driftfield.stan.data.StanData;
import org.driftfield.stan.review.Roles;
import org.driftfield.stan.tree.Note;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import org.driftfield.store.stan.StanDetails;

/** One fit of a program: from its files to an answer and what is to be said about it. */
final class StanRun implements FitRun {
    /** How often the checks that look at draws where they are evaluate the density. */
    private static final int EVALUATIONS = 1000;

    /**
     * Gradients for the draws that are moved on, which is the check that tells most, where each takes no more than so many numbers; else a
     * part of those that led to the draws. Counted, not timed, so that a verdict is the same on every machine. Fewer than the least tell
     * nothing.
     */
    private static final int MOST_MOVES = 150_000;

    private static final long CHEAP = 5_000;
    private static final double SHARE_OF_RUN = 0.5;
    private static final int FEWEST_MOVES = 5_000;

    private final StanSettings settings;
    private final StanProgram program;
    private final StanModel model;
    private final StanData given;
    private final FitRecord.DataUsed data;

    private StanRun(
            StanSettings settings, StanProgram program, StanModel model, StanData given, FitRecord.DataUsed data) {
        this.settings = settings;
        this.program = program;
        this.model = model;
        this.given = given;
        this.data = data;
    }

    /** Reads the program and the data. */
    static StanRun of(StanSettings settings, DataSource source) {
        StanProgram program = settings.program();
        StanData data = StanData.read(source.file(), settings.csv());
        StanModel model = program.with(data);
        require(
                model.dimension() > 0,
                "%s has no parameters: there is nothing to fit",
                program.program().name());
        int declared = program.program().data().size();
        int names = data.names().size();
        return new StanRun(
                settings,
                program,
                model,
                data,
                new FitRecord.DataUsed(source.given(), source.sha256(), Math.max(names, declared), declared, Map.of()));
    }

    @Override
    public FitRecord.DataUsed data() {
        return data;
    }

    @Override
    public Map<String, String> priors() {
        return Map.of();
    }

    @Override
    public List<String> factors() {
        return blocks().stream().map(Block::name).toList();
    }

    private List<Block> blocks() {
        Blocks blocks = settings.method() == StanSettings.Method.PMFVB
                ? settings.pmfvb().blocks()
                : Blocks.joint();
        return blocks.resolve(model);
    }

    @Override
    public List<String> notes() {
        return program.notes().stream().map(Note::toString).toList();
    }

    @Override
    public Optional<FreeModel> model() {
        return Optional.of(model);
    }

    @Override
    public Replicates replicates() {
        return StanReplicates.of(
                model,
                number -> posterior(
                        program.with(given, number + 1L), settings.alone(number + 1L), Session.NONE, note -> {}));
    }

    private static Posterior posterior(
            StanModel model, StanSettings settings, Session session, Consumer<String> starts) {
        return switch (settings.method()) {
            case NUTS -> nuts(model, settings, session, starts);
            case PMFVB -> Pmfvb.fit(model, settings.pmfvb(), session);
            case LAPLACE -> laplace(model, settings, starts);
            case PATHFINDER -> Pathfinder.fit(model, settings.pathfinder());
            case SMC -> Smc.fit(model, settings.smc(), session);
        };
    }

    @Override
    public FitResult fit(Session session) {
        double[] z = GradientSpeed.pointOrFail(model, settings.seed(), 0);
        StringBuilder starts = new StringBuilder();
        Posterior posterior = posterior(model, settings, session, starts::append);
        double microseconds = GradientSpeed.microseconds(model, settings.seed());
        double moves = model.work(z) <= CHEAP
                ? MOST_MOVES
                : Math.max(FEWEST_MOVES, Math.min(MOST_MOVES, SHARE_OF_RUN * gradients(posterior)));
        Assessment assessment = Assessment.of(
                model, posterior, blocks(), new Assessment.Effort(EVALUATIONS, (int) moves), settings.seed());
        Roles roles = Roles.of(program.program());
        StanDetails details = new StanDetails(
                program.program().name(),
                program.text(),
                model.dimension(),
                microseconds,
                model.messages().rejections(),
                model.messages().reasons(),
                model.messages().printed(),
                roles.observed(),
                roles.predicted(),
                starts.toString());
        return new FitResult(withLogDensity(posterior), assessment, details, Map.of());
    }

    /**
     * Chains from random points, unless climbs from such points end in places that are worth nothing: then from points of
     * the best approximations, so that no chain is stuck where the posterior is not.
     */
    private static Posterior nuts(StanModel model, StanSettings settings, Session session, Consumer<String> starting) {
        NutsOptions options = settings.nuts(model.dimension());
        Optional<Pathfinder> search = search(model, settings, options.chains());
        if (search.isEmpty() || !search.get().somePathsGotStuck()) {
            return Nuts.fit(model, options, session);
        }
        double[] points = search.get().starts(options.chains());
        int d = model.dimension();
        List<double[]> starts = IntStream.range(0, options.chains())
                .mapToObj(c -> Arrays.copyOfRange(points, c * d, (c + 1) * d))
                .toList();
        starting.accept(
                "The chains started at points that Pathfinder found: climbs from some random points ended where the"
                        + " density is far lower than elsewhere");
        return Nuts.fit(model, options, starts, session);
    }

    /** At the mode uphill of the origin, unless climbs from random points end in better places: then at the best of these. */
    private static Posterior laplace(StanModel model, StanSettings settings, Consumer<String> starting) {
        LaplaceOptions options = settings.laplace();
        Optional<Pathfinder> search = search(model, settings, 1);
        if (search.isEmpty() || !search.get().somePathsGotStuck()) {
            return Laplace.fit(model, options);
        }
        starting.accept(
                "The search for the mode started in the middle of the best approximation that Pathfinder found: climbs from some random"
                        + " points ended where the density is far lower than elsewhere");
        return Laplace.fit(model, options.startingAt(search.get().middle()));
    }

    /** Nothing where no climb came to an approximation: chains find starts of their own, or say why not. */
    private static Optional<Pathfinder> search(StanModel model, StanSettings settings, int chains) {
        try {
            return Optional.of(Pathfinder.of(model, settings.search(chains)));
        } catch (InferenceException | InputException none) {
            return Optional.empty();
        }
    }

    /** The gradients that led to the draws, about. */
    private static double gradients(Posterior posterior) {
        double[] steps = posterior
                .statistics()
                .flatMap(known -> known.get(DrawStatistics.Statistic.N_STEPS))
                .orElse(null);
        if (steps != null) {
            return Arrays.stream(steps).sum();
        }
        return posterior.kind() == Posterior.Kind.CLOUD
                ? (double) posterior.trace().rows() * posterior.units()
                : posterior.size();
    }

    /** Chains know it of each draw; for all others it is computed. */
    private Posterior withLogDensity(Posterior posterior) {
        return posterior.statistics().isPresent() || !posterior.hasFree()
                ? posterior
                : posterior.withStatistics(DrawStatistics.logDensities(model, posterior));
    }
}
