package org.driftfield.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.ml.tuning.TrainValidationSplitModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.Engine;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.posterior.Posterior;
import org.driftfield.spark.ml.DriftfieldGlm;
import org.driftfield.spark.ml.DriftfieldGlmModel;
import org.driftfield.spark.ml.DriftfieldNetwork;
import org.driftfield.spark.ml.DriftfieldNetworkModel;
import org.driftfield.spark.ml.PredictFunction;
import org.driftfield.store.Fit;
import org.driftfield.store.export.ExportFormat;
import org.driftfield.store.folder.Predictions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fit, save, load, transform: as a citizen of Spark ML and as a fit folder, with the same numbers. */
class SparkMlTest {
    @TempDir
    static Path folder;

    private static SparkSession spark;
    private static Path csv;
    private static Dataset<Row> rows;

    @BeforeAll
    static void write() throws IOException {
        spark = Sessions.on("local[2]");
        Random random = new Random(6);
        StringBuilder text = new StringBuilder("y,x,g\n");
        for (int i = 0; i < 300; i++) {
            double x = random.nextGaussian();
            int g = random.nextInt(3);
            text.append(1 + 2 * x + g + random.nextGaussian())
                    .append(',')
                    .append(i == 17 ? "" : String.valueOf(x))
                    .append(',')
                    .append("abc".charAt(g))
                    .append('\n');
        }
        csv = Files.writeString(folder.resolve("rows.csv"), text);
        rows = spark.read()
                .option("header", "true")
                .option("inferSchema", "true")
                .csv(csv.toString());
    }

    private static DriftfieldGlm glm() {
        return new DriftfieldGlm()
                .setFormula("y ~ x + g")
                .setMethod("laplace")
                .setDraws(200)
                .setOptions("--no-report");
    }

    private static void same(Predictions expected, List<Row> scored, String column) {
        for (int i = 0; i < expected.rows(); i++) {
            Double got = scored.get(i).getAs(column);
            double number = expected.get(i, column);
            if (Double.isNaN(number)) {
                assertThat(got).isNull();
            } else {
                assertThat(got).isEqualTo(number);
            }
        }
    }

