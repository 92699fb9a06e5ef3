package org.driftfield.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a user may say about a generalised linear model; what was not said is null. */
final class GlmOptions {
    @ArgGroup(validate = false, heading = "%nThe data and the model:%n", order = 1)
    ModelOptions model = new ModelOptions();

    @ArgGroup(validate = false, heading = "%nHow it is fitted:%n", order = 2)
    MethodOptions method = new MethodOptions();

    @ArgGroup(validate = false, heading = "%nFor --method pmfvb:%n", order = 3)
    ParticleOptions particles = new ParticleOptions();

    @ArgGroup(validate = false, heading = "%nFor --method nuts (--draws also for laplace):%n", order = 4)
    SamplerOptions sampler = new SamplerOptions();

    @ArgGroup(validate = false, heading = "%nWhat is written:%n", order = 5)
    OutputOptions output = new OutputOptions();

    static final class ModelOptions {
        @Option(
                names = "--data",
                required = true,
                paramLabel = "FILE",
                description = {
                    "CSV file with a header, plain or gzipped; separated by comma, semicolon or tab.",
                })
        Path data;

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
                description = "gaussian (default), bernoulli, binomial or poisson.")
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
                names = "--na",
                paramLabel = "TOKEN",
                description = "A field that means a missing value, besides the empty one. May be repeated. Default: NA,"
                        + " NaN, nan, null, NULL, ?.")
        List<String> na = new ArrayList<>();

        @Option(
                names = "--on-missing",
                paramLabel = "drop|error",
                description = "What to do with rows that lack a value: leave them out (default) or stop.")
        String onMissing;

        @Option(
                names = "--separator",
                paramLabel = "C",
                description = "The character between fields, or 'tab'. Default: told from the file.")
        String separator;
    }

    static final class MethodOptions {
        @Option(
                names = "--method",
                paramLabel = "NAME",
                description = "pmfvb (default): particle mean-field variational Bayes; nuts: the No-U-Turn sampler;"
                        + " laplace: the normal approximation at the mode.")
        String method;

        @Option(names = "--seed", paramLabel = "N", description = "Fixes every random number (default: 1).")
        Long seed;

        @Option(
                names = "--threads",
                paramLabel = "N",
                description = "How many threads share the work (default: all processors); never changes an answer.")
        Integer threads;
    }

    static final class ParticleOptions {
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
                names = "--dynamics",
                paramLabel = "adjusted|unadjusted",
                description = "Whether Langevin steps are accepted or rejected (default) or always taken.")
        String dynamics;

        @Option(
                names = "--preconditioning",
                paramLabel = "P",
                description = "auto (default), identity, diagonal, full or model.")
        String preconditioning;

        @Option(
                names = "--step",
                paramLabel = "H",
                description =
                        "Step size: auto (default), a number, or A/(B+t) at iteration t; one for all factors or one"
                                + " for each, separated by commas.")
        String step;

        @Option(
                names = "--particles",
                paramLabel = "M",
                description = "Size of the cloud (default: 1000, fewer for very large data).")
        Integer particles;

        @Option(
                names = "--minibatch",
                paramLabel = "N",
                description = "Observations that each gradient uses (default: all); implies --dynamics unadjusted.")
        Integer minibatch;

        @Option(
                names = "--window",
                paramLabel = "N",
                description = "Iterations the stopping rule looks back (default: 50).")
        Integer window;

        @Option(
                names = "--tolerance",
                paramLabel = "X",
                description = "Change of the lower bound over the window that is too small to matter (default: 0.001).")
        Double tolerance;

        @Option(
                names = "--max-iterations",
                paramLabel = "N",
                description = "The most iterations to settle in (default: 2000).")
        Integer maxIterations;

        @Option(
                names = "--collect",
                paramLabel = "N",
                description =
                        "How often the settled cloud is added to the draws (default: 5 to 20, for about 20,000 draws).")
        Integer collect;

        @Option(names = "--thin", paramLabel = "N", description = "Iterations between these (default: 2).")
        Integer thin;
    }

    static final class SamplerOptions {
        @Option(names = "--chains", paramLabel = "N", description = "Independent chains (default: 4).")
        Integer chains;

        @Option(
                names = "--warmup",
                paramLabel = "N",
                description = "Iterations of each chain for tuning, whose draws are dropped (default: 1000).")
        Integer warmup;

        @Option(
                names = "--draws",
                paramLabel = "N",
                description = "Draws kept of each chain (default: 1000); of laplace in all (default: 4000).")
        Integer draws;

        @Option(
                names = "--metric",
                paramLabel = "dense|diagonal",
                description = "What is learnt of the posterior's shape (default: dense).")
        String metric;

        @Option(
                names = "--target-acceptance",
                paramLabel = "P",
                description = "Mean acceptance the step size is tuned to (default: 0.8).")
        Double targetAcceptance;
    }

    static final class OutputOptions {
        @Option(names = "--out", paramLabel = "FOLDER", description = "The fit folder (default: fit).")
        Path out;

        @Option(names = "--overwrite", description = "Replace the fit that the folder holds.")
        boolean overwrite;

        @Option(names = "--no-report", description = "Do not write report.html.")
        boolean noReport;

        @Option(
                names = "--checkpoint-seconds",
                paramLabel = "S",
                description = "How often an unfinished run is saved, for 'driftfield resume' (default: 30).")
        Double checkpointSeconds;

        @Option(names = "--quiet", description = "No progress and no summary.")
        boolean quiet;

        @Option(names = "--json", description = "Print one JSON object in place of the summary.")
        boolean json;
    }
}
