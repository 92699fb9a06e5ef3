package org.driftfield.sampler;

import static org.driftfield.InputException.require;

/**
 * How the sequential Monte Carlo sampler runs.
 *
 * @param particles the number of parameter particles
 * @param stateParticles particles of a likelihood estimate at first; more are used where its noise asks for it
 * @param mostStateParticles the most particles of a likelihood estimate
 * @param noise the standard deviation of the tempered log-likelihood estimate above which its particles are increased
 * @param ess the share of particles that each rise of the temperature leaves effective
 * @param correlation moves at a temperature go on until no coordinate has a correlation above this with where it began
 * @param mostMoves the most moves at one temperature
 * @param collect how many times draws are taken in the end
 * @param thin how many moves to make for each of these; 0 to take the particles once, as they are
 * @param seed fixes all randomness
 * @param threads how many threads share the particles; never changes a result
 */
public record SmcOptions(
        int particles,
        int stateParticles,
        int mostStateParticles,
        double noise,
        double ess,
        double correlation,
        int mostMoves,
        int collect,
        int thin,
        long seed,
        int threads) {
    public SmcOptions {
        require(particles >= 10, "particles must be at least 10, got %d", particles);
        require(stateParticles >= 1, "state particles must be at least 1, got %d", stateParticles);
        require(
                mostStateParticles >= stateParticles,
                "the most state particles must not be below the %d at first, got %d",
                stateParticles,
                mostStateParticles);
        require(noise > 0, "the noise of the log likelihood must be positive, got %s", noise);
        require(ess > 0 && ess < 1, "the share of effective particles must lie between 0 and 1, got %s", ess);
        require(
                correlation > 0 && correlation < 1,
                "the correlation at which moves end must lie between 0 and 1, got %s",
                correlation);
        require(mostMoves >= 1, "the most moves must be at least 1, got %d", mostMoves);
        require(collect >= 1, "draws must be collected at least once, got collect %d", collect);
        require(thin >= 0, "thin must not be negative, got %d", thin);
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
    }

    /** 500 particles, taken once; noise of about 1, half of the particles effective, on all processors. */
    public static SmcOptions defaults(long seed) {
        int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());
        return new SmcOptions(500, 8, 4096, 1, 0.5, 0.2, 100, 1, 0, seed, threads);
    }

    public SmcOptions withParticles(int number) {
        return new SmcOptions(
                number,
                stateParticles,
                mostStateParticles,
                noise,
                ess,
                correlation,
                mostMoves,
                collect,
                thin,
                seed,
                threads);
    }

    public SmcOptions withStateParticles(int first, int most) {
        return new SmcOptions(particles, first, most, noise, ess, correlation, mostMoves, collect, thin, seed, threads);
    }

    public SmcOptions withNoise(double sd) {
        return new SmcOptions(
                particles,
                stateParticles,
                mostStateParticles,
                sd,
                ess,
                correlation,
                mostMoves,
                collect,
                thin,
                seed,
                threads);
    }

    public SmcOptions withCorrelation(double most) {
        return new SmcOptions(
                particles,
                stateParticles,
                mostStateParticles,
                noise,
                ess,
                most,
                mostMoves,
                collect,
                thin,
                seed,
                threads);
    }

    public SmcOptions withMostMoves(int number) {
        return new SmcOptions(
                particles,
                stateParticles,
                mostStateParticles,
                noise,
                ess,
                correlation,
                number,
                collect,
                thin,
                seed,
                threads);
    }

    public SmcOptions withCollect(int times, int apart) {
        return new SmcOptions(
                particles,
                stateParticles,
                mostStateParticles,
                noise,
                ess,
                correlation,
                mostMoves,
                times,
                apart,
                seed,
                threads);
    }

    public SmcOptions withThreads(int number) {
        return new SmcOptions(
                particles,
                stateParticles,
                mostStateParticles,
                noise,
                ess,
                correlation,
                mostMoves,
                collect,
                thin,
                seed,
                number);
    }

    /** Whether the particles have moved enough at a temperature. */
    boolean enough(double moves, double correlationLeft) {
        return correlationLeft <= correlation || moves >= mostMoves;
    }
}
