package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.InputException;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.ParticleOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.data.CsvOptions;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.models.volatility.paper.PaperFactorization;
import org.driftfield.models.volatility.smc.VolatilitySmc;
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

    /** The same with another seed, on one thread. */
    SvSettings alone(long seed) {
        return new SvSettings(data, asked, ComputeOptions.alone(seed));
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
        require(asked.model.column != null, "--column must name the column of returns, or --columns several");
        return asked.model.column;
    }

    /** Several columns of returns; empty for one. */
    List<String> columns() {
        require(
                asked.model.columns.isEmpty() || asked.model.column == null,
                "--column and --columns cannot both be given, got '%s' and %s",
                asked.model.column,
                asked.model.columns);
        require(
                asked.model.columns.stream().distinct().count() == asked.model.columns.size(),
                "--columns must name each column once, got %s",
                asked.model.columns);
        return asked.model.columns;
    }

    /** Which series of a long table; null for a file of one. */
    SvSeries series() {
        return SvSeries.of(asked.model.series);
    }

    /** How many paths to write; 0 for none. */
    int paths() {
        Integer paths = asked.model.paths;
        require(paths == null || paths >= 1, "--paths must be at least 1, got %d", paths);
        return paths == null ? 0 : paths;
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
        Set<String> texts = new LinkedHashSet<>();
        columns.addAll(model().columns());
        if (time() != null) {
            require(!time().equals(column()), "--time and --column name the same column '%s'", column());
            texts.add(time());
        }
        if (series() != null) {
            String name = series().column();
            require(!name.equals(column()), "--series and --column name the same column '%s'", name);
            require(!name.equals(time()), "--series and --time name the same column '%s'", name);
            texts.add(name);
        }
        columns.addAll(texts);
        return data.csv().withColumns(columns).withText(texts);
    }

    /** The model and its priors. */
    SvModel model() {
        return new SvModel(asked.model);
    }

    VolatilityOptions volatility(VolatilitySpec spec) {
        Factorization factorization = asked.method.factorization == null
                ? VolatilityOptions.defaults().factorization()
                : factorization(asked.method.factorization);
        VolatilityOptions base = VolatilityOptions.defaults(factorization);
        if (asked.particles.dynamics != null
                && !Words.choice("--dynamics", asked.particles.dynamics, Dynamics.values())
                        .adjusted()) {
            require(
                    asked.particles.step != null && !asked.particles.step.contains("auto"),
                    "--dynamics unadjusted needs a step size, such as --step 0.002");
            // The step itself is read with the other options.
            base = VolatilityOptions.paper(factorization, 1);
        }
        return base.withSpec(spec)
                .withEngine(
                        asked.particles.applied(base.engine()).withSeed(seed()).withThreads(compute.threads()));
    }

    private static Factorization factorization(String name) {
        List<Factorization> all = List.of(Factorization.JOINT, PaperFactorization.PAPER, PaperFactorization.PARAMETERS);
        return all.stream()
                .filter(one -> one.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("--factorization must be one of "
                        + all.stream().map(Object::toString).collect(Collectors.joining(", ")) + ", got '" + name
                        + "'"));
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
