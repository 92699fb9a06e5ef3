package org.driftfield.store.volatility;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityPath;
import org.driftfield.store.folder.Csv;

/**
 * The volatility over time as CSV: one row for each return, beside the return as the data had it.
 *
 * @param times what the times are called; empty when they have no names
 * @param pits the predictive probability of a smaller return than each, given those before it; NaN where it is missing, empty in files
 *     of earlier versions
 */
public record VolatilityFile(List<String> times, double[] returns, VolatilityPath path, double[] pits) {
    public static final String NAME = "volatility.csv";
    private static final String TIME = "time";
    private static final String PIT = "pit";

    public static void write(Path file, List<String> times, Returns returns, VolatilityPath path, double[] pits)
            throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text("t");
            if (!times.isEmpty()) {
                csv.text(TIME);
            }
            for (String name : List.of("y", "mean", "q05", "q50", "q95", PIT)) {
                csv.text(name);
            }
            csv.end();
            for (int t = 0; t < path.size(); t++) {
                csv.number(t + 1);
                if (!times.isEmpty()) {
                    csv.text(times.get(t));
                }
                csv.number(returns.get(t))
                        .number(path.mean()[t])
                        .number(path.q05()[t])
                        .number(path.q50()[t])
                        .number(path.q95()[t])
                        .number(pits[t])
                        .end();
            }
        }
    }

    public static VolatilityFile read(Path file) {
        Table table = Table.read(file, CsvOptions.defaults().withSeparator(',').withText(Set.of(TIME)));
        List<String> times = new ArrayList<>();
        if (table.has(TIME)) {
            TextColumn column = (TextColumn) table.column(TIME);
            for (int t = 0; t < table.rows(); t++) {
                times.add(column.isMissing(t) ? "" : column.get(t));
            }
        }
        return new VolatilityFile(
                times,
                table.numbers("y"),
                new VolatilityPath(
                        table.numbers("mean"), table.numbers("q05"), table.numbers("q50"), table.numbers("q95")),
                table.has(PIT) ? table.numbers(PIT) : new double[0]);
    }
}
