package org.driftfield.cli.glm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.driftfield.cli.options.ChainOptions;
import org.driftfield.cli.options.ParticleOptions;
import org.driftfield.models.glm.Family;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a user may say about a generalised linear model; what was not said is null. */
final class GlmOptions {
    @ArgGroup(validate = false, heading = "%nThe model:%n", order = 2)
    ModelOptions model = new ModelOptions();

    @ArgGroup(validate = false, heading = "%nHow it is fitted:%n", order = 3)
    MethodOptions method = new MethodOptions();

    @ArgGroup(
            validate = false,
            heading = "%nFor --method pmfvb (1000 particles, fewer for very large data):%n",
            order = 4)
    GlmParticleOptions particles = new GlmParticleOptions();

    @ArgGroup(
            validate = false,
            heading = "%nFor --method nuts (--draws also for laplace, then 4000 in all):%n",
            order = 5)
    GlmChainOptions sampler = new GlmChainOptions();

    /** The names of the families, for the help. */
    static final class Families implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Family.values()).map(Family::text).iterator();
        }
    }

    static final class ModelOptions {
        @Option(
                names = "--formula",
                required = true,
                paramLabel = "F",
                description = {
                    "Response and terms as in R: 'y ~ x1 * C(group) + log(x2)'; for counts out of trials"
                            + " 'successes | trials(n) ~ x'.",
                })
        String formula;

        @Option(
                names = "--family",
                paramLabel = "NAME",
                completionCandidates = Families.class,
                description = "One of ${COMPLETION-CANDIDATES} (default: gaussian).")
        String family;

        @Option(
                names = "--prior",
                paramLabel = "P",
                description = "Of every coefficient: 'normal(0,2)' or flat. Default: weakly informative, scaled to the"
                        + " data; the summary shows it.")
        String prior;

        @Option(names = "--prior-intercept", paramLabel = "P", description = "Of the intercept.")
        String priorIntercept;

        @Option(
                names = "--prior-for",
                paramLabel = "NAME=P",
                description = "Of one coefficient: 'x1=normal(0,1)'. May be repeated.")
        List<String> priorFor = new ArrayList<>();

        @Option(
                names = "--prior-sigma",
                paramLabel = "P",
                description =
                        "Of the residual standard deviation: 'half-cauchy(2.5)', 'half-normal(10)', flat; or of its"
                                + " square: 'inverse-gamma(1,1)', which is conjugate.")
        String priorSigma;

        @Option(
                names = "--on-missing",
                paramLabel = "drop|error",
                description = "What to do with rows that lack a value: leave them out (default) or stop.")
        String onMissing;
    }

    static final class MethodOptions {
        @Option(
                names = "--method",
                paramLabel = "NAME",
                description = "pmfvb (default): particle mean-field variational Bayes; nuts: the No-U-Turn sampler;"
                        + " laplace: the normal approximation at the mode.")
        String method;
    }

    static final class GlmParticleOptions extends ParticleOptions {
        @Option(
                names = "--blocks",
                paramLabel = "B",
                description =
                        "The factors: joint (default; no approximation), each, or names with bars between factors:"
                                + " 'Intercept,x1 | x2,x3'.")
        String blocks;

        @Option(
                names = "--expectation",
                paramLabel = "E",
                description =
                        "Over the other factors: auto (default), exact, all (particles), mean (of the particles) or"
                                + " subset:M.")
        String expectation;

        @Option(
                names = "--preconditioning",
                paramLabel = "P",
                description = "auto (default), identity, diagonal, full or model.")
        String preconditioning;

        @Option(
                names = "--minibatch",
                paramLabel = "N",
                description = "Observations that each gradient uses (default: all); implies --dynamics unadjusted.")
        Integer minibatch;
    }

    static final class GlmChainOptions extends ChainOptions {
        @Option(
                names = "--metric",
                paramLabel = "dense|diagonal|automatic",
                description = "What is learnt of the posterior's shape (default: dense).")
        String metric;
    }
}
