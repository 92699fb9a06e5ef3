package org.driftfield.store.volatility;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.models.volatility.VolatilityForecast;
import org.driftfield.models.volatility.VolatilityPath;
import org.driftfield.store.folder.Csv;

/** What is to come after the last return as CSV: one row a step ahead. */
public final class ForecastFile {
    public static final String NAME = "forecast.csv";
    private static final String VOLATILITY = "volatility_";
    private static final String RETURN = "return_";
    private static final List<String> MEASURES = List.of("mean", "q05", "q50", "q95");

    private ForecastFile() {}

    /** Writes a forecast; {@code mean} is what had been taken off the returns. */
    public static void write(Path file, VolatilityForecast forecast, double mean) throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text("step");
            for (String of : List.of(VOLATILITY, RETURN)) {
                for (String measure : MEASURES) {
                    csv.text(of + measure);
                }
            }
            csv.end();
            for (int k = 0; k < forecast.volatility().size(); k++) {
                csv.number(k + 1);
                row(csv, forecast.volatility(), k, 0);
                row(csv, forecast.returns(), k, mean);
                csv.end();
            }
        }
    }

    private static void row(Csv csv, VolatilityPath path, int k, double mean) throws IOException {
        csv.number(path.mean()[k] + mean)
                .number(path.q05()[k] + mean)
                .number(path.q50()[k] + mean)
                .number(path.q95()[k] + mean);
    }

    public static VolatilityForecast read(Path file) {
        Table table = Table.read(file, CsvOptions.defaults().withSeparator(','));
        return new VolatilityForecast(path(table, VOLATILITY), path(table, RETURN));
    }

    private static VolatilityPath path(Table table, String of) {
        return new VolatilityPath(
                table.numbers(of + "mean"),
                table.numbers(of + "q05"),
                table.numbers(of + "q50"),
                table.numbers(of + "q95"));
    }
}
