package org.driftfield.bench;

import java.util.concurrent.TimeUnit;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.MeanField;
import org.driftfield.meanfield.PmfvbOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One sweep over all factors, tuning over. Run with {@code -prof gc} to see what it allocates. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SweepBenchmark {
    private static final int TUNING = 100;

    @Param({"joint", "each"})
    private String blocks;

    @Param({"UNADJUSTED", "ADJUSTED"})
    private Dynamics dynamics;

    @Param("1000")
    private int particles;

    @Param("16")
    private int coordinates;

    @Param("32")
    private int subset;

    @Param({"1", "2"})
    private int threads;

    private MeanField algorithm;
    private long iteration;

    @Setup(Level.Trial)
    public void start() {
        algorithm = MeanField.of(
                new Neighbours(coordinates),
                PmfvbOptions.defaults()
                        .withParticles(particles)
                        .withBlocks(Blocks.of(blocks))
                        .withDynamics(dynamics)
                        .withExpectation(Expectation.subset(subset))
                        .withThreads(threads));
        while (iteration < TUNING) {
            algorithm.step(++iteration);
        }
        algorithm.freeze();
    }

    @TearDown(Level.Trial)
    public void end() {
        algorithm.close();
    }

    @Benchmark
    public void sweep() {
        algorithm.step(++iteration);
    }
}
