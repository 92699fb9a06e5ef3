package org.driftfield.spark.ml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.driftfield.cli.AskedFit;
import org.driftfield.spark.rows.SparkData;

/**
 * What the estimators have in common: each parameter is an option of {@code driftfield fit}, and what has no parameter of its
 * own is said in {@code options}, as on the command line.
 */
public abstract class DriftfieldEstimator<M extends DriftfieldModel<M>> extends Estimator<M>
        implements DefaultParamsWritable {
    private static final long serialVersionUID = 1L;

    private final String uid;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final LongParam seed;
    private final StringArrayParam more;
    private final StringArrayParam orderBy;
    private final IntParam partitions;

    DriftfieldEstimator(String uid) {
        this.uid = uid;
        // A parameter asks for the name of what it belongs to.
        this.seed = option(new LongParam(this, "seed", "fixes every random number"), "--seed");
        this.more = new StringArrayParam(this, "options", "further options of 'driftfield fit'");
        this.orderBy = new StringArrayParam(this, "orderBy", "columns that order the rows, together different in each");
        this.partitions = new IntParam(this, "partitions", "in how many parts the rows are held");
    }

    /** Declares that a parameter is an option of the command. */
    final <P extends Param<?>> P option(P param, String option) {
        options.put(param.name(), option);
        return param;
    }

    final Param<String> text(String name, String option, String doc) {
        return option(new Param<>(this, name, doc), option);
    }

    /** The word after {@code driftfield fit}. */
    abstract String kind();

    /** The model of a finished fit. */
    abstract M model(FitFiles files);

    @Override
    public final String uid() {
        return uid;
    }

    public final LongParam seed() {
        return seed;
    }

    public final StringArrayParam options() {
        return more;
    }

    public final StringArrayParam orderBy() {
        return orderBy;
    }

    public final IntParam partitions() {
        return partitions;
    }

    /** The options as the command line has them. */
    final List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        options.forEach((name, option) -> {
            Param<Object> param = getParam(name);
            if (isDefined(param)) {
                arguments.add(option);
                arguments.add(String.valueOf(getOrDefault(param)));
            }
        });
        if (isDefined(more)) {
            arguments.addAll(List.of(getOrDefault(more)));
        }
        return arguments;
    }

    @Override
    public final M fit(Dataset<?> dataset) {
        Dataset<Row> rows = dataset.toDF();
        List<String> order = isDefined(orderBy) ? List.of(getOrDefault(orderBy)) : List.of();
        int parts = isDefined(partitions) ? (Integer) getOrDefault(getParam(partitions.name())) : 0;
        try (SparkData data = SparkData.of(rows, "the data", order, parts)) {
            Path folder = Files.createTempDirectory("driftfield-fit");
            try {
                AskedFit.of(kind(), data.given(), arguments()).write(data, folder.resolve("fit"));
                M model = model(FitFiles.of(folder.resolve("fit")));
                model.setParent(this);
                return model;
            } finally {
                FitFiles.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return schema;
    }

    @Override
    public final Estimator<M> copy(ParamMap extra) {
        return defaultCopy(extra);
    }
}
