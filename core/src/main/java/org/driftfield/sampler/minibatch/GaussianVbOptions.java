package org.driftfield.sampler.minibatch;

import static org.driftfield.InputException.require;

import org.driftfield.driver.RunOptions;
import org.driftfield.driver.StoppingRule;
import org.driftfield.dynamics.StepSchedule;

/**
 * How Gaussian variational Bayes runs.
 *
 * @param samples draws of the normal distribution from which a gradient is estimated
 * @param step the step size of each iteration, constant or decaying
 * @param momentum the share of the gradients before in the one that is followed
 * @param clip the longest natural gradient; infinite for none
 * @param batch observations of a minibatch; as many as there are, or more, for exact gradients
 * @param start scale of the covariance at the start
 * @param iterations how long the distribution is moved
 * @param draws how many draws of it are the answer
 * @param seed fixes all randomness
 * @param threads how many threads share the samples; never changes a result
 */
public record GaussianVbOptions(
        int samples,
        StepSchedule.Given step,
        double momentum,
        double clip,
        int batch,
        double start,
        int iterations,
        int draws,
        long seed,
        int threads) {
    public GaussianVbOptions {
        require(samples >= 1, "a gradient needs at least 1 sample, got %d", samples);
        require(step != null, "a step size must be given: constant or decaying");
        require(momentum >= 0 && momentum < 1, "the momentum must be in [0, 1), got %s", momentum);
        require(clip > 0, "the clip must be positive, got %s", clip);
        require(batch >= 1, "the minibatch must have at least 1 observation, got %d", batch);
        require(start > 0 && Double.isFinite(start), "the scale of the start must be positive, got %s", start);
        require(iterations >= 1, "iterations must be at least 1, got %d", iterations);
        require(draws >= 1, "draws must be at least 1, got %d", draws);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /**
     * The settings of Tran, Nguyen, Nott and Kohn (2020) as Tran, Tseng and Kohn use them: 10 samples, steps of 0.001,
     * momentum 0.6, natural gradients no longer than 100, minibatches of 1000; 20,000 iterations, 1000 draws.
     */
    public static GaussianVbOptions defaults(long seed) {
        int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());
        return new GaussianVbOptions(
                10, StepSchedule.constant(0.001), 0.6, 100, 1000, 0.01, 20_000, 1000, seed, threads);
    }

    public GaussianVbOptions withSamples(int number) {
        return new GaussianVbOptions(number, step, momentum, clip, batch, start, iterations, draws, seed, threads);
    }

    public GaussianVbOptions withStep(StepSchedule.Given schedule) {
        return new GaussianVbOptions(samples, schedule, momentum, clip, batch, start, iterations, draws, seed, threads);
    }

    public GaussianVbOptions withMomentum(double share) {
        return new GaussianVbOptions(samples, step, share, clip, batch, start, iterations, draws, seed, threads);
    }

    public GaussianVbOptions withClip(double longest) {
        return new GaussianVbOptions(samples, step, momentum, longest, batch, start, iterations, draws, seed, threads);
    }

    public GaussianVbOptions withBatch(int observations) {
        return new GaussianVbOptions(
                samples, step, momentum, clip, observations, start, iterations, draws, seed, threads);
    }

    public GaussianVbOptions withStart(double scale) {
        return new GaussianVbOptions(samples, step, momentum, clip, batch, scale, iterations, draws, seed, threads);
    }

    public GaussianVbOptions withIterations(int number) {
        return new GaussianVbOptions(samples, step, momentum, clip, batch, start, number, draws, seed, threads);
    }

    public GaussianVbOptions withDraws(int number) {
        return new GaussianVbOptions(samples, step, momentum, clip, batch, start, iterations, number, seed, threads);
    }

    public GaussianVbOptions withThreads(int number) {
        return new GaussianVbOptions(samples, step, momentum, clip, batch, start, iterations, draws, seed, number);
    }

    /** How the driver runs it: moves the distribution, then takes all draws at once. */
    public RunOptions runOptions() {
        return RunOptions.of(iterations, 1, 0);
    }

    /** Settled after the iterations. */
    public StoppingRule stoppingRule() {
        return StoppingRule.after(iterations);
    }
}
