package org.driftfield.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.store.Fit;

/** Several fits of one kind of model beside each other. */
public interface SideBySide {
    /** The fits by letters, which fit over a column. */
    static String letter(int fit) {
        return fit < 26 ? String.valueOf((char) ('A' + fit)) : "fit " + (fit + 1);
    }

    /** A line for each fit that says which letter it has. */
    static List<String> legend(List<Fit> fits) {
        List<String> lines = new ArrayList<>();
        for (int f = 0; f < fits.size(); f++) {
            Fit fit = fits.get(f);
            lines.add(letter(f) + "  " + fit.folder() + ": " + MethodWords.sized(fit.record(), fit.posterior()));
            lines.add("   " + fit.verdict().headline());
        }
        return lines;
    }

    /** Which fits are compared, and how far each can be trusted. */
    static Section verdicts(List<Fit> fits) {
        PageTable table = new PageTable(
                "",
                new PageTable.Column("fit"),
                new PageTable.Column("folder"),
                new PageTable.Column("method"),
                new PageTable.Column("verdict"));
        for (int f = 0; f < fits.size(); f++) {
            Fit fit = fits.get(f);
            table = table.row(
                    letter(f),
                    fit.folder().toString(),
                    MethodWords.sized(fit.record(), fit.posterior()),
                    fit.verdict().headline());
        }
        return new Section("The fits", "How far each can be trusted by itself.", table);
    }

    /** The table for a terminal; its first row is the heading. */
    List<String[]> table();

    /** What is to be said under the table, a line each. */
    List<String> remarks();

    /** For {@code --json}, by names. */
    Map<String, Object> json();

    Page page();

    /** What the page shows, in a few words. */
    String shown();
}
