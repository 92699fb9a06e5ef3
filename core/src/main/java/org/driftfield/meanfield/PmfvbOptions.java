package org.driftfield.meanfield;

import static org.driftfield.InputException.require;

import java.util.List;
import java.util.function.Consumer;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;

/**
 * How particle mean-field variational Bayes is run. Start from {@link #defaults} or {@link #paper} and change what matters
 * with the {@code with…} methods.
 *
 * @param particles M, the size of each cloud
 * @param blocks which coordinates form a factor
 * @param expectation how the expectation over the other factors is taken
 * @param dynamics how particles move
 * @param preconditioning what shapes their moves
 * @param schedules the step sizes: one schedule for all factors or one for each
 * @param randomOrder whether the factors are swept in a fresh random order each iteration instead of the given one
 * @param minibatch how many observations each gradient uses, 0 for all; unadjusted dynamics only
 * @param boundEvery how often the lower bounds are computed
 * @param spread the standard deviation of the starting cloud, on the unconstrained scale, when the model offers no start
 * @param window iterations that the stopping rule looks back; 0 for 50, or fewer where a large cloud tells as much in them
 * @param tolerance change of the lower bound over the window that is too small to matter, in nats
 * @param maximum the most iterations to settle in
 * @param collect how many times the settled cloud is added to the draws; 0 for about 20,000 draws, from 5 times up to 20
 * @param thin iterations between these; 0 to take the cloud once, as it stands when settled
 * @param seed fixes every random number
 * @param threads how many threads share the work; never changes the answer
 */
