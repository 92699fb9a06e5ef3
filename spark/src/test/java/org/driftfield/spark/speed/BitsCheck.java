package org.driftfield.spark.speed;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.driftfield.cli.AskedFit;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.engine.Rows;
import org.driftfield.models.glm.GlmRows;
import org.driftfield.spark.rows.SimulatedRows;
import org.driftfield.spark.rows.SparkData;

/** The draws of one fit from a CSV file, for any number of threads and partitions. */
final class BitsCheck {
    private final SparkSession spark;

    BitsCheck(SparkSession spark) {
        this.spark = spark;
    }

    void measure(int count) throws IOException {
        try (Scratch folder = new Scratch()) {
            Path csv = folder.resolve("rows.csv");
            write(csv, count);
            byte[] first = null;
            for (int threads : new int[] {1, 2}) {
                long from = System.nanoTime();
                Path fit = folder.resolve("local" + threads);
                AskedFit.of("glm", csv.toString(), options(threads)).write(DataSource.of(csv, csv.toString()), fit);
                first = same(first, fit, "local engine, threads " + threads, from);
            }
            for (int partitions : new int[] {3, 8, 64}) {
                long from = System.nanoTime();
                Path fit = folder.resolve("spark" + partitions);
                try (SparkData data = SparkData.of(spark, csv.toString(), List.of(), partitions)) {
                    AskedFit.of("glm", data.given(), options(1)).write(data, fit);
                }
                same(first, fit, "Spark local[2], partitions " + partitions, from);
            }
        }
    }

    private static void write(Path csv, int count) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(csv)) {
            out.write("y," + names(",") + "\n");
            for (long number = 0; number < Rows.chunks(count); number++) {
                GlmRows rows = SimulatedRows.chunk(number, count);
                for (int i = 0; i < rows.rows(); i++) {
                    StringBuilder line = new StringBuilder().append((int) rows.y()[i]);
                    for (int j = 1; j < SimulatedRows.COLUMNS; j++) {
                        line.append(',').append((float) rows.x()[j * rows.rows() + i]);
                    }
                    out.write(line.append('\n').toString());
                }
            }
        }
    }

    private static String names(String between) {
        return IntStream.range(1, SimulatedRows.COLUMNS).mapToObj(j -> "x" + j).collect(Collectors.joining(between));
    }

    private static List<String> options(int threads) {
        return List.of(
                "--formula",
                "y ~ " + names(" + "),
                "--family",
                "bernoulli",
                "--max-iterations",
                "25",
                "--no-report",
                "--threads",
                String.valueOf(threads));
    }

    private static byte[] same(byte[] first, Path fit, String what, long from) throws IOException {
        byte[] draws = Files.readAllBytes(fit.resolve("draws.csv"));
        boolean same = first == null || Arrays.equals(first, draws);
        SparkSpeed.say(
                "%-32s %6.1f s: %s",
                what,
                SparkSpeed.since(from),
                first == null ? draws.length + " bytes of draws" : same ? "the same bits" : "OTHER BITS");
        return first == null ? draws : first;
    }
}
