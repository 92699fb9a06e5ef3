package org.driftfield.spark.ml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.driftfield.InputException;
import scala.Option;

/** Reads a fit folder, whoever wrote it. */
final class ModelReader<M extends DriftfieldModel<M>> extends MLReader<M> {
    private final String kind;
    private final BiFunction<String, FitFiles, M> maker;

    /** @param kind of the fits: the word after {@code driftfield fit} */
    ModelReader(String kind, BiFunction<String, FitFiles, M> maker) {
        this.kind = kind;
        this.maker = maker;
    }

    @Override
    public M load(String path) {
        Configuration hadoop = sparkSession().sparkContext().hadoopConfiguration();
        FitFiles files = FitFiles.read(path, hadoop);
        String found = files.fit().record().asked().model();
        InputException.require(found.equals(kind), "%s must be a fit %s, got a fit %s", path, kind, found);
        Path metadata = new Path(path, "metadata");
        try {
            if (!metadata.getFileSystem(hadoop).exists(metadata)) {
                return maker.apply(Identifiable$.MODULE$.randomUID("driftfield_" + kind), files);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        DefaultParamsReader.Metadata saved = DefaultParamsReader.loadMetadata(path, sparkSession());
        M model = maker.apply(saved.uid(), files);
        saved.getAndSetParams(model, Option.empty());
        return model;
    }
}
