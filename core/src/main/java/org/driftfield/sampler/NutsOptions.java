package org.driftfield.sampler;

import static org.driftfield.InputException.require;

import org.driftfield.driver.RunOptions;
import org.driftfield.driver.StoppingRule;

/**
 * How the No-U-Turn sampler runs.
 *
 * @param chains how many independent chains
 * @param warmup iterations of each chain in which it tunes itself and whose draws are dropped
 * @param draws iterations of each chain that are kept
 * @param targetAcceptance the mean acceptance probability to which the step size is tuned; higher means smaller steps
 * @param maxDepth a trajectory has at most 2^maxDepth - 1 steps
 * @param metric what is learnt of the posterior's shape
 * @param seed fixes all randomness
 * @param threads how many threads share the chains; never changes a result
 */
public record NutsOptions(
        int chains,
        int warmup,
        int draws,
        double targetAcceptance,
        int maxDepth,
        Metric metric,
        long seed,
        int threads) {
    public NutsOptions {
        require(chains >= 1 && chains <= 10_000, "chains must be between 1 and 10000, got %d", chains);
        require(warmup >= 0, "warmup must not be negative, got %d", warmup);
        require(draws >= 1, "draws must be at least 1, got %d", draws);
        require(
                targetAcceptance > 0 && targetAcceptance < 1,
                "target acceptance must lie between 0 and 1, got %s",
                targetAcceptance);
        require(maxDepth >= 1 && maxDepth <= 20, "the maximum tree depth must be between 1 and 20, got %d", maxDepth);
        require(metric != null, "a metric must be given: diagonal or dense");
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /** Four chains of 1000 + 1000 iterations with a diagonal metric, on all processors. */
    public static NutsOptions defaults(long seed) {
        int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());
        return new NutsOptions(4, 1000, 1000, 0.8, 10, Metric.DIAGONAL, seed, threads);
    }

    public NutsOptions withChains(int number) {
        return new NutsOptions(number, warmup, draws, targetAcceptance, maxDepth, metric, seed, threads);
    }

    public NutsOptions withWarmup(int iterations) {
        return new NutsOptions(chains, iterations, draws, targetAcceptance, maxDepth, metric, seed, threads);
    }

    public NutsOptions withDraws(int iterations) {
        return new NutsOptions(chains, warmup, iterations, targetAcceptance, maxDepth, metric, seed, threads);
    }

    public NutsOptions withTargetAcceptance(double target) {
        return new NutsOptions(chains, warmup, draws, target, maxDepth, metric, seed, threads);
    }

    public NutsOptions withMaxDepth(int depth) {
        return new NutsOptions(chains, warmup, draws, targetAcceptance, depth, metric, seed, threads);
    }

    public NutsOptions withMetric(Metric shape) {
        return new NutsOptions(chains, warmup, draws, targetAcceptance, maxDepth, shape, seed, threads);
    }

    public NutsOptions withThreads(int number) {
        return new NutsOptions(chains, warmup, draws, targetAcceptance, maxDepth, metric, seed, number);
    }

    /** How the driver runs such a sampler: settle for the warm-up, then take a draw of every chain each iteration. */
    public RunOptions runOptions() {
        return RunOptions.of(warmup, draws, 1);
    }

    /** Settled after the warm-up. */
    public StoppingRule stoppingRule() {
        return StoppingRule.after(warmup);
    }
}
