package org.driftfield.cli.options;

import org.driftfield.sampler.NutsOptions;
import picocli.CommandLine.Option;

/** What may be said about Markov chains of any model; what was not said is null and left as the model has it. */
public class ChainOptions {
    @Option(names = "--chains", paramLabel = "N", description = "Independent chains (default: 4).")
    public Integer chains;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Iterations of each chain for tuning, whose draws are dropped (default: 1000).")
    public Integer warmup;

    @Option(names = "--draws", paramLabel = "N", description = "Draws kept of each chain (default: 1000).")
    public Integer draws;

    @Option(
            names = "--target-acceptance",
            paramLabel = "P",
            description = "Mean acceptance the step size is tuned to; more means smaller steps.")
    public Double targetAcceptance;

    /** The given settings of a model with what was said here in their place. */
    public final NutsOptions applied(NutsOptions base) {
        return base.withChains(chains == null ? base.chains() : chains)
                .withWarmup(warmup == null ? base.warmup() : warmup)
                .withDraws(draws == null ? base.draws() : draws)
                .withTargetAcceptance(targetAcceptance == null ? base.targetAcceptance() : targetAcceptance);
    }
}
