package org.driftfield.cli.volatility;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.OutputOptions;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.data.Table;
import org.driftfield.posterior.Summary;
import org.driftfield.report.fit.FitReport;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Csv;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.volatility.VolatilityFile;

/** Several series of one file: a fit of each in a folder of its own, a table of all, and a page. */
final class SvParts {
    /** Options that say which series, or where to write: each part has its own. */
    static final Set<String> NOT_HANDED_ON = Set.of("--columns", "--series", "--out", "--debug");

    private static final String TABLE = "series.csv";
    private static final String PAGE = "comparison.html";

    private final Terminal terminal;
    private final OutputOptions output;

    /**
     * One series.
     *
     * @param name by which it goes
     * @param words the options that pick it
     */
    record Part(String name, List<String> words) {
        /** A name that any file system takes. */
        String folder() {
            String plain = name.replaceAll("[^\\p{L}\\p{N}._-]", "_");
            return plain.isEmpty() || plain.startsWith(".") ? "_" + plain : plain;
        }
    }

    /** Makes the command for one series. */
    interface Maker {
        SvCommand make(Part part, Path folder, Terminal terminal);
    }

    SvParts(Terminal terminal, OutputOptions output) {
        this.terminal = terminal;
        this.output = output;
    }

    /** The series that were asked for; empty for a single one. */
    static List<Part> of(SvSettings settings, DataOptions data) {
        SvSeries series = settings.series();
        boolean several = series != null && series.value() == null;
        List<Part> parts = new ArrayList<>();
        if (!settings.columns().isEmpty()) {
            require(
                    !several,
                    "--columns and --series cannot both name several series; say --series %s=VALUE",
                    several ? series.column() : "");
            List<String> picked =
                    series == null ? List.of() : List.of("--series", series.column() + "=" + series.value());
            for (String column : settings.columns()) {
                List<String> words = new ArrayList<>(List.of("--column", column));
                words.addAll(picked);
                parts.add(new Part(column, words));
            }
        } else if (several) {
            Set<String> names = Set.of(series.column());
            Table table = Table.read(data.file(), data.csv().withColumns(names).withText(names));
            for (String name : SvRows.names(table, series.column())) {
                parts.add(new Part(name, List.of("--series", series.column() + "=" + name)));
            }
        }
        return parts;
    }

    /** Fits them all, and shows them side by side. */
    int fit(List<Part> parts, Maker maker) {
        Path out = output.folder();
        requireDistinct(parts);
        require(
                !new FitFolder(out).isFinished() && !new FitFolder(out).isUnfinished(),
                "%s holds a fit of a single series; give another folder with --out for the fits of several",
                out);
        Terminal silent = new Terminal(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                terminal.err(),
                false,
                terminal.live());
        List<Fit> fits = new ArrayList<>();
        for (int k = 0; k < parts.size(); k++) {
            Part part = parts.get(k);
            FitFolder folder = new FitFolder(out.resolve(part.folder()));
            if (!output.quiet) {
                terminal.err().println("series " + (k + 1) + " of " + parts.size() + ": " + part.name());
            }
            SvCommand command = maker.make(part, folder.path(), output.json ? terminal : silent);
            command.make(folder);
            fits.add(Fit.load(folder.path()));
        }
        write(parts, fits);
        return 0;
    }

    private static void requireDistinct(List<Part> parts) {
        Set<String> folders = parts.stream().map(Part::folder).collect(Collectors.toSet());
        require(
                folders.size() == parts.size(),
                "the names of the series must differ in letters and digits, got %s",
                parts.stream().map(Part::name).toList());
    }

    private void write(List<Part> parts, List<Fit> fits) {
        Path out = output.folder();
        try {
            Path beside = out.resolve(TABLE + ".part");
            try (Csv csv = Csv.create(beside)) {
                for (String head : List.of("series", "folder", "parameter", "mean", "sd", "q05", "q50", "q95")) {
                    csv.text(head);
                }
                csv.end();
                for (int k = 0; k < fits.size(); k++) {
                    for (Summary.Row row : fits.get(k).posterior().summary().rows()) {
                        csv.text(parts.get(k).name())
                                .text(parts.get(k).folder())
                                .text(row.parameter())
                                .number(row.mean())
                                .number(row.sd())
                                .number(row.q05())
                                .number(row.q50())
                                .number(row.q95())
                                .end();
                    }
                }
            }
            Files.move(beside, out.resolve(TABLE), StandardCopyOption.REPLACE_EXISTING);
            if (fits.size() > 1 && !output.noReport) {
                FitReport.comparison(fits).page().write(out.resolve(PAGE));
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("write to", out, e);
        }
        if (!output.quiet && !output.json) {
            terminal.out().println(TextTable.of(terminal, table(parts, fits)));
            for (int k = 0; k < fits.size(); k++) {
                terminal.out()
                        .println(parts.get(k).name() + ": "
                                + fits.get(k).verdict().headline());
            }
            terminal.out()
                    .println("\nWritten to " + out + ": a folder for each series, " + TABLE
                            + (fits.size() > 1 && !output.noReport ? " and " + PAGE : ""));
        }
    }

    private static List<String[]> table(List<Part> parts, List<Fit> fits) {
        List<String> shared = new ArrayList<>(fits.get(0).posterior().names());
        shared.remove("exp_half_mu");
        List<String> head = new ArrayList<>(List.of("series", "returns"));
        shared.forEach(name -> head.add(name + " (sd)"));
        head.add("last volatility (90 %)");
        List<String[]> rows = new ArrayList<>(List.<String[]>of(head.toArray(String[]::new)));
        for (int k = 0; k < fits.size(); k++) {
            Fit fit = fits.get(k);
            List<String> row = new ArrayList<>(List.of(
                    parts.get(k).name(), String.valueOf(fit.record().data().used())));
            for (String name : shared) {
                Summary.Row own = fit.posterior().summary().row(name);
                row.add(Summary.number(own.mean(), own.sd()) + " (" + Summary.number(own.sd(), own.sd()) + ")");
            }
            VolatilityFile file = VolatilityFile.read(fit.folder().resolve(VolatilityFile.NAME));
            int last = file.path().size() - 1;
            double width = file.path().q95()[last] - file.path().q05()[last];
            row.add(Summary.number(file.path().mean()[last], width) + " ("
                    + Summary.number(file.path().q05()[last], width) + " to "
                    + Summary.number(file.path().q95()[last], width) + ")");
            rows.add(row.toArray(String[]::new));
        }
        return rows;
    }
}
