package org.driftfield.store.folder;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.posterior.Posterior;

/** The draws of a fit as CSV: one row a draw, its snapshot and unit (particle or chain) before the parameters. */
public final class DrawsFile {
    public static final String PLAIN = "draws.csv";
    public static final String ZIPPED = "draws.csv.gz";

    /** About how many characters a number takes, and from how many on the file is compressed. */
    private static final int CHARACTERS = 19;

    private static final long LARGE = 20_000_000;

    private DrawsFile() {}

    public static String nameFor(Posterior posterior) {
        return (long) CHARACTERS * posterior.size() * posterior.names().size() > LARGE ? ZIPPED : PLAIN;
    }

    public static void write(Path file, Posterior posterior) throws IOException {
        try (Csv csv = Csv.create(file)) {
            csv.text(free("snapshot", posterior.names())).text(free("unit", posterior.names()));
            for (String name : posterior.names()) {
                csv.text(name);
            }
            csv.end();
            double[] row = new double[posterior.names().size()];
            for (int i = 0; i < posterior.size(); i++) {
                posterior.draw(i, row);
                csv.number(i / posterior.units() + 1).number(i % posterior.units() + 1);
                for (double value : row) {
                    csv.number(value);
                }
                csv.end();
            }
        }
    }

    /** The name, or a longer one if a parameter has it. */
    private static String free(String name, List<String> taken) {
        String free = name;
        while (taken.contains(free)) {
            free += "_";
        }
        return free;
    }

    public static double[] read(Path file, FitRecord.Layout layout) {
        Table table = Table.read(file, CsvOptions.defaults().withSeparator(','));
        List<String> names = layout.toVariables().stream()
                .flatMap(variable -> variable.elementNames().stream())
                .toList();
        int d = names.size();
        int size = layout.snapshots() * layout.units();
        require(
                table.names().size() == d + 2 && table.names().subList(2, d + 2).equals(names),
                "%s does not belong to its fit.json: the parameters differ",
                file);
        require(table.rows() == size, "%s: expected %d draws, got %d", file, size, table.rows());
        double[] draws = new double[size * d];
        for (int j = 0; j < d; j++) {
            double[] column = table.numbers(names.get(j));
            for (int i = 0; i < size; i++) {
                draws[i * d + j] = column[i];
            }
        }
        return draws;
    }
}
