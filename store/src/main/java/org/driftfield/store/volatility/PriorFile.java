package org.driftfield.store.volatility;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.data.TextColumn;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.model.Variable;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.folder.Csv;

/** The density of each parameter before and after the returns were seen as CSV, where the posterior is. */
public final class PriorFile {
    public static final String NAME = "prior.csv";

    /** The curves of one parameter. */
    public record Curves(double[] x, double[] prior, double[] posterior) {}

    private PriorFile() {}

    public static void write(Path file, VolatilitySpec spec, Posterior posterior) throws IOException {
        try (Csv csv = Csv.create(file)) {
            for (String name : List.of("parameter", "x", "prior", "posterior")) {
                csv.text(name);
            }
            csv.end();
            for (int j = 0; j < spec.count(); j++) {
                Variable variable = spec.parameters().get(j).variable();
                KernelDensity density = KernelDensity.of(
                        posterior.draws(variable.name()),
                        variable.range().lower(),
                        variable.range().upper());
                for (int k = 0; k < density.x().length; k++) {
                    csv.text(variable.name())
                            .number(density.x()[k])
                            .number(Math.exp(spec.logPriorOf(j, density.x()[k])))
                            .number(density.density()[k])
                            .end();
                }
            }
        }
    }

    public static Map<String, Curves> read(Path file) {
        Table table = Table.read(file, CsvOptions.defaults().withSeparator(',').withText(Set.of("parameter")));
        TextColumn names = (TextColumn) table.column("parameter");
        Map<String, Integer> first = new LinkedHashMap<>();
        Map<String, Integer> last = new LinkedHashMap<>();
        for (int row = 0; row < table.rows(); row++) {
            first.putIfAbsent(names.get(row), row);
            last.put(names.get(row), row + 1);
        }
        Map<String, Curves> curves = new LinkedHashMap<>();
        first.forEach((name, from) -> curves.put(
                name,
                new Curves(
                        part(table.numbers("x"), from, last.get(name)),
                        part(table.numbers("prior"), from, last.get(name)),
                        part(table.numbers("posterior"), from, last.get(name)))));
        return curves;
    }

    private static double[] part(double[] values, int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }
}
