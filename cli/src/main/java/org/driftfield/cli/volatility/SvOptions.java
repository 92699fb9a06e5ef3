package org.driftfield.cli.volatility;

import java.util.List;
import org.driftfield.cli.options.ChainOptions;
import org.driftfield.cli.options.ParticleOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a user may say about a stochastic volatility model; what was not said is null. */
final class SvOptions {
    @ArgGroup(validate = false, heading = "%nThe series and the model:%n", order = 2)
    ModelOptions model = new ModelOptions();

    @ArgGroup(validate = false, heading = "%nHow it is fitted:%n", order = 3)
    MethodOptions method = new MethodOptions();

    @ArgGroup(
            validate = false,
            heading = "%nFor --method pmfvb (--particles, --collect and --thin also for smc; 500 particles):%n",
            order = 4)
    ParticleOptions particles = new ParticleOptions();

    @ArgGroup(validate = false, heading = "%nFor --method nuts:%n", order = 5)
    ChainOptions chains = new ChainOptions();

    static final class ModelOptions {
        @Option(
                names = "--column",
                paramLabel = "NAME",
                description = "The column of returns, in the order of time. A missing value is a return that was not"
                        + " observed; it keeps its place.")
        String column;

        @Option(
                names = "--columns",
                paramLabel = "NAMES",
                split = ",",
                description =
                        "Several columns of returns: each is fitted by itself, in a folder of its own inside --out, and"
                                + " all are shown side by side.")
        List<String> columns = List.of();

        @Option(
                names = "--series",
                paramLabel = "NAME",
                description =
                        "A column that says which series a row belongs to, for several series below each other: each is"
                                + " fitted by itself, as with --columns; NAME=VALUE fits the series VALUE alone.")
        String series;

        @Option(
                names = "--time",
                paramLabel = "NAME",
                description = "A column that names the times, dates for example, in the files and the plot. Dates and"
                        + " numbers are put in order; the times are taken as equally spaced.")
        String time;

        @Option(names = "--demean", description = "Take the mean off first; the model has returns around zero.")
        boolean demean;

        @Option(
                names = "--forecast",
                paramLabel = "K",
                description = "Also forecast volatility and return 1 to K steps after the last.")
        Integer forecast;

        @Option(
                names = "--paths",
                paramLabel = "K",
                description = "Also write K whole paths of the log variance, drawn with the parameters, to paths.csv.")
        Integer paths;

        @Option(
                names = "--prior-mu",
                paramLabel = "P",
                description = "Of the mean log variance: 'normal(mean,sd)' (default: normal(0,3.162)).")
        String priorMu;

        @Option(
                names = "--prior-phi",
                paramLabel = "P",
                description = "Of (1 + phi) / 2, where phi is the persistence: 'beta(a,b)' (default: beta(20,1.5)).")
        String priorPhi;

        @Option(
                names = "--prior-sigma2",
                paramLabel = "P",
                description = "Of the variance of the log variance's steps: 'inverse-gamma(shape,scale)' (default:"
                        + " inverse-gamma(2.5,0.025)) or 'gamma(shape,rate)'.")
        String priorSigma2;

        @ArgGroup(validate = false)
        ExtensionOptions extensions = new ExtensionOptions();
    }

    /** What goes beyond the plain model. */
    static final class ExtensionOptions {
        @Option(
                names = "--errors",
                paramLabel = "NAME",
                description =
                        "normal (default), or t: Student's t with unit variance, its degrees of freedom nu estimated.")
        String errors;

        @Option(
                names = "--leverage",
                description = "Estimate rho, the correlation of a return with the next step of the log variance.")
        boolean leverage;

        @Option(
                names = "--mean",
                paramLabel = "NAME",
                description = "The mean of a return: zero (default), constant, or ar1, ar2, …: a constant and the last"
                        + " returns.")
        String mean;

        @Option(
                names = "--mean-columns",
                paramLabel = "NAMES",
                split = ",",
                description = "Columns that explain the mean of a return.")
        List<String> meanColumns = List.of();

        @Option(
                names = "--variance-columns",
                paramLabel = "NAMES",
                split = ",",
                description = "Columns that explain the log variance, beside its autoregression.")
        List<String> varianceColumns = List.of();

        @Option(
                names = "--prior-nu",
                paramLabel = "P",
                description = "Of nu - 2: 'exponential(rate)' (default: exponential(0.1)).")
        String priorNu;

        @Option(
                names = "--prior-rho",
                paramLabel = "P",
                description = "Of (1 + rho) / 2: 'beta(a,b)' (default: beta(4,4)).")
        String priorRho;

        @Option(
                names = "--prior-coefficients",
                paramLabel = "P",
                description = "Of each coefficient of the mean and of the log variance: 'normal(0,sd)' (default:"
                        + " normal(0,10)).")
        String priorCoefficients;
    }

    static final class MethodOptions {
        @Option(
                names = "--method",
                paramLabel = "NAME",
                description =
                        "pmfvb (default): particle mean-field variational Bayes; nuts: the No-U-Turn sampler; smc:"
                                + " tempered sequential Monte Carlo with a particle filter (SMC²).")
        String method;

        @Option(
                names = "--factorization",
                paramLabel = "NAME",
                description = "For pmfvb. joint (default): everything in one factor, which is exact; paper: q(mu)"
                        + " q(sigma2) q(phi,x); parameters: q(mu,sigma2,phi) q(x). The last two are the paper's, and"
                        + " understate the spread.")
        String factorization;
    }
}
