package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.assessment.volatility.VolatilityChecks;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.driver.Session;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilitySmc;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import org.driftfield.store.volatility.ForecastFile;
import org.driftfield.store.volatility.SvDetails;
import org.driftfield.store.volatility.VolatilityFile;

/** One fit of a stochastic volatility model: from the file to an answer and what is to be said about it. */
final class SvRun implements FitRun {
    private final SvSettings settings;
    private final FitRecord.DataUsed data;
    private final List<String> times;
    private final Returns given;
    private final Returns returns;
    private final VolatilitySpec spec;
    private final VolatilityOptions pmfvb;

    private SvRun(
            SvSettings settings, FitRecord.DataUsed data, List<String> times, Returns given, VolatilitySpec spec) {
        this.settings = settings;
        this.data = data;
        this.times = times;
        this.given = given;
        this.returns = settings.demean() ? given.demeaned() : given;
        this.spec = spec;
        this.pmfvb = settings.method() == SvSettings.Method.PMFVB ? settings.volatility(spec) : null;
    }

    /** Reads the series. */
    static SvRun of(SvSettings settings, DataSource source) {
        settings.forecast();
        settings.model().check();
        Table table = source.read(settings.csv());
        double[] values = table.numbers(settings.column());
        List<String> times = settings.time() == null ? List.of() : times(table, settings.time());
        Returns returns;
        try {
            returns = Returns.of(values);
        } catch (InputException e) {
            throw new InputException(table.source() + ", column '" + settings.column() + "': " + e.getMessage(), e);
        }
        VolatilitySpec spec = settings.model().spec(table);
        return new SvRun(settings, source.used(table, returns.observed()), times, returns, spec);
    }

    private static List<String> times(Table table, String name) {
        TextColumn column = (TextColumn) table.column(name);
        List<String> times = new ArrayList<>();
        for (int t = 0; t < table.rows(); t++) {
            require(!column.isMissing(t), "%s, column '%s': the value is missing", table.where(t), name);
            times.add(column.get(t));
        }
        return times;
    }

    @Override
    public FitRecord.DataUsed data() {
        return data;
    }

    @Override
    public Map<String, String> priors() {
        return SvModel.words(spec);
    }

    @Override
    public List<String> factors() {
        if (pmfvb == null) {
            return List.of();
        }
        return switch (pmfvb.factorization()) {
            case JOINT ->
                List.of(String.join(
                                ",",
                                spec.parameters().stream().map(Parameter::name).toList()) + ",x");
            case PAPER -> List.of("mu", "sigma2", "phi,x");
            case PARAMETERS -> List.of("mu,sigma2,phi", "x");
        };
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public Replicates replicates() {
        require(
                !settings.demean(),
                "calibrate: the mean of a simulated series is part of what its model draws; fit without --demean");
        List<String> names = spec.parameters().stream().map(Parameter::name).toList();
        return new Replicates() {
            @Override
            public List<String> names() {
                return names;
            }

            @Override
            public int[] ranks(int number, int draws) {
                SvSettings own = settings.alone(number + 1L);
                double[] truth = spec.drawPrior(RandomStream.of(settings.seed(), number, StreamKeys.CALIBRATION, 0));
                Returns simulated = SimulatedReturns.of(spec, truth, given.size(), number + 1L)
                        .returns();
                return Replicates.ranks(fit(simulated, spec, own, Session.NONE).posterior(), names, truth, draws);
            }
        };
    }

    private static VolatilityFit fit(Returns returns, VolatilitySpec spec, SvSettings settings, Session session) {
        return switch (settings.method()) {
            case PMFVB -> Volatility.fit(returns, settings.volatility(spec), session);
            case NUTS -> VolatilityNuts.fit(returns, spec, settings.nuts(), session);
            case SMC -> VolatilitySmc.fit(returns, spec.priors(), settings.smc(), session);
        };
    }

    @Override
    public FitResult fit(Session session) {
        VolatilityFit fit = fit(returns, spec, settings, session);
        Posterior posterior = fit.posterior();
        Map<String, FitResult.FileWriter> files = new LinkedHashMap<>();
        files.put(VolatilityFile.NAME, file -> VolatilityFile.write(file, times, given, fit.path()));
        if (settings.forecast() > 0) {
            double mean = returns == given ? 0 : given.mean();
            files.put(
                    ForecastFile.NAME,
                    file -> ForecastFile.write(file, fit.forecast(settings.forecast(), settings.seed()), mean));
        }
        SvDetails details = new SvDetails(
                settings.column(),
                settings.time(),
                settings.demean() ? given.mean() : Double.NaN,
                pmfvb == null ? null : pmfvb.factorization().toString(),
                settings.forecast(),
                logEvidence(posterior.trace()));
        return new FitResult(posterior, VolatilityChecks.of(fit, pmfvb), details, files);
    }

    private static double logEvidence(Trace trace) {
        return trace.has(TraceColumns.LOG_EVIDENCE)
                ? trace.get(trace.rows() - 1, TraceColumns.LOG_EVIDENCE)
                : Double.NaN;
    }
}
