package org.driftfield.store.folder;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.DrawStatistics.Statistic;
import org.driftfield.posterior.Posterior;

/** What is known of each draw beside its values, as CSV: a row a draw, in the order of the draws. */
public final class StatisticsFile {
    public static final String NAME = "statistics.csv";

    private StatisticsFile() {}

    /** Writes those of a posterior that has them. */
    static void write(Path file, Posterior posterior, DrawStatistics statistics) throws IOException {
        Map<Statistic, double[]> columns = new EnumMap<>(Statistic.class);
        statistics.known().forEach(one -> columns.put(one, statistics.get(one).orElseThrow()));
        try (Csv csv = Csv.create(file)) {
            csv.text("snapshot").text("unit");
            for (Statistic one : columns.keySet()) {
                csv.text(one.word());
            }
            csv.end();
            for (int i = 0; i < posterior.size(); i++) {
                csv.number(i / posterior.units() + 1).number(i % posterior.units() + 1);
                for (double[] column : columns.values()) {
                    csv.number(column[i]);
                }
                csv.end();
            }
        }
    }

    static DrawStatistics read(Path file, int draws) {
        Table table = Table.read(file, CsvOptions.defaults().withSeparator(','));
        require(table.rows() == draws, "%s: expected %d draws, got %d", file, draws, table.rows());
        Map<Statistic, double[]> columns = new EnumMap<>(Statistic.class);
        for (Statistic one : Statistic.values()) {
            if (table.names().contains(one.word())) {
                columns.put(one, table.numbers(one.word()));
            }
        }
        require(!columns.isEmpty(), "%s has no statistic of draws", file);
        return DrawStatistics.of(columns);
    }
}
