package org.driftfield.meanfield;

import static org.driftfield.InputException.require;

import java.util.List;
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
 * @param window iterations that the stopping rule looks back
 * @param tolerance change of the lower bound over the window that is too small to matter, in nats
 * @param maximum the most iterations to settle in
 * @param collect how many times the settled cloud is added to the draws
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
    public PmfvbOptions {
        require(particles >= 2, "particles must be at least 2, got %d", particles);
        schedules = List.copyOf(schedules);
        require(!schedules.isEmpty(), "there must be at least one step schedule, got none");
        require(minibatch >= 0, "the minibatch must not be negative, got %d", minibatch);
        require(
                minibatch == 0 || dynamics == Dynamics.UNADJUSTED,
                "a minibatch needs unadjusted dynamics: the accept step must see all observations; got minibatch %d",
                minibatch);
        require(spread > 0 && Double.isFinite(spread), "the spread of the start must be positive, got %s", spread);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        require(maximum >= 1, "the most iterations must be at least 1, got %d", maximum);
        require(thin >= 0, "thin must not be negative, got %d", thin);
        require(collect >= 1, "collect must be at least 1, got %d", collect);
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
                Dynamics.ADJUSTED,
                Preconditioning.AUTOMATIC,
                List.of(StepSchedule.AUTOMATIC),
                false,
                0,
                new BoundEvery(1, 10),
                1,
                50,
                1e-3,
                2000,
                20,
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

    public PmfvbOptions withParticles(int m) {
        return new PmfvbOptions(
                m,
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

    public PmfvbOptions withBlocks(Blocks chosen) {
        return new PmfvbOptions(
                particles,
                chosen,
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

    public PmfvbOptions withExpectation(Expectation chosen) {
        return new PmfvbOptions(
                particles,
                blocks,
                chosen,
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

    public PmfvbOptions withDynamics(Dynamics chosen) {
        return new PmfvbOptions(
                particles,
                blocks,
                expectation,
                chosen,
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

    public PmfvbOptions withPreconditioning(Preconditioning chosen) {
        return new PmfvbOptions(
                particles,
                blocks,
                expectation,
                dynamics,
                chosen,
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

    /** One schedule for all factors, or one for each in their order. */
    public PmfvbOptions withSchedules(StepSchedule... chosen) {
        return new PmfvbOptions(
                particles,
                blocks,
                expectation,
                dynamics,
                preconditioning,
                List.of(chosen),
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

    public PmfvbOptions withRandomOrder(boolean random) {
        return new PmfvbOptions(
                particles,
                blocks,
                expectation,
                dynamics,
                preconditioning,
                schedules,
                random,
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

    public PmfvbOptions withMinibatch(int observations) {
        return new PmfvbOptions(
                particles,
                blocks,
                expectation,
                dynamics,
                preconditioning,
                schedules,
                randomOrder,
                observations,
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

    /** How often the paper's lower bound and the honest one are computed, in iterations; 0 for never. */
    public PmfvbOptions withBoundEvery(int paper, int honest) {
        return new PmfvbOptions(
                particles,
                blocks,
                expectation,
                dynamics,
                preconditioning,
                schedules,
                randomOrder,
                minibatch,
                new BoundEvery(paper, honest),
                spread,
                window,
                tolerance,
                maximum,
                collect,
                thin,
                seed,
                threads);
    }

    public PmfvbOptions withSpread(double sd) {
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
                sd,
                window,
                tolerance,
                maximum,
                collect,
                thin,
                seed,
                threads);
    }

    /** The stopping rule: its window, what change is too small to matter, and the most iterations. */
    public PmfvbOptions withStopping(int iterations, double nats, int most) {
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
                iterations,
                nats,
                most,
                collect,
                thin,
                seed,
                threads);
    }

    /** How often, and how many iterations apart, the settled cloud is added to the draws. */
    public PmfvbOptions withCollect(int times, int apart) {
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
                times,
                apart,
                seed,
                threads);
    }

    public PmfvbOptions withSeed(long number) {
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
                number,
                threads);
    }

    public PmfvbOptions withThreads(int number) {
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
                number);
    }
}
