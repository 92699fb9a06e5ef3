package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.driftfield.cli.options.Words;
import org.driftfield.models.volatility.FurtherPriors;
import org.driftfield.models.volatility.MeanEquation;
import org.driftfield.models.volatility.Regressors;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilityPriors.Sigma2Family;
import org.driftfield.models.volatility.VolatilitySpec;

/** Reads the words of the command line into a volatility model with its priors, and tells both in words. */
final class SvModel {
    private enum Errors {
        NORMAL,
        T
    }

    private static final Pattern LAGS = Pattern.compile("ar(\\d{1,3})");

    private final SvOptions.ModelOptions asked;

    SvModel(SvOptions.ModelOptions asked) {
        this.asked = asked;
    }

    /** The columns it needs beside the returns. */
    List<String> columns() {
        List<String> all = new ArrayList<>();
        for (String name : asked.extensions.meanColumns) {
            all.add(known("--mean-columns", name));
        }
        for (String name : asked.extensions.varianceColumns) {
            all.add(known("--variance-columns", name));
        }
        return all;
    }

    private String known(String option, String name) {
        require(
                !name.equals(asked.column) && !name.equals(asked.time) && !asked.columns.contains(name),
                "%s must not name the column of the returns or times, got '%s'",
                option,
                name);
        return name;
    }

    /** Without columns, to see early whether the words are right. */
    void check() {
        priors();
        further();
        mean(Regressors.NONE);
        heavyTails();
        require(
                asked.forecast == null || columns().isEmpty(),
                "--forecast needs the values to come of %s: give rows with an empty return at the end of the file"
                        + " instead",
                columns());
    }

    VolatilitySpec spec(SvRows rows) {
        return VolatilitySpec.plain(priors())
                .withFurther(further())
                .withHeavyTails(heavyTails())
                .withLeverage(asked.extensions.leverage)
                .withMean(mean(regressors(rows, asked.extensions.meanColumns)))
                .withLogVariance(regressors(rows, asked.extensions.varianceColumns));
    }

    private static Regressors regressors(SvRows rows, List<String> names) {
        double[][] columns = names.stream().map(rows::numbers).toArray(double[][]::new);
        return names.isEmpty() ? Regressors.NONE : new Regressors(names, columns);
    }

    private boolean heavyTails() {
        String errors = asked.extensions.errors;
        return errors != null && Words.choice("--errors", errors, Errors.values()) == Errors.T;
    }

    private MeanEquation mean(Regressors columns) {
        String mean = asked.extensions.mean == null ? "zero" : asked.extensions.mean;
        Matcher lags = LAGS.matcher(mean);
        boolean autoregressive = lags.matches();
        boolean constant = mean.equals("constant") || autoregressive;
        require(constant || mean.equals("zero"), "--mean must be one of zero, constant, ar1, ar2, …, got '%s'", mean);
        require(
                !constant || !asked.demean,
                "--demean takes off the mean that --mean %s estimates; leave out one of the two",
                mean);
        return new MeanEquation(constant, autoregressive ? Integer.parseInt(lags.group(1)) : 0, columns);
    }

    private VolatilityPriors priors() {
        VolatilityPriors base = VolatilityPriors.defaults();
        double[] mu = prior("--prior-mu", asked.priorMu, "normal", 2);
        double[] phi = prior("--prior-phi", asked.priorPhi, "beta", 2);
        boolean gamma = asked.priorSigma2 != null && asked.priorSigma2.trim().startsWith("gamma");
        double[] sigma2 = prior("--prior-sigma2", asked.priorSigma2, gamma ? "gamma" : "inverse-gamma", 2);
        return new VolatilityPriors(
                mu == null ? base.muMean() : mu[0],
                mu == null ? base.muVariance() : mu[1] * mu[1],
                phi == null ? base.phiA() : phi[0],
                phi == null ? base.phiB() : phi[1],
                sigma2 == null ? base.sigma2Shape() : sigma2[0],
                sigma2 == null ? base.sigma2Scale() : sigma2[1],
                gamma ? Sigma2Family.GAMMA : Sigma2Family.INVERSE_GAMMA);
    }

    private FurtherPriors further() {
        FurtherPriors base = FurtherPriors.defaults();
        SvOptions.ExtensionOptions own = asked.extensions;
        double[] nu = prior("--prior-nu", own.priorNu, "exponential", 1);
        double[] rho = prior("--prior-rho", own.priorRho, "beta", 2);
        double[] coefficients = prior("--prior-coefficients", own.priorCoefficients, "normal", 2);
        require(
                coefficients == null || coefficients[0] == 0,
                "--prior-coefficients must have mean 0, got '%s'",
                own.priorCoefficients);
        return new FurtherPriors(
                nu == null ? base.nuRate() : nu[0],
                rho == null ? base.rhoA() : rho[0],
                rho == null ? base.rhoB() : rho[1],
                coefficients == null ? base.meanSd() : coefficients[1],
                coefficients == null ? base.logVarianceSd() : coefficients[1]);
    }

    /** The numbers of a prior; null when none was given. */
    private static double[] prior(String option, String text, String family, int numbers) {
        if (text == null) {
            return null;
        }
        String each = "\\s*([^,()]+)";
        String pattern = family + "\\s*\\(" + (numbers == 1 ? each : each + "," + each) + "\\)";
        Matcher matcher = Pattern.compile(pattern).matcher(text.trim());
        String form = family + (numbers == 1 ? "(1)" : "(1,2)");
        require(matcher.matches(), "%s must look like '%s', got '%s'", option, form, text);
        double[] values = new double[numbers];
        for (int k = 0; k < numbers; k++) {
            values[k] = Words.number(option, matcher.group(k + 1), Double::parseDouble);
        }
        return values;
    }

    /** The priors of a model in words. */
    static Map<String, String> words(VolatilitySpec spec) {
        VolatilityPriors priors = spec.priors();
        FurtherPriors further = spec.further();
        Map<String, String> words = new LinkedHashMap<>();
        words.put("mu", of("normal", priors.muMean(), Math.sqrt(priors.muVariance())));
        words.put("(1 + phi) / 2", of("beta", priors.phiA(), priors.phiB()));
        words.put(
                "sigma2",
                of(
                        switch (priors.family()) {
                            case INVERSE_GAMMA -> "inverse-gamma";
                            case GAMMA -> "gamma";
                        },
                        priors.sigma2Shape(),
                        priors.sigma2Scale()));
        if (spec.heavyTails()) {
            words.put("nu - 2", of("exponential", further.nuRate()));
        }
        if (spec.leverage()) {
            words.put("(1 + rho) / 2", of("beta", further.rhoA(), further.rhoB()));
        }
        if (spec.mean().count() > 0) {
            words.put("each mean.*", of("normal", 0, further.meanSd()));
        }
        if (spec.logVariance().count() > 0) {
            words.put("each logvar.*", of("normal", 0, further.logVarianceSd()));
        }
        return words;
    }

    private static String of(String family, double... numbers) {
        List<String> shortened = new ArrayList<>();
        for (double number : numbers) {
            shortened.add(String.format(Locale.ROOT, "%.4g", number)
                    .replaceAll("(\\.\\d*?)0+($|e)", "$1$2")
                    .replaceAll("\\.($|e)", "$1"));
        }
        return family + "(" + String.join(",", shortened) + ")";
    }
}
