package org.driftfield.cli.stan;

import static org.driftfield.InputException.require;

import java.time.Duration;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.data.CsvOptions;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.sampler.LaplaceOptions;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.sampler.PathfinderOptions;
import org.driftfield.sampler.SmcOptions;
import org.driftfield.stan.StanProgram;

/** Reads the words of the command line into the library's settings. */
final class StanSettings {
    enum Method {
        NUTS,
        PMFVB,
        LAPLACE,
        PATHFINDER,
        SMC
    }

    private static final int SEARCH_PATHS = 4;
    private static final int SEARCH_PROPOSALS = 100;
    private static final int SEARCH_ITERATIONS = 200;
    private static final int SEARCH_BOUND_DRAWS = 10;
    private static final int SMC_COLLECT = 4;
    private static final int SMC_THIN = 10;

    private final DataOptions data;
    private final StanOptions asked;
    private final ComputeOptions compute;

    StanSettings(DataOptions data, StanOptions asked, ComputeOptions compute) {
        this.data = data;
        this.asked = asked;
        this.compute = compute;
    }

    /** The same with another seed, on one thread. */
    StanSettings alone(long seed) {
        return new StanSettings(data, asked, ComputeOptions.alone(seed));
    }

    StanProgram program() {
        return patient(StanProgram.read(asked.program.file), asked.program.timeLimit);
    }

    /** The program with this limit in seconds, if there is one. */
    static StanProgram patient(StanProgram program, Double seconds) {
        if (seconds == null) {
            return program;
        }
        require(seconds > 0 && seconds < 1e9, "--time-limit must be a number of seconds above 0, got %s", seconds);
        return program.withPatience(Duration.ofNanos((long) (seconds * 1e9)));
    }

    CsvOptions csv() {
        return data.csv();
    }

    Method method() {
        return asked.method.method == null
                ? Method.NUTS
                : Words.choice("--method", asked.method.method, Method.values());
    }

    long seed() {
        return compute.seed();
    }

    NutsOptions nuts(int dimension) {
        StanOptions.StanChainOptions s = asked.sampler;
        return s.applied(NutsOptions.defaults(seed()))
                .withMetric(
                        s.metric == null
                                ? Metric.suited(dimension)
                                : Words.choice("--metric", s.metric, Metric.values()))
                .withThreads(compute.threads());
    }

    PmfvbOptions pmfvb() {
        String blocks = asked.particles.blocks;
        return asked.particles
                .applied(PmfvbOptions.defaults())
                .withBlocks(blocks == null ? Blocks.joint() : Blocks.of(blocks))
                .withSeed(seed())
                .withThreads(compute.threads());
    }

    SmcOptions smc() {
        StanOptions.StanParticleOptions p = asked.particles;
        // The density is no estimate: one particle of it is exact.
        SmcOptions base = SmcOptions.defaults(seed()).withParticles(1000).withStateParticles(1, 1);
        return base.withParticles(p.particles == null ? base.particles() : p.particles)
                .withCollect(p.collect == null ? SMC_COLLECT : p.collect, p.thin == null ? SMC_THIN : p.thin)
                .withThreads(compute.threads());
    }

    LaplaceOptions laplace() {
        LaplaceOptions options = LaplaceOptions.defaults(seed());
        return asked.sampler.draws == null ? options : options.withDraws(asked.sampler.draws);
    }

    /** A short look at where climbs from random points end. */
    PathfinderOptions search(int chains) {
        PathfinderOptions usual = PathfinderOptions.defaults(seed());
        return new PathfinderOptions(
                Math.max(SEARCH_PATHS, chains),
                SEARCH_PROPOSALS,
                SEARCH_PROPOSALS,
                SEARCH_BOUND_DRAWS,
                usual.memory(),
                SEARCH_ITERATIONS,
                seed(),
                compute.threads());
    }

    PathfinderOptions pathfinder() {
        PathfinderOptions options = PathfinderOptions.defaults(seed()).withThreads(compute.threads());
        return asked.sampler.draws == null ? options : options.withDraws(asked.sampler.draws);
    }
}
