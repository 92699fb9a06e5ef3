package org.driftfield.spark.ml;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.driftfield.store.network.NnDetails;

/** A Bayesian network of rows that are brought to one place. */
public final class DriftfieldNetwork extends DriftfieldEstimator<DriftfieldNetworkModel> {
    private static final long serialVersionUID = 1L;

    private final Param<String> target = text("target", "--target", "the column that is predicted");
    private final Param<String> task = text("task", "--task", "regression, binary or multiclass");
    private final Param<String> hidden = text("hidden", "--hidden", "units of the hidden layers, as in 50,50");

    public DriftfieldNetwork() {
        this(Identifiable$.MODULE$.randomUID("driftfieldNetwork"));
    }

    public DriftfieldNetwork(String uid) {
        super(uid);
    }

    /** Reads one that was saved. */
    public static MLReader<DriftfieldNetwork> read() {
        return new DefaultParamsReader<>();
    }

    public static DriftfieldNetwork load(String path) {
        return read().load(path);
    }

    @Override
    String kind() {
        return NnDetails.MODEL;
    }

    @Override
    DriftfieldNetworkModel model(FitFiles files) {
        return new DriftfieldNetworkModel(uid(), files);
    }

    public Param<String> target() {
        return target;
    }

    public Param<String> task() {
        return task;
    }

    public Param<String> hidden() {
        return hidden;
    }

    public DriftfieldNetwork setTarget(String value) {
        set(target, value);
        return this;
    }

    public DriftfieldNetwork setTask(String value) {
        set(task, value);
        return this;
    }

    public DriftfieldNetwork setHidden(String value) {
        set(hidden, value);
        return this;
    }

    public DriftfieldNetwork setSeed(long value) {
        set(seed().name(), value);
        return this;
    }

    /** Further options, as on the command line. */
    public DriftfieldNetwork setOptions(String... values) {
        set(options(), values);
        return this;
    }

    public DriftfieldNetwork setOrderBy(String... columns) {
        set(orderBy(), columns);
        return this;
    }
}
