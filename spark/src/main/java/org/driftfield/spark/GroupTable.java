package org.driftfield.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.driftfield.cli.fit.GroupFolder;
import org.driftfield.spark.rows.Columns;
import org.driftfield.store.folder.Csv;

/** The table of the fits of groups as a file. */
record GroupTable(int fitted, Map<String, String> refused, String file) {
    private static final int MOST_NAMED = 5;

    /** A job of its own for each of many small parts would take longer than the parts. */
    private static final int PARTS_AT_ONCE = 64;

    /**
     * Writes the table beside and then into its place; its last column is the reason.
     *
     * @param name what the folder is called
     */
    static GroupTable write(Dataset<Row> table, List<String> by, Path folder, String name) {
        Path file = folder.resolve(GroupFolder.TABLE);
        TreeSet<String> groups = new TreeSet<>();
        TreeMap<String, String> refused = new TreeMap<>();
        try {
            Files.createDirectories(folder);
            Path beside = folder.resolve(GroupFolder.PART);
            try (Writer out = Files.newBufferedWriter(beside)) {
                out.write(line(Arrays.asList(table.columns())));
                JavaRDD<Row> all = table.toJavaRDD();
                int parts = all.getNumPartitions();
                for (int from = 0; from < parts; from += PARTS_AT_ONCE) {
                    int[] some = IntStream.range(from, Math.min(parts, from + PARTS_AT_ONCE))
                            .toArray();
                    for (List<Row> part : all.collectPartitions(some)) {
                        for (Row row : part) {
                            List<String> fields = fields(row);
                            String group = fields.subList(0, by.size()).stream()
                                    .map(field -> field == null ? "" : field)
                                    .collect(Collectors.joining(", "));
                            groups.add(group);
                            if (!row.isNullAt(row.length() - 1)) {
                                refused.put(group, fields.get(row.length() - 1));
                            }
                            out.write(line(fields));
                        }
                    }
                }
            }
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new GroupTable(groups.size() - refused.size(), refused, name + "/" + GroupFolder.TABLE);
    }

    private static List<String> fields(Row row) {
        List<String> fields = new ArrayList<>();
        for (int j = 0; j < row.length(); j++) {
            fields.add(Columns.field(row, j));
        }
        return fields;
    }

    /** A line of the file; where there is no value nothing stands. */
    static String line(List<String> fields) {
        return fields.stream()
                .map(field -> field == null ? "" : Csv.spelt(field))
                .collect(Collectors.joining(",", "", "\n"));
    }

    /** What came of it, in words. */
    String said() {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "Fitted %d groups, refused %d: %s", fitted, refused.size(), file));
        refused.entrySet().stream()
                .limit(MOST_NAMED)
                .forEach(entry ->
                        text.append("\n  ").append(entry.getKey()).append(": ").append(entry.getValue()));
        if (refused.size() > MOST_NAMED) {
            text.append("\n  … and ").append(refused.size() - MOST_NAMED).append(" more in its column 'reason'");
        }
        return text.toString();
    }
}