    @Test
    void aPipelineIsSavedAndItsFolderIsAFit() throws IOException {
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {glm()});
        PipelineModel fitted = pipeline.fit(rows);
        Path saved = folder.resolve("pipeline");
        fitted.write().overwrite().save(saved.toString());
        PipelineModel loaded = PipelineModel.load(saved.toString());
        List<Row> scored = loaded.transform(rows.repartition(5).orderBy("x")).collectAsList();
        List<Row> before = fitted.transform(rows.orderBy("x")).collectAsList();
        assertThat(scored).isEqualTo(before);
        // The folder of the stage is a fit like any other, and says the same.
        DriftfieldGlmModel model = (DriftfieldGlmModel) loaded.stages()[0];
        Path own = folder.resolve("model");
        model.write().overwrite().save(own.toString());
        Predictions predictions = Fit.load(own).predict(csv, UnseenPolicy.ERROR, 1);
        List<Row> all = model.transform(rows).collectAsList();
        for (String column : predictions.columns()) {
            same(predictions, all, column);
        }
        assertThat(all.get(0).<Double>getAs("prediction")).isEqualTo(predictions.get(0, "response_mean"));
        assertThat(model.transform(rows.drop("y")).count()).isEqualTo(300);
    }

    /** What is exported as Parquet is read by a program that did not write it, to the last bit. */
    @Test
    void exportedDrawsAreATable() {
        Path fit = folder.resolve("exported");
        AskedFit.of("glm", csv.toString(), List.of("--formula", "y ~ x + g", "--particles", "30", "--no-report"))
                .write(DataSource.of(csv, csv.toString()), fit);
        Path to = folder.resolve("parquet");
        ExportFormat.PARQUET.write(Fit.load(fit), Optional.empty(), to);
        Dataset<Row> draws = spark.read().parquet(to.resolve("draws.parquet").toString());
        Posterior posterior = Fit.load(fit).posterior();
        List<Row> sorted = draws.orderBy("snapshot", "unit").collectAsList();
        assertThat(sorted).hasSize(posterior.size());
        assertThat(draws.columns()).hasSize(posterior.names().size() + 2);
        for (String name : posterior.names()) {
            double[] expected = posterior.draws(name);
            for (int i = 0; i < expected.length; i++) {
                assertThat(sorted.get(i).<Double>getAs(name)).isEqualTo(expected[i]);
                assertThat(sorted.get(i).<Integer>getAs("unit")).isEqualTo(i % posterior.units() + 1);
            }
        }
    }

    @Test
    void aFitOfTheCommandLineIsAModelAndAFunction() {
        Path fit = folder.resolve("fit");
        AskedFit.of("glm", csv.toString(), List.of("--formula", "y ~ x + g", "--particles", "30", "--no-report"))
                .write(DataSource.of(csv, csv.toString()), fit);
        DriftfieldGlmModel model = DriftfieldGlmModel.load(fit.toString());
        Predictions predictions = Fit.load(fit).predict(csv, UnseenPolicy.ERROR, 1);
        same(predictions, model.transform(rows).collectAsList(), "observation_q95");
        model.register(spark, "driftfield_predict");
        rows.createOrReplaceTempView("rows");
        Map<String, Double> said = spark.sql("SELECT driftfield_predict(struct(*)) FROM rows")
                .first()
                .getJavaMap(0);
        assertThat(said.get("observation_q05")).isEqualTo(predictions.get(0, "observation_q05"));
        spark.udf().registerJava("driftfield_score", PredictFunction.class.getName(), null);
        assertThat(spark.sql("SELECT driftfield_score('" + fit + "', struct(x, g))['response_sd'] FROM rows")
                        .first()
                        .getDouble(0))
                .isEqualTo(predictions.get(0, "response_sd"));
        Dataset<Row> unseen = rows.withColumn("g", org.apache.spark.sql.functions.lit("z"));
        assertThat(model.copy(new ParamMap())
                        .setFlagUnseen(true)
                        .transform(unseen)
                        .filter(col("unseen")
                                .equalTo(1)
                                .and(col("response_mean").isNull()))
                        .count())
                .isEqualTo(299);
        // What is wrong is told of the row that it is wrong with, by its place in its partition.
        for (int parts : new int[] {1, 2}) {
            Dataset<Row> strange =
                    spark.range(0, 4000, 1, parts).selectExpr("id * 0.1 as x", "if(id = 3499, 'z', 'a') as g");
            assertThatThrownBy(() -> model.transform(strange).collectAsList())
                    .rootCause()
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(
                            parts == 1
                                    ? "the data row 3500, column 'g': unseen category 'z'"
                                    : "the data partition 1 row 1500, column 'g': unseen category 'z'");
        }
        assertThatThrownBy(() -> new DriftfieldGlm().fit(rows))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--formula");
        assertThatThrownBy(() -> model.transform(rows.drop("g")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'g'");
    }

    /** What the command line writes of a file on Spark is what it writes without; missing values and unseen levels are NA. */
    @Test
    void aFileIsScoredAsByPredict() throws IOException {
        Path fit = folder.resolve("scoring");
        AskedFit.of("glm", csv.toString(), List.of("--formula", "y ~ x + g", "--particles", "30", "--no-report"))
                .write(DataSource.of(csv, csv.toString()), fit);
        Path fresh = Files.writeString(folder.resolve("fresh.csv"), "g,x,k\na,0.5,1\nz,1,2\nb,NA,3\nc,-1e3,4\n");
        Path out = folder.resolve("scored.csv");
        try (Engine engine = Engine.open("spark", new Engine.Place(null, 0, List.of()))) {
            // What is refused leaves nothing in the way.
            assertThatThrownBy(() -> engine.predict(new Engine.NewRows(
                            Engine.Folder.here(fit), fresh.toString(), out.toString(), UnseenPolicy.ERROR, 7)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("'z'");
            Engine.NewRows rows =
                    new Engine.NewRows(Engine.Folder.here(fit), fresh.toString(), out.toString(), UnseenPolicy.FLAG, 7);
            engine.predict(rows);
            assertThatThrownBy(() -> engine.predict(rows))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("exists already");
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.filter(file -> file.toString().contains(".part-"))).isEmpty();
        }
        Predictions predictions = Fit.load(fit).predict(fresh, UnseenPolicy.FLAG, 7);
        List<Row> scored = spark.read()
                .option("header", "true")
                .option("inferSchema", "true")
                .option("nullValue", "NA")
                .csv(out.toString())
                .orderBy("k")
                .collectAsList();
        for (String column : predictions.columns()) {
            for (int i = 0; i < predictions.rows(); i++) {
                Number got = scored.get(i).getAs(column);
                double said = got == null ? Double.NaN : got.doubleValue();
                assertThat(Double.compare(said, predictions.get(i, column))).isZero();
            }
        }
        // Spelt as there, behind the columns of the file and before the prediction.
        Path here = folder.resolve("predicted.csv");
        predictions.write(here);
        List<String> expected = Files.readAllLines(here);
        assertThat(lines(out).get(0)).isEqualTo("g,x,k," + expected.get(0).substring(4) + ",prediction");
        assertThat(lines(out).get(2)).isEqualTo("z,1,2" + expected.get(2).substring(1) + ",NA");
        assertThat(lines(out).get(4)).startsWith("c,-1e3,4" + expected.get(4).substring(1) + ",");
    }

    /** Of files in sub-folders such as {@code k=1} the columns that these name have types, unlike those of the text. */
    @Test
    void filesInSubfoldersAreScored() throws IOException {
        Path folders = folder.resolve("folders.csv");
        Path plain = Files.writeString(folder.resolve("plain.csv"), "g,x,k\na,0.5,1\nb,1,2\nc,-1,2\n");
        Dataset<Row> all = spark.read().option("header", "true").csv(plain.toString());
        all.write().option("header", "true").partitionBy("k").csv(folders.toString());
        Path fit = folder.resolve("of-folders");
        AskedFit.of("glm", csv.toString(), List.of("--formula", "y ~ x + g", "--particles", "30", "--no-report"))
                .write(DataSource.of(csv, csv.toString()), fit);
        Path out = folder.resolve("scored-folders.csv");
        try (Engine engine = Engine.open("spark", new Engine.Place(null, 0, List.of()))) {
            engine.predict(new Engine.NewRows(
                    Engine.Folder.here(fit), folders.toString(), out.toString(), UnseenPolicy.ERROR, 7));
            // Columns that folders name can be read as any other.
            assertThat(engine.source(folders.toString())
                            .read(CsvOptions.defaults())
                            .numbers("k"))
                    .containsExactly(1, 2, 2);
        }
        assertThat(spark.read()
                        .option("header", "true")
                        .csv(out.toString())
                        .orderBy("g")
                        .select("g", "x", "k")
                        .collectAsList())
                .isEqualTo(all.orderBy("g").collectAsList());
    }

    private static List<String> lines(Path written) throws IOException {
        try (Stream<Path> files = Files.list(written)) {
            Path only = files.filter(file -> file.toString().endsWith(".csv"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(only);
        }
    }

    @Test
    void formulasAreValidatedAcross() throws IOException {
        DriftfieldGlm glm = glm();
        ParamMap[] grid = new ParamGridBuilder()
                .addGrid(glm.formula(), scala.jdk.javaapi.CollectionConverters.asScala(List.of("y ~ 1", "y ~ x + g")))
                .build();
        CrossValidatorModel best = new CrossValidator()
                .setEstimator(glm)
                .setEstimatorParamMaps(grid)
                .setEvaluator(new RegressionEvaluator().setLabelCol("y"))
                .setNumFolds(2)
                .fit(rows.na().drop());
        assertThat(best.avgMetrics()[1]).isLessThan(best.avgMetrics()[0]);
        // Saved with the estimator and its grid, and read again.
        Path saved = folder.resolve("validated");
        best.write().overwrite().save(saved.toString());
        CrossValidatorModel loaded = CrossValidatorModel.load(saved.toString());
        assertThat(loaded.getEstimator().uid()).isEqualTo(glm.uid());
        assertThat(loaded.transform(rows).collectAsList())
                .isEqualTo(best.transform(rows).collectAsList());
    }

    @Test
    void aNetworkIsAModelToo() {
        DriftfieldNetworkModel model = new DriftfieldNetwork()
                .setTarget("y")
                .setTask("regression")
                .setHidden("4")
                .setOptions("--particles", "4", "--no-report", "--iterations", "30")
                .fit(rows.na().drop());
        assertThat(model.transform(rows.na().drop())
                        .select("prediction")
                        .first()
                        .getDouble(0))
                .isFinite();
    }

    /** Several widths at once: each fit is a job of its own, its groups of particles tasks. */
    @Test
    void widthsAreSearchedAtOnce() {
        DriftfieldNetwork network = new DriftfieldNetwork()
                .setTarget("y")
                .setTask("regression")
                .setOptions("--particles", "20", "--no-report", "--iterations", "30");
        ParamMap[] grid = new ParamGridBuilder()
                .addGrid(network.hidden(), scala.jdk.javaapi.CollectionConverters.asScala(List.of("2", "6")))
                .build();
        TrainValidationSplitModel best = new TrainValidationSplit()
                .setEstimator(network)
                .setEstimatorParamMaps(grid)
                .setEvaluator(new RegressionEvaluator().setLabelCol("y"))
                .setParallelism(2)
                .fit(rows.na().drop());
        assertThat(best.validationMetrics()).hasSize(2).doesNotContain(Double.NaN);
    }
}
