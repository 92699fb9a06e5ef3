package org.driftfield.sampler;

import static org.driftfield.InputException.require;

/**
 * How Pathfinder runs.
 *
 * @param paths how many climbs, each from a start of its own
 * @param proposals draws of each path's normal approximation, weighted together
 * @param draws how many of them are kept, by resampling
 * @param boundDraws draws that estimate the lower bound at each point of a path
 * @param memory pairs that the covariance at a point is made of
 * @param iterations the most steps of a climb
 * @param seed fixes all randomness
 * @param threads how many threads share the paths; never changes a result
 */
public record PathfinderOptions(
        int paths, int proposals, int draws, int boundDraws, int memory, int iterations, long seed, int threads) {
    public PathfinderOptions {
        require(paths >= 1 && paths <= 10_000, "paths must be between 1 and 10000, got %d", paths);
        require(proposals >= 25, "proposals of a path must be at least 25, got %d", proposals);
        require(draws >= 1, "draws must be at least 1, got %d", draws);
        require(boundDraws >= 2, "draws for the bound must be at least 2, got %d", boundDraws);
        require(memory >= 1, "the memory must be at least 1, got %d", memory);
        require(iterations >= 1, "iterations must be at least 1, got %d", iterations);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /** Eight paths, a thousand draws; memory and bound as in the paper's experiments. */
    public static PathfinderOptions defaults(long seed) {
        int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());
        return new PathfinderOptions(8, 1000, 1000, 25, 6, 1000, seed, threads);
    }

    public PathfinderOptions withPaths(int number) {
        return new PathfinderOptions(number, proposals, draws, boundDraws, memory, iterations, seed, threads);
    }

    public PathfinderOptions withDraws(int number) {
        return new PathfinderOptions(paths, proposals, number, boundDraws, memory, iterations, seed, threads);
    }

    public PathfinderOptions withSeed(long number) {
        return new PathfinderOptions(paths, proposals, draws, boundDraws, memory, iterations, number, threads);
    }

    public PathfinderOptions withThreads(int number) {
        return new PathfinderOptions(paths, proposals, draws, boundDraws, memory, iterations, seed, number);
    }
}
