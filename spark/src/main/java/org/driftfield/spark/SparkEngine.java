package org.driftfield.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.Engine;
import org.driftfield.cli.fit.GroupFolder;
import org.driftfield.cli.options.OutputOptions;
import org.driftfield.spark.ml.Scoring;
import org.driftfield.spark.rows.Faults;
import org.driftfield.spark.rows.SparkData;

/** Spark as the command line asks for it. */
public final class SparkEngine implements Engine {
    private final SparkSession spark;
    private final Place place;
    private final boolean own;
    private final List<SparkData> sources = new ArrayList<>();

    private SparkEngine(Place place) {
        this.place = place;
        this.own = SparkSession.getDefaultSession().isEmpty();
        this.spark = Faults.clear(() -> Sessions.on(place.master()));
    }

    /** Makes such engines. */
    public static final class Maker implements Provider {
        @Override
        public String name() {
            return "spark";
        }

        @Override
        public Engine open(Place place) {
            return new SparkEngine(place);
        }
    }

    @Override
    public DataSource source(String given) {
        SparkData data = SparkData.of(spark, given, place.orderBy(), place.partitions());
        sources.add(data);
        return data;
    }

    @Override
    public Folder folder(String given) {
        return OutputOptions.isElsewhere(given)
                ? HadoopFolder.of(given, spark.sparkContext().hadoopConfiguration())
                : Folder.here(Path.of(given));
    }

    @Override
    public String groups(Groups question) {
        Folder out = question.out();
        // Before anything is fitted.
        GroupFolder.requireFree(out, true, question.overwrite());
        SparkData data = SparkData.of(spark, question.data(), List.of(), 0);
        try (GroupFits fits =
                GroupFits.of(data, question.by(), question.kind(), question.arguments(), question.keepDraws())) {
            // The table is read a part at a time, which would make the fits so too.
            Faults.clear(() -> {
                fits.make(question.watch());
                return null;
            });
            GroupTable table =
                    Faults.clear(() -> GroupTable.write(fits.table(), question.by(), out.here(), out.given()));
            if (question.keepDraws()) {
                Faults.clear(() -> {
                    fits.draws()
                            .write()
                            .mode(question.overwrite() ? SaveMode.Overwrite : SaveMode.ErrorIfExists)
                            .parquet(out.given() + "/" + GroupFolder.DRAWS);
                    return null;
                });
            } else {
                forget(out.here().resolve(GroupFolder.DRAWS));
            }
            return table.said();
        }
    }

    /** Draws of other fits do not stay beside the table of these. */
    private static void forget(Path draws) {
        InputException.require(
                FileUtil.fullyDelete(draws.toFile()) || !Files.exists(draws),
                "%s must be replaced, but cannot be deleted",
                draws);
    }

    @Override
    public String predict(NewRows question) {
        SparkData data = SparkData.of(spark, question.data(), List.of(), 0);
        return Faults.clear(() -> {
            Scoring.write(data, question.fit().here(), question.unseen(), question.seed(), question.out());
            return "Predicted the rows of " + question.data();
        });
    }

    @Override
    public String work() {
        return spark.sparkContext().master() + ": "
                + String.join("; ", sources.stream().map(SparkData::work).toList());
    }

    @Override
    public void close() {
        sources.forEach(SparkData::close);
        if (own) {
            spark.stop();
        }
    }
}
