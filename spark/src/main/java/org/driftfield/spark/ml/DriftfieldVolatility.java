package org.driftfield.spark.ml;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.driftfield.store.volatility.SvDetails;

/** A stochastic volatility model of a series, which is brought to one place in its order. */
public final class DriftfieldVolatility extends DriftfieldEstimator<DriftfieldVolatilityModel> {
    private static final long serialVersionUID = 1L;

    private final Param<String> column = text("column", "--column", "the returns");
    private final Param<String> method = text("method", "--method", "how it is fitted");

    public DriftfieldVolatility() {
        this(Identifiable$.MODULE$.randomUID("driftfieldVolatility"));
    }

    public DriftfieldVolatility(String uid) {
        super(uid);
    }

    /** Reads one that was saved. */
    public static MLReader<DriftfieldVolatility> read() {
        return new DefaultParamsReader<>();
    }

    public static DriftfieldVolatility load(String path) {
        return read().load(path);
    }

    @Override
    String kind() {
        return SvDetails.MODEL;
    }

    @Override
    DriftfieldVolatilityModel model(FitFiles files) {
        return new DriftfieldVolatilityModel(uid(), files);
    }

    public Param<String> column() {
        return column;
    }

    public Param<String> method() {
        return method;
    }

    public DriftfieldVolatility setColumn(String value) {
        set(column, value);
        return this;
    }

    public DriftfieldVolatility setMethod(String value) {
        set(method, value);
        return this;
    }

    public DriftfieldVolatility setSeed(long value) {
        set(seed().name(), value);
        return this;
    }

    /** Further options, as on the command line. */
    public DriftfieldVolatility setOptions(String... values) {
        set(options(), values);
        return this;
    }

    public DriftfieldVolatility setOrderBy(String... columns) {
        set(orderBy(), columns);
        return this;
    }
}
