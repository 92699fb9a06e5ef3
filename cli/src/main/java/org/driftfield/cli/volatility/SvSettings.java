package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.ParticleOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.data.CsvOptions;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySmc;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.sampler.SmcOptions;

/** Reads the words of the command line into the library's settings. */
final class SvSettings {
    enum Method {
        PMFVB,
        NUTS,
        SMC
    }

    private final DataOptions data;
    private final SvOptions asked;
    private final ComputeOptions compute;

    SvSettings(DataOptions data, SvOptions asked, ComputeOptions compute) {
        this.data = data;
        this.asked = asked;
        this.compute = compute;
    }

    Method method() {
        return asked.method.method == null
                ? Method.PMFVB
                : Words.choice("--method", asked.method.method, Method.values());
    }

    long seed() {
        return compute.seed();
    }

    String column() {
        return asked.model.column;
    }

    /** The column that names the times; null for none. */
    String time() {
        return asked.model.time;
    }

    boolean demean() {
        return asked.model.demean;
    }

    /** How many steps to forecast; 0 for none. */
    int forecast() {
        Integer steps = asked.model.forecast;
        require(steps == null || steps >= 1, "--forecast must be at least 1 step, got %d", steps);
        return steps == null ? 0 : steps;
    }

    CsvOptions csv() {
        Set<String> columns = new LinkedHashSet<>(Set.of(column()));
        if (time() == null) {
            return data.csv().withColumns(columns);
        }
        require(!time().equals(column()), "--time and --column name the same column '%s'", column());
        columns.add(time());
        return data.csv().withColumns(columns).withText(Set.of(time()));
    }

    VolatilityPriors priors() {
        VolatilityPriors base = VolatilityPriors.defaults();
        double[] mu = prior("--prior-mu", asked.model.priorMu, "normal");
        double[] phi = prior("--prior-phi", asked.model.priorPhi, "beta");
        double[] sigma2 = prior("--prior-sigma2", asked.model.priorSigma2, "inverse-gamma");
        return new VolatilityPriors(
                mu == null ? base.muMean() : mu[0],
                mu == null ? base.muVariance() : mu[1] * mu[1],
                phi == null ? base.phiA() : phi[0],
                phi == null ? base.phiB() : phi[1],
                sigma2 == null ? base.sigma2Shape() : sigma2[0],
                sigma2 == null ? base.sigma2Scale() : sigma2[1]);
    }

    /** The two numbers of a prior; null when none was given. */
    private static double[] prior(String option, String text, String family) {
        if (text == null) {
            return null;
        }
        Matcher matcher =
                Pattern.compile(family + "\\s*\\(([^,()]+),([^,()]+)\\)").matcher(text.trim());
        require(matcher.matches(), "%s must look like '%s(1,2)', got '%s'", option, family, text);
        return new double[] {
            Words.number(option, matcher.group(1), Double::parseDouble),
            Words.number(option, matcher.group(2), Double::parseDouble)
        };
    }

    /** The priors in words. */
    static Map<String, String> words(VolatilityPriors priors) {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("mu", of("normal", priors.muMean(), Math.sqrt(priors.muVariance())));
        words.put("(1 + phi) / 2", of("beta", priors.phiA(), priors.phiB()));
        words.put("sigma2", of("inverse-gamma", priors.sigma2Shape(), priors.sigma2Scale()));
        return words;
    }

    private static String of(String family, double first, double second) {
        return family + "(" + shortened(first) + "," + shortened(second) + ")";
    }

    private static String shortened(double value) {
        return String.format(Locale.ROOT, "%.4g", value)
                .replaceAll("(\\.\\d*?)0+($|e)", "$1$2")
                .replaceAll("\\.($|e)", "$1");
    }

    VolatilityOptions volatility() {
        Factorization factorization = asked.method.factorization == null
                ? VolatilityOptions.defaults().factorization()
                : Factorization.of(asked.method.factorization);
        VolatilityOptions base = VolatilityOptions.defaults(factorization);
        if (asked.particles.dynamics != null
                && Words.choice("--dynamics", asked.particles.dynamics, Dynamics.values()) == Dynamics.UNADJUSTED) {
            require(
                    asked.particles.step != null && !asked.particles.step.contains("auto"),
                    "--dynamics unadjusted needs a step size, such as --step 0.002");
            // The step itself is read with the other options.
            base = VolatilityOptions.paper(factorization, 1);
        }
        return base.withPriors(priors())
                .withEngine(
                        asked.particles.applied(base.engine()).withSeed(seed()).withThreads(compute.threads()));
    }

    NutsOptions nuts() {
        return asked.chains.applied(VolatilityNuts.options(seed())).withThreads(compute.threads());
    }

    SmcOptions smc() {
        SmcOptions base = VolatilitySmc.options(seed());
        ParticleOptions p = asked.particles;
        return base.withParticles(p.particles == null ? base.particles() : p.particles)
                .withCollect(p.collect == null ? base.collect() : p.collect, p.thin == null ? base.thin() : p.thin)
                .withThreads(compute.threads());
    }
}
