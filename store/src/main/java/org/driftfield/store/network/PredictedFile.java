package org.driftfield.store.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.models.network.NetworkPosterior;
import org.driftfield.models.network.prediction.NetworkPrediction;
import org.driftfield.store.folder.Predictions;

/** What a network says of rows, as CSV; beside it what was observed, where that is known. */
public final class PredictedFile {
    /** The file of a fit that has its own held-out rows. */
    public static final String NAME = "heldout.csv";

    public static final String OBSERVED = "observed";
    public static final String PREDICTED = "predicted";

    /** What the column with the probability of a class is called, before the name of the class. */
    private static final String PROBABILITY = "p_";

    private PredictedFile() {}

    /** The classes of a file that was read, empty for numbers. */
    public static List<String> classes(Table rows) {
        return rows.names().stream()
                .filter(name -> name.startsWith(PROBABILITY))
                .map(name -> name.substring(PROBABILITY.length()))
                .toList();
    }

    /** The probability of a class in each row of a file that was read. */
    public static double[] probability(Table rows, String name) {
        return rows.numbers(PROBABILITY + name);
    }

    /** Writes what was observed of some rows and what the network says of them. */
    public static void write(Path file, NetworkPosterior network, EncodedRows coded, int threads) throws IOException {
        List<String> classes = network.encoding().classes();
        Predictions rows =
                Predictions.of(Arrays.stream(coded.rows()).map(row -> row + 1).toArray());
        if (classes.isEmpty()) {
            rows.with(OBSERVED, coded.y());
        } else {
            rows.with(
                    OBSERVED,
                    Arrays.stream(coded.y()).mapToObj(y -> classes.get((int) y)).toArray(String[]::new));
        }
        int[] own = IntStream.range(0, coded.count()).toArray();
        fill(rows, network.predict(coded, threads), classes, own);
        rows.writeTo(file);
    }

    /**
     * What the network says of all rows of a table; those that are not among the coded ones are NA.
     *
     * @param flags whether to say which rows have a category that the fit has not seen
     */
    static Predictions all(NetworkPosterior network, EncodedRows coded, Predictions rows, boolean flags, int threads) {
        int[] at = new int[rows.rows()];
        double[] flagged = new double[rows.rows()];
        Arrays.fill(at, -1);
        for (int i = 0; i < coded.count(); i++) {
            boolean unseen = coded.flagged().get(i);
            at[coded.rows()[i]] = unseen ? -1 : i;
            flagged[coded.rows()[i]] = unseen ? 1 : 0;
        }
        fill(rows, network.predict(coded, threads), network.encoding().classes(), at);
        return flags ? rows.with("unseen", flagged) : rows;
    }

    /** {@code at} has the place of each row among the predicted ones, -1 for none. */
    private static void fill(Predictions rows, NetworkPrediction p, List<String> classes, int[] at) {
        if (classes.isEmpty()) {
            rows.with("mean", each(at, i -> p.mean()[i]))
                    .with("sd", each(at, i -> Math.hypot(p.epistemicSd()[i], p.aleatoricSd()[i])))
                    .with("sd_epistemic", each(at, i -> p.epistemicSd()[i]))
                    .with("sd_aleatoric", each(at, i -> p.aleatoricSd()[i]))
                    .with("q05", each(at, i -> p.q05()[i]))
                    .with("q50", each(at, i -> p.q50()[i]))
                    .with("q95", each(at, i -> p.q95()[i]));
            return;
        }
        rows.with(
                PREDICTED,
                Arrays.stream(at)
                        .mapToObj(i -> i < 0 ? null : classes.get(p.mostProbable(i)))
                        .toArray(String[]::new));
        for (int k = 0; k < classes.size(); k++) {
            int column = k;
            rows.with(
                    PROBABILITY + classes.get(k),
                    each(
                            at,
                            i -> p.columns() > 1
                                    ? p.mean()[i * p.columns() + column]
                                    : column == 1 ? p.mean()[i] : 1 - p.mean()[i]));
        }
        // The deviations are those of the probability of the predicted class.
        rows.with("sd_epistemic", each(at, i -> p.epistemicSd()[ofPredicted(p, i)]))
                .with("sd_aleatoric", each(at, i -> p.aleatoricSd()[ofPredicted(p, i)]));
    }

    private static int ofPredicted(NetworkPrediction p, int row) {
        return row * p.columns() + (p.columns() == 1 ? 0 : p.mostProbable(row));
    }

    private static double[] each(int[] at, IntToDoubleFunction value) {
        return Arrays.stream(at)
                .mapToDouble(i -> i < 0 ? Double.NaN : value.applyAsDouble(i))
                .toArray();
    }

    /** Reads a file that has what was observed. Nothing is missing in it, and a class may be called anything. */
    public static Table read(Path file) {
        return Table.read(
                file,
                CsvOptions.defaults().withSeparator(',').withMissing(Set.of()).withText(Set.of(OBSERVED, PREDICTED)));
    }

    public static String text(Table table, String column, int row) {
        return ((TextColumn) table.column(column)).get(row);
    }
}
