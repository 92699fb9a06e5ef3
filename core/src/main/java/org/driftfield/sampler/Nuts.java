package org.driftfield.sampler;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.driver.State;
import org.driftfield.driver.TraceColumns;
import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.DrawStatistics.Statistic;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Transitions;

/**
 * The No-U-Turn sampler (Hoffman and Gelman 2014): exact draws from a posterior, up to Monte Carlo error, by Hamiltonian
 * trajectories that end where they would turn back. With what was learnt since: a trajectory's point is chosen by weight,
 * and the U-turn criterion is the generalised one (Betancourt 2017). Step size and metric are tuned in the warm-up on Stan's
 * schedule.
 *
 * <pre>{@code
 * Posterior posterior = Nuts.fit(model, NutsOptions.defaults(1));
 * }</pre>
 */
public final class Nuts implements Algorithm, AutoCloseable {
    private static final List<String> TRACE = List.of(
            TraceColumns.LOG_DENSITY,
            TraceColumns.ACCEPTANCE,
            TraceColumns.STEP_SIZE,
            "tree_depth",
            "divergences",
            "leapfrogs");

    private static final Statistic[] STATISTICS = Statistic.values();

    private final NutsOptions options;
    private final FreeModel model;
    private final int dimension;
    private final State state = new State();
    private final double[] frozen = new double[1];

    /** Of each draw kept so far, and how many that are: part of the state, so that a resumed run has those before it. */
    private final double[] statistics;

    private final double[] recorded = new double[1];
    private final List<Chain> chains = new ArrayList<>();
    private final Workers workers;

    private Nuts(FreeModel model, NutsOptions options) {
        this.options = options;
        this.model = model;
        this.dimension = model.dimension();
        this.workers = new Workers(Math.min(options.threads(), options.chains()));
        this.statistics = new double
                [Math.multiplyExact(Math.multiplyExact(options.draws(), options.chains()), STATISTICS.length)];
        state.put("frozen", frozen).put("statistics", statistics).put("recorded", recorded);
        WarmupSchedule schedule = new WarmupSchedule(options.warmup());
        for (int c = 0; c < options.chains(); c++) {
            chains.add(new Chain(model, options, schedule, c, state));
        }
    }

    /** The posterior of a model, by chains that start at random points, uniform on (-2, 2) on the free scale. */
    public static Posterior fit(FreeModel model, NutsOptions options) {
        return fit(model, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static Posterior fit(FreeModel model, NutsOptions options, Session session) {
        return fit(model, options, List.of(), session);
    }

    /** The same, by chains that start at the given points of the free scale, one each. */
    public static Posterior fit(FreeModel model, NutsOptions options, List<double[]> starts, Session session) {
        String settings = options.withThreads(1).toString();
        String fingerprint = "nuts " + settings + " " + model.fingerprint();
        try (Nuts nuts = of(model, options, starts)) {
            Run run = Driver.run(
                    nuts, options.stoppingRule(), options.runOptions().in(session, fingerprint));
            return Posterior.of(
                            model,
                            Posterior.Kind.CHAINS,
                            run,
                            options.threads(),
                            List.of(),
                            Provenance.here(Method.NUTS, settings, options.seed(), run.seconds()))
                    .withTransitions(nuts.transitions())
                    .withStatistics(nuts.statistics());
        }
    }

    static Nuts of(FreeModel model, NutsOptions options) {
        return of(model, options, List.of());
    }

    static Nuts of(FreeModel model, NutsOptions options, List<double[]> starts) {
        require(
                starts.isEmpty() || starts.size() == options.chains(),
                "there must be one starting point for each of the %d chains, got %d",
                options.chains(),
                starts.size());
        for (double[] start : starts) {
            require(
                    start.length == model.dimension(),
                    "a point must have %d values, got %d",
                    model.dimension(),
                    start.length);
        }
        Nuts nuts = new Nuts(model, options);
        try {
            nuts.forEachChain(c -> nuts.chains.get(c).start(starts.isEmpty() ? null : starts.get(c)));
        } catch (RuntimeException e) {
            nuts.close();
            throw e;
        }
        return nuts;
    }

    @FunctionalInterface
    private interface ChainTask {
        void run(int chain);
    }

    private void forEachChain(ChainTask task) {
        workers.forEach(chains.size(), 1, (worker, from, to) -> {
            for (int c = from; c < to; c++) {
                task.run(c);
            }
        });
    }

    @Override
    public List<String> names() {
        return model.freeNames();
    }

    @Override
    public int units() {
        return chains.size();
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public void restored() {
        chains.forEach(Chain::restored);
    }

    @Override
    public void step(long iteration) {
        boolean collecting = frozen[0] == 1;
        forEachChain(c -> chains.get(c).transition(iteration, collecting));
    }

    @Override
    public void freeze() {
        frozen[0] = 1;
        chains.forEach(Chain::freeze);
    }

    @Override
    public List<String> traceColumns() {
        return TRACE;
    }

    /** Means over the chains of the log density (unconstrained scale), acceptance, step size and depth; sums of the rest. */
    @Override
    public void trace(long iteration, double[] row) {
        int n = chains.size();
        row[0] = sum(Chain::logDensity) / n;
        row[1] = sum(chain -> chain.trajectory().acceptance()) / n;
        row[2] = sum(Chain::stepSizeUsed) / n;
        row[3] = sum(chain -> chain.trajectory().depth()) / n;
        row[4] = sum(chain -> chain.trajectory().diverged() ? 1 : 0);
        row[5] = sum(chain -> chain.trajectory().leapfrogs());
    }

    private double sum(ToDoubleFunction<Chain> number) {
        double sum = 0;
        for (Chain chain : chains) {
            sum += number.applyAsDouble(chain);
        }
        return sum;
    }

    @Override
    public void draws(double[] out, int at) {
        for (int c = 0; c < chains.size(); c++) {
            chains.get(c).draw(out, at + c * dimension);
            record(chains.get(c));
        }
    }

    private void record(Chain chain) {
        Trajectory made = chain.trajectory();
        int at = ((int) recorded[0]++) * STATISTICS.length;
        for (Statistic statistic : STATISTICS) {
            statistics[at++] = switch (statistic) {
                case LP -> chain.logDensity();
                case ACCEPTANCE_RATE -> made.acceptance();
                case STEP_SIZE -> chain.stepSizeUsed();
                case TREE_DEPTH -> made.depth();
                case N_STEPS -> made.leapfrogs();
                case DIVERGING -> made.diverged() ? 1 : 0;
                case ENERGY -> made.energy();
            };
        }
    }

    /** What is known of each draw. */
    private DrawStatistics statistics() {
        Map<Statistic, double[]> columns = new EnumMap<>(Statistic.class);
        for (int s = 0; s < STATISTICS.length; s++) {
            int first = s;
            double[] column = new double[(int) recorded[0]];
            Arrays.setAll(column, i -> statistics[i * STATISTICS.length + first]);
            columns.put(STATISTICS[s], column);
        }
        return DrawStatistics.of(columns);
    }

    /** How the transitions since the warm-up went. */
    public Transitions transitions() {
        return new Transitions(
                count(Chain::made),
                count(Chain::diverged),
                count(Chain::cutShort),
                options.maxDepth(),
                options.targetAcceptance(),
                chains.stream().map(Chain::energyFraction).toList());
    }

    private long count(ToLongFunction<Chain> number) {
        return chains.stream().mapToLong(number).sum();
    }

    /** Ends the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
