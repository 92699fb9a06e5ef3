package org.driftfield.cli.stan;

import java.nio.file.Path;
import org.driftfield.cli.options.ChainOptions;
import org.driftfield.cli.options.ParticleOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a user may say about a program; what was not said is null. */
final class StanOptions {
    @ArgGroup(validate = false, heading = "%nThe program:%n", order = 2)
    ProgramOptions program = new ProgramOptions();

    @ArgGroup(validate = false, heading = "%nHow it is fitted:%n", order = 3)
    MethodOptions method = new MethodOptions();

    @ArgGroup(
            validate = false,
            heading = "%nFor --method nuts (--draws also for laplace and pathfinder, then in all):%n",
            order = 4)
    StanChainOptions sampler = new StanChainOptions();

    @ArgGroup(
            validate = false,
            heading = "%nFor --method pmfvb (--particles, --collect and --thin also for smc):%n",
            order = 5)
    StanParticleOptions particles = new StanParticleOptions();

    static final class ProgramOptions {
        @Option(
                names = "--model",
                required = true,
                paramLabel = "FILE",
                description = "The program; what it includes must be in the same folder or below.")
        Path file;

        @Option(
                names = "--time-limit",
                paramLabel = "S",
                description = "Seconds that transformed data, or one evaluation, may take (default: 60).")
        Double timeLimit;
    }

    static final class MethodOptions {
        @Option(
                names = "--method",
                paramLabel = "NAME",
                description = "nuts (default): the No-U-Turn sampler; pmfvb: particle mean-field variational Bayes;"
                        + " laplace: the normal approximation at the mode; pathfinder: the best normal approximations on"
                        + " the way there; smc: tempered sequential Monte Carlo, with the evidence.")
        String method;
    }

    static final class StanChainOptions extends ChainOptions {
        @Option(
                names = "--metric",
                paramLabel = "NAME",
                description =
                        "What is learnt of the posterior's shape: diagonal, dense, or automatic (default up to 100"
                                + " coordinates, then diagonal), dense with as much of the correlations as holds.")
        String metric;
    }

    static final class StanParticleOptions extends ParticleOptions {
        @Option(
                names = "--blocks",
                paramLabel = "B",
                description =
                        "The factors: joint (default; no approximation), each, or names with bars between factors:"
                                + " 'mu,tau | theta'.")
        String blocks;
    }
}
