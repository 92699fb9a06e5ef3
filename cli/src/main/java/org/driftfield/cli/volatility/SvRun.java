package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.assessment.volatility.VolatilityChecks;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.data.Table;
import org.driftfield.driver.Session;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.ForecastFilter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityNuts;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.models.volatility.smc.VolatilitySmc;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import org.driftfield.store.volatility.ForecastFile;
import org.driftfield.store.volatility.PathsFile;
import org.driftfield.store.volatility.PriorFile;
import org.driftfield.store.volatility.SvDetails;
import org.driftfield.store.volatility.VolatilityFile;

/** One fit of a stochastic volatility model: from the file to an answer and what is to be said about it. */
final class SvRun implements FitRun {
    /** So many follow the series with the parameters held, for residuals. */
    private static final int FILTER_PARTICLES = 1000;

    /** Whether a method is right for a model shows in short series, of which many can be fitted. */
    private static final int LONGEST_SIMULATED = 250;

    private final SvSettings settings;
    private final FitRecord.DataUsed data;
    private final SvRows rows;
    private final Returns given;
    private final Returns returns;
    private final VolatilitySpec spec;
    private final VolatilityOptions pmfvb;

    private SvRun(SvSettings settings, FitRecord.DataUsed data, SvRows rows, Returns given, VolatilitySpec spec) {
        this.settings = settings;
        this.data = data;
        this.rows = rows;
        this.given = given;
        this.returns = settings.demean() ? given.demeaned() : given;
        this.spec = spec;
        this.pmfvb = settings.method() == SvSettings.Method.PMFVB ? settings.volatility(spec) : null;
    }

    /** Reads the series. */
    static SvRun of(SvSettings settings, DataSource source) {
        settings.forecast();
        settings.paths();
        settings.model().check();
        Table table = source.read(settings.csv());
        SvRows rows = SvRows.of(table, settings.series(), settings.time());
        double[] values = rows.numbers(settings.column());
        Returns returns;
        try {
            returns = Returns.of(values);
        } catch (InputException e) {
            throw new InputException(table.source() + ", column '" + settings.column() + "': " + e.getMessage(), e);
        }
        FitRecord.DataUsed all = source.used(table, returns.observed());
        FitRecord.DataUsed used =
                new FitRecord.DataUsed(all.file(), all.sha256(), returns.size(), all.used(), all.missing());
        return new SvRun(settings, used, rows, returns, settings.model().spec(rows));
    }

    /** The series. */
    Returns returns() {
        return returns;
    }

    /** The model. */
    VolatilitySpec spec() {
        return spec;
    }

    /** What the series is called. */
    String name() {
        return settings.series() == null ? settings.column() : settings.series().value();
    }

    /** What its times are called; empty when they have no names. */
    List<String> times() {
        return rows.times();
    }

    /** Fits another series by the method that was asked for. */
    VolatilityFit volatility(Returns series, VolatilitySpec model, Session session) {
        return fit(series, model, settings, session);
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
        return pmfvb.factorization()
                .factors(spec.parameters().stream().map(Parameter::name).toList());
    }

    @Override
    public List<String> notes() {
        return rows.notes();
    }

    @Override
    public Replicates replicates() {
        require(
                !settings.demean(),
                "calibrate: the mean of a simulated series is part of what its model draws; fit without --demean");
        List<String> names = spec.parameters().stream().map(Parameter::name).toList();
        int length = Math.min(LONGEST_SIMULATED, given.size());
        VolatilitySpec model = spec.first(length);
        return new Replicates() {
            @Override
            public List<String> names() {
                return names;
            }

            @Override
            public int[] ranks(int number, int draws) {
                SvSettings own = settings.alone(number + 1L);
                double[] truth = model.drawPrior(RandomStream.of(settings.seed(), number, StreamKeys.CALIBRATION, 0));
                Returns simulated =
                        SimulatedReturns.of(model, truth, length, number + 1L).returns();
                return Replicates.ranks(fit(simulated, model, own, Session.NONE).posterior(), names, truth, draws);
            }
        };
    }

    private static VolatilityFit fit(Returns returns, VolatilitySpec spec, SvSettings settings, Session session) {
        return switch (settings.method()) {
            case PMFVB -> Volatility.fit(returns, settings.volatility(spec), session);
            case NUTS -> VolatilityNuts.fit(returns, spec, settings.nuts(), session);
            case SMC -> VolatilitySmc.fit(returns, spec, settings.smc(), session);
        };
    }

    @Override
    public FitResult fit(Session session) {
        VolatilityFit fit = fit(returns, spec, settings, session);
        Posterior posterior = fit.posterior();
        Map<String, FitResult.FileWriter> files = new LinkedHashMap<>();
        double[] pits = ForecastFilter.pits(fit, returns, FILTER_PARTICLES, settings.seed());
        files.put(VolatilityFile.NAME, file -> VolatilityFile.write(file, rows.times(), given, fit.path(), pits));
        files.put(PriorFile.NAME, file -> PriorFile.write(file, spec, posterior));
        if (settings.paths() > 0) {
            files.put(PathsFile.NAME, file -> PathsFile.write(file, fit.paths(settings.paths())));
        }
        if (settings.forecast() > 0) {
            double mean = returns == given ? 0 : given.mean();
            files.put(
                    ForecastFile.NAME,
                    file -> ForecastFile.write(file, fit.forecast(settings.forecast(), settings.seed()), mean));
        }
        SvSeries series = settings.series();
        SvDetails details = new SvDetails(
                settings.column(),
                series == null ? null : series.value(),
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
