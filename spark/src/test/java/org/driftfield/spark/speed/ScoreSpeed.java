package org.driftfield.spark.speed;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.SparkSession;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.spark.ml.Scoring;
import org.driftfield.spark.rows.SparkData;
import org.driftfield.spark.rows.SweepSpeed;

/** Rows a second that a model scores, on Spark and by {@code driftfield predict}, and what memory that takes. */
final class ScoreSpeed {
    private final SparkSession spark;

    ScoreSpeed(SparkSession spark) {
        this.spark = spark;
    }

    void measure(int count) throws IOException, InterruptedException {
        try (Scratch folder = new Scratch()) {
            Path train = folder.resolve("train.csv");
            write(train, 2000, true);
            Path fit = folder.resolve("fit");
            AskedFit.of("glm", train.toString(), List.of("--formula", "y ~ x1 + x2 + g", "--no-report"))
                    .write(DataSource.of(train, train.toString()), fit);
            double few = scored(fit, folder, count / 10).live();
            Scored all = scored(fit, folder, count);
            SparkSpeed.say(
                    "live heap at most %.0f MB with a tenth of the rows, %.0f MB with all",
                    few / 1e6, all.live() / 1e6);
            double other = predicted(fit, folder.resolve("rows" + count + ".csv"), folder.resolve("predicted.csv"));
            SparkSpeed.say(
                    "driftfield predict, CSV to CSV: %,d rows in %.1f s: %,.0f a second; Spark is %.2f times as fast",
                    count, other, count / other, other / all.seconds());
        }
    }

    private record Scored(double seconds, double live) {}

    /** As the command line does with {@code --engine spark}. */
    private Scored scored(Path fit, Scratch folder, int count) throws IOException, InterruptedException {
        Path csv = folder.resolve("rows" + count + ".csv");
        write(csv, count, false);
        Peak peak = new Peak();
        long from = System.nanoTime();
        SparkData data = SparkData.of(spark, csv.toString(), List.of(), 0);
        Scoring.write(
                data,
                fit,
                UnseenPolicy.ERROR,
                1,
                folder.resolve("scored" + count + ".csv").toString());
        Scored scored = new Scored(SparkSpeed.since(from), peak.end());
        SparkSpeed.say(
                "Spark local[2], CSV to CSV: %,d rows in %.1f s: %,.0f a second",
                count, scored.seconds(), count / scored.seconds());
        return scored;
    }

    private static double predicted(Path fit, Path data, Path out) throws IOException, InterruptedException {
        File launcher = new File(System.getProperty("driftfield", "./driftfield"));
        long from = System.nanoTime();
        int code = new ProcessBuilder(
                        launcher.getPath(),
                        "predict",
                        "--fit",
                        fit.toString(),
                        "--data",
                        data.toString(),
                        "--out",
                        out.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("driftfield predict ended with " + code);
        }
        return SparkSpeed.since(from);
    }

    private static void write(Path csv, int count, boolean response) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        try (BufferedWriter out = Files.newBufferedWriter(csv)) {
            out.write(response ? "x1,x2,g,y\n" : "x1,x2,g\n");
            for (int i = 0; i < count; i++) {
                float x1 = (float) random.nextDouble();
                float x2 = (float) random.nextDouble();
                int g = random.nextInt(3);
                out.write(x1 + "," + x2 + ",level" + g + (response ? "," + (x1 - x2 + g + random.nextDouble()) : "")
                        + "\n");
            }
        }
    }

    /** The most that is alive on the heap; looking takes a collection of all of it, so it is looked at every ten seconds. */
    private static final class Peak {
        private final AtomicBoolean over = new AtomicBoolean();
        private final double[] most = new double[1];
        private final Thread thread = new Thread(() -> {
            while (!over.get()) {
                most[0] = Math.max(most[0], SweepSpeed.heap());
                try {
                    Thread.sleep(10_000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });

        Peak() {
            thread.setDaemon(true);
            thread.start();
        }

        double end() throws InterruptedException {
            over.set(true);
            thread.interrupt();
            thread.join();
            return most[0];
        }
    }
}
