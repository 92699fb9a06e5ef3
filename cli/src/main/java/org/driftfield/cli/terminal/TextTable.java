package org.driftfield.cli.terminal;

import java.util.List;

/** Columns of words on a terminal: the first to the left, numbers to the right, each as wide as it must be. */
public final class TextTable {
    private TextTable() {}

    /** The table; its first row is the heading. */
    public static String of(Terminal terminal, List<String[]> rows) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int j = 0; j < widths.length; j++) {
                widths[j] = Math.max(widths[j], length(row[j]));
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < widths.length; j++) {
                String cell = rows.get(i)[j];
                String space = " ".repeat(widths[j] - length(cell));
                line.append(j == 0 ? cell + space : "  " + space + cell);
            }
            text.append(i == 0 ? terminal.bold(line.toString()) : line.toString())
                    .append('\n');
        }
        return text.toString();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
