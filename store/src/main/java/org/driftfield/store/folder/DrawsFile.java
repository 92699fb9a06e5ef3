package org.driftfield.store.folder;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            for (String name : header(posterior.names())) {
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

    /** The names of the columns of a file with these elements. */
    public static List<String> header(List<String> elements) {
        List<String> header = new ArrayList<>(List.of(free("snapshot", elements), free("unit", elements)));
        header.addAll(elements);
        return header;
    }

    /** The name, or a longer one if a parameter has it. */
    private static String free(String name, List<String> taken) {
        String free = name;
        while (taken.contains(free)) {
            free += "_";
        }
        return free;
    }

    /** Hears of each draw. */
    @FunctionalInterface
    public interface Listener {
        /** Draw i, all its elements; the array is used again for the next. */
        void draw(int i, double[] values) throws IOException;
    }

    /** All draws of a file, one after the other in memory. */
    public static double[] read(Path file, FitRecord.Layout layout) {
        int d = layout.elementNames().size();
        double[] draws = new double[layout.snapshots() * layout.units() * d];
        forEach(file, layout, (i, values) -> System.arraycopy(values, 0, draws, i * d, d));
        return draws;
    }

    /** Reads the draws of a file one by one, in memory for one. */
    public static void forEach(Path file, FitRecord.Layout layout, Listener listener) {
        List<String> names = layout.elementNames();
        int d = names.size();
        int size = layout.snapshots() * layout.units();
        double[] fields = new double[d + 2];
        double[] values = new double[d];
        try (NumberRows rows = NumberRows.open(file)) {
            require(
                    rows.header().size() == d + 2
                            && rows.header().subList(2, d + 2).equals(names),
                    "%s does not belong to its fit.json: the parameters differ",
                    file);
            int i = 0;
            for (; rows.next(fields); i++) {
                require(i < size, "%s: expected %d draws, got more", file, size);
                System.arraycopy(fields, 2, values, 0, d);
                listener.draw(i, values);
            }
            require(i == size, "%s: expected %d draws, got %d", file, size, i);
        } catch (IOException e) {
            throw FileTrouble.cannot("read", file, e);
        }
    }
}