public record PmfvbOptions(
        int particles,
        Blocks blocks,
        Expectation expectation,
        Dynamics dynamics,
        Preconditioning preconditioning,
        List<StepSchedule> schedules,
        boolean randomOrder,
        int minibatch,
        BoundEvery boundEvery,
        double spread,
        int window,
        double tolerance,
        int maximum,
        int collect,
        int thin,
        long seed,
        int threads) {
    /** The window of the paper, and what a large cloud may make of it. */
    static final int WINDOW = 50;

    private static final int SHORTEST_WINDOW = 25;

    public PmfvbOptions {
        require(particles >= 2, "particles must be at least 2, got %d", particles);
        schedules = List.copyOf(schedules);
        require(!schedules.isEmpty(), "there must be at least one step schedule, got none");
        require(minibatch >= 0, "the minibatch must not be negative, got %d", minibatch);
        require(
                minibatch == 0 || !dynamics.adjusted(),
                "a minibatch needs unadjusted dynamics: the accept step must see all observations; got minibatch %d",
                minibatch);
        require(spread > 0 && Double.isFinite(spread), "the spread of the start must be positive, got %s", spread);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        require(maximum >= 1, "the most iterations must be at least 1, got %d", maximum);
        require(thin >= 0, "thin must not be negative, got %d", thin);
        require(window >= 0, "the window of the stopping rule must not be negative, got %d", window);
        require(collect >= 0, "collect must not be negative, got %d", collect);
    }

    /**
     * How often the lower bounds are computed, in iterations. The stopping rule sees the paper's; with more than one factor
     * it costs an evaluation of the model for each particle.
     *
     * @param paper the paper's
     * @param honest the one with an honest entropy; 0 for never
     */
    public record BoundEvery(int paper, int honest) {
        public BoundEvery {
            require(paper >= 1, "the lower bound must be computed every 1 or more iterations, got %d", paper);
            require(honest >= 0, "the interval of the honest lower bound must not be negative, got %d", honest);
        }
    }

    /** What is right for most models: adjusted dynamics, automatic step sizes, all parameters in one factor. */
    public static PmfvbOptions defaults() {
        return new PmfvbOptions(
                1000,
                Blocks.joint(),
                Expectation.AUTOMATIC,
                Dynamics.AUTOMATIC,
                Preconditioning.AUTOMATIC,
                List.of(StepSchedule.AUTOMATIC),
                false,
                0,
                new BoundEvery(1, 10),
                1,
                0,
                1e-3,
                2000,
                0,
                2,
                1,
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * The paper's Algorithm 1 to the letter: unadjusted Langevin steps of the given size without preconditioner, the
     * expectation over a random subset of m particles, the cloud taken as it stands. Its spread is inflated by the finite
     * step, which {@link #defaults} avoids.
     */
    public static PmfvbOptions paper(StepSchedule schedule, int m) {
        return defaults()
                .withDynamics(Dynamics.UNADJUSTED)
                .withPreconditioning(Preconditioning.IDENTITY)
                .withSchedules(schedule)
                .withExpectation(Expectation.subset(m))
                .withCollect(1, 0);
    }

    /**
     * The window of the stopping rule. Its noise falls with window times particles: what 1000 particles tell in 50 iterations,
     * 2000 tell in 25.
     */
    public int lookBack() {
        if (window > 0) {
            return window;
        }
        return dynamics.adjusted() ? Math.max(SHORTEST_WINDOW, Math.min(WINDOW, WINDOW * 1000 / particles)) : WINDOW;
    }

    /** How many times the settled cloud is added to the draws. */
    public int timesCollected() {
        return collect > 0 ? collect : Math.max(5, Math.min(20, 20_000 / particles));
    }

    public PmfvbOptions withParticles(int m) {
        return with(draft -> draft.particles = m);
    }

    public PmfvbOptions withBlocks(Blocks chosen) {
        return with(draft -> draft.blocks = chosen);
    }

    public PmfvbOptions withExpectation(Expectation chosen) {
        return with(draft -> draft.expectation = chosen);
    }

    public PmfvbOptions withDynamics(Dynamics chosen) {
        return with(draft -> draft.dynamics = chosen);
    }

    public PmfvbOptions withPreconditioning(Preconditioning chosen) {
        return with(draft -> draft.preconditioning = chosen);
    }

    /** One schedule for all factors, or one for each in their order. */
    public PmfvbOptions withSchedules(StepSchedule... chosen) {
        return with(draft -> draft.schedules = List.of(chosen));
    }

    public PmfvbOptions withRandomOrder(boolean random) {
        return with(draft -> draft.randomOrder = random);
    }

    public PmfvbOptions withMinibatch(int observations) {
        return with(draft -> draft.minibatch = observations);
    }

    /** How often the paper's lower bound and the honest one are computed, in iterations; 0 for no honest one. */
    public PmfvbOptions withBoundEvery(int paper, int honest) {
        return with(draft -> draft.boundEvery = new BoundEvery(paper, honest));
    }

    public PmfvbOptions withSpread(double sd) {
        return with(draft -> draft.spread = sd);
    }

    /** The stopping rule: its window, what change is too small to matter, and the most iterations. */
    public PmfvbOptions withStopping(int iterations, double nats, int most) {
        return with(draft -> {
            draft.window = iterations;
            draft.tolerance = nats;
            draft.maximum = most;
        });
    }

    /** How often, and how many iterations apart, the settled cloud is added to the draws. */
    public PmfvbOptions withCollect(int times, int apart) {
        return with(draft -> {
            draft.collect = times;
            draft.thin = apart;
        });
    }

    public PmfvbOptions withSeed(long number) {
        return with(draft -> draft.seed = number);
    }

    public PmfvbOptions withThreads(int number) {
        return with(draft -> draft.threads = number);
    }

    private PmfvbOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** The options as variables, so that each change names only what it changes. */
    private static final class Draft {
        private int particles;
        private Blocks blocks;
        private Expectation expectation;
        private Dynamics dynamics;
        private Preconditioning preconditioning;
        private List<StepSchedule> schedules;
        private boolean randomOrder;
        private int minibatch;
        private BoundEvery boundEvery;
        private double spread;
        private int window;
        private double tolerance;
        private int maximum;
        private int collect;
        private int thin;
        private long seed;
        private int threads;

        Draft(PmfvbOptions from) {
            particles = from.particles;
            blocks = from.blocks;
            expectation = from.expectation;
            dynamics = from.dynamics;
            preconditioning = from.preconditioning;
            schedules = from.schedules;
            randomOrder = from.randomOrder;
            minibatch = from.minibatch;
            boundEvery = from.boundEvery;
            spread = from.spread;
            window = from.window;
            tolerance = from.tolerance;
            maximum = from.maximum;
            collect = from.collect;
            thin = from.thin;
            seed = from.seed;
            threads = from.threads;
        }

        PmfvbOptions options() {
            return new PmfvbOptions(
                    particles,
                    blocks,
                    expectation,
                    dynamics,
                    preconditioning,
                    schedules,
                    randomOrder,
                    minibatch,
                    boundEvery,
                    spread,
                    window,
                    tolerance,
                    maximum,
                    collect,
                    thin,
                    seed,
                    threads);
        }
    }
}
