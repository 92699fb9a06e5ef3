package org.driftfield.models.network;

import static org.driftfield.InputException.require;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Encoding;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Split;
import org.driftfield.data.Table;
import org.driftfield.data.UnseenPolicy;
import org.driftfield.models.network.recipe.Task;

/**
 * A table made ready for a network: coded, and dealt out to training, validation and test.
 *
 * @param validation scored while training to keep the best cloud; without rows where there is none
 * @param test not looked at while training; without rows where there is none
 * @param dropped rows left out of all tables because a value is missing
 */
public record NetworkData(
        Task task, Encoding encoding, EncodedRows train, EncodedRows validation, EncodedRows test, int dropped) {

    /** Where the rows of validation or test come from: another table, or a fraction of the training table's. */
    public sealed interface Part {
        /** No rows. */
        Part NONE = new Fraction(0);

        /** So large a part of the rows, drawn at random; each class has its share of it. */
        static Part fraction(double of) {
            return new Fraction(of);
        }

        /** All rows of another table. */
        static Part table(Table table) {
            return new File(table);
        }

        /** A part of the rows of the training table. */
        record Fraction(double of) implements Part {}

        /** A table of its own. */
        record File(Table table) implements Part {}
    }

    /**
     * Codes a table whose every column but the target is an input.
     *
     * @param seed decides which rows go where
     */
    public static NetworkData of(
            Table table, String target, Task task, Part validation, Part test, NaPolicy missing, long seed) {
        table.column(target);
        Set<String> columns = new LinkedHashSet<>(table.names());
        int[] complete = Encoding.completeRows(table, columns, missing);
        double[] classes = task == Task.REGRESSION ? null : Encoding.classNumbers(table, target, complete);
        Split split = Split.of(complete, classes, fraction(validation), fraction(test), seed);
        int dropped = table.rows() - complete.length;
        Map<Table, int[]> others = new LinkedHashMap<>();
        others.put(table, complete);
        for (Part part : new Part[] {validation, test}) {
            if (part instanceof Part.File file) {
                columns.forEach(file.table()::column);
                int[] rows = Encoding.completeRows(file.table(), columns, missing);
                others.put(file.table(), rows);
                dropped += file.table().rows() - rows.length;
            }
        }
        Encoding encoding = Encoding.fit(target, task != Task.REGRESSION, table, split.train(), others);
        require(
                task != Task.BINARY || encoding.classes().size() == 2,
                "task binary needs a target with 2 classes, '%s' has %d in the training rows",
                target,
                encoding.classes().size());
        return new NetworkData(
                task,
                encoding,
                encoding.rows(table, split.train(), UnseenPolicy.ERROR),
                rows(encoding, validation, table, split.validation(), others),
                rows(encoding, test, table, split.test(), others),
                dropped);
    }

    /** Rows of one table dealt out beforehand, as benchmarks with fixed splits have them. */
    public static NetworkData of(Table table, String target, Task task, Split split) {
        Set<String> columns = new LinkedHashSet<>(table.names());
        int[] complete = Encoding.completeRows(table, columns, NaPolicy.ERROR);
        Encoding encoding =
                Encoding.fit(target, task != Task.REGRESSION, table, split.train(), Map.of(table, complete));
        return new NetworkData(
                task,
                encoding,
                encoding.rows(table, split.train(), UnseenPolicy.ERROR),
                encoding.rows(table, split.validation(), UnseenPolicy.ERROR),
                encoding.rows(table, split.test(), UnseenPolicy.ERROR),
                0);
    }

    private static double fraction(Part part) {
        return part instanceof Part.Fraction fraction ? fraction.of() : 0;
    }

    private static EncodedRows rows(Encoding encoding, Part part, Table table, int[] dealt, Map<Table, int[]> others) {
        return part instanceof Part.File file
                ? encoding.rows(file.table(), others.get(file.table()), UnseenPolicy.ERROR)
                : encoding.rows(table, dealt, UnseenPolicy.ERROR);
    }
}
