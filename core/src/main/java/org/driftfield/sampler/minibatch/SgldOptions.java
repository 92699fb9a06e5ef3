package org.driftfield.sampler.minibatch;

import static org.driftfield.InputException.require;

import org.driftfield.driver.RunOptions;
import org.driftfield.driver.StoppingRule;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.dynamics.StochasticLangevin;

/**
 * How stochastic gradient Langevin dynamics runs.
 *
 * @param rule how a chain moves
 * @param step the step size h of each iteration, constant or decaying
 * @param clip the longest velocity; infinite for none
 * @param batch observations of a minibatch; as many as there are, or more, for exact gradients
 * @param chains how many independent chains
 * @param warmup iterations of each chain whose draws are dropped
 * @param draws how many draws of each chain are kept
 * @param thin iterations for each of these
 * @param seed fixes all randomness
 * @param threads how many threads share the chains; never changes a result
 */
public record SgldOptions(
        StochasticLangevin rule,
        StepSchedule.Given step,
        double clip,
        int batch,
        int chains,
        int warmup,
        int draws,
        int thin,
        long seed,
        int threads) {
    public SgldOptions {
        require(rule != null, "a rule must be given: plain, preconditioned or with an adaptive drift");
        require(step != null, "a step size must be given: constant or decaying");
        require(clip > 0, "the clip must be positive, got %s", clip);
        require(batch >= 1, "the minibatch must have at least 1 observation, got %d", batch);
        require(chains >= 1 && chains <= 10_000, "chains must be between 1 and 10000, got %d", chains);
        require(warmup >= 0, "warmup must not be negative, got %d", warmup);
        require(draws >= 1, "draws must be at least 1, got %d", draws);
        require(thin >= 1, "thin must be at least 1, got %d", thin);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /**
     * The settings with which Tran, Tseng and Kohn compare: h = 0.001 throughout, minibatches of 1000, 5000 iterations of
     * warm-up; four chains, 1000 draws of each, no clip.
     */
    public static SgldOptions defaults(StochasticLangevin rule, long seed) {
        int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());
        return new SgldOptions(
                rule, StepSchedule.constant(0.001), Double.POSITIVE_INFINITY, 1000, 4, 5000, 1000, 10, seed, threads);
    }

    public SgldOptions withStep(StepSchedule.Given schedule) {
        return new SgldOptions(rule, schedule, clip, batch, chains, warmup, draws, thin, seed, threads);
    }

    public SgldOptions withClip(double longest) {
        return new SgldOptions(rule, step, longest, batch, chains, warmup, draws, thin, seed, threads);
    }

    public SgldOptions withBatch(int observations) {
        return new SgldOptions(rule, step, clip, observations, chains, warmup, draws, thin, seed, threads);
    }

    public SgldOptions withChains(int number) {
        return new SgldOptions(rule, step, clip, batch, number, warmup, draws, thin, seed, threads);
    }

    public SgldOptions withWarmup(int iterations) {
        return new SgldOptions(rule, step, clip, batch, chains, iterations, draws, thin, seed, threads);
    }

    public SgldOptions withDraws(int number) {
        return new SgldOptions(rule, step, clip, batch, chains, warmup, number, thin, seed, threads);
    }

    public SgldOptions withThin(int iterations) {
        return new SgldOptions(rule, step, clip, batch, chains, warmup, draws, iterations, seed, threads);
    }

    public SgldOptions withThreads(int number) {
        return new SgldOptions(rule, step, clip, batch, chains, warmup, draws, thin, seed, number);
    }

    /** How the driver runs such a sampler: settle for the warm-up, then take the draws. */
    public RunOptions runOptions() {
        return RunOptions.of(warmup, draws, thin);
    }

    /** Settled after the warm-up. */
    public StoppingRule stoppingRule() {
        return StoppingRule.after(warmup);
    }
}
