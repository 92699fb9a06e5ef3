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
import org.driftfield.stan.StanProgram;

/** Reads the words of the command line into the library's settings. */
final class StanSettings {
    enum Method {
        NUTS,
        PMFVB,
        LAPLACE,
        PATHFINDER
    }

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

    LaplaceOptions laplace() {
        LaplaceOptions options = LaplaceOptions.defaults(seed());
        return asked.sampler.draws == null ? options : options.withDraws(asked.sampler.draws);
    }

    PathfinderOptions pathfinder() {
        PathfinderOptions options = PathfinderOptions.defaults(seed()).withThreads(compute.threads());
        return asked.sampler.draws == null ? options : options.withDraws(asked.sampler.draws);
    }
}
