package org.driftfield.cli.live;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.driftfield.InputException;
import org.driftfield.assessment.Check;
import org.driftfield.cli.live.LocalServer.Answer;
import org.driftfield.report.Content;
import org.driftfield.report.Level;
import org.driftfield.report.MethodWords;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.report.fit.FitReport;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;

/** The fits of a folder in the browser: listed, opened, side by side. Nothing in the folder is changed. */
public final class Studio implements AutoCloseable {
    private static final int DEPTH = 4;
    private static final int MOST_FITS = 1000;

    private final Path folder;
    private final LocalServer server;

    /**
     * Begins to serve.
     *
     * @param port 0 for any that is free
     */
    public Studio(Path folder, int port) {
        require(Files.isDirectory(folder), "%s is not a folder", folder);
        require(port >= 0 && port <= 65_535, "--port must be from 0 to 65535, got %d", port);
        this.folder = folder;
        this.server = new LocalServer(port, this::answer);
    }

    /** Where a browser finds it. */
    public String address() {
        return server.address();
    }

    private Answer answer(String method, String path, String query) throws IOException {
        if (!method.equals("GET")) {
            return Answer.words(405, "");
        }
        return switch (path) {
            case "" -> Answer.page(list().served());
            case "fit" -> Answer.page(report(chosen(query)));
            case "compare" ->
                Answer.page(FitReport.comparison(
                                chosen(query).stream().map(Fit::load).toList())
                        .page()
                        .html());
            default -> Answer.words(404, "");
        };
    }

    private static String report(List<Path> one) throws IOException {
        require(one.size() == 1, "expected one fit, got %d", one.size());
        Fit fit = Fit.load(one.get(0));
        return FitReport.page(
                        fit.record(),
                        fit.posterior(),
                        fit.folder(),
                        fit.folder().toString())
                .html();
    }

    /** The folders that a request names, each of which must be one of those that are listed. */
    private List<Path> chosen(String query) {
        Map<String, Path> known = fits();
        List<Path> chosen = Arrays.stream((query == null ? "" : query).split("&", -1))
                .filter(field -> field.startsWith("fit="))
                .map(field -> URLDecoder.decode(field.substring("fit=".length()), StandardCharsets.UTF_8))
                .map(name -> {
                    Path fit = known.get(name);
                    if (fit == null) {
                        throw new InputException("there is no fit '" + name + "' in " + folder);
                    }
                    return fit;
                })
                .toList();
        require(!chosen.isEmpty(), "choose at least two fits to compare");
        return chosen;
    }

    /** The fits by their names: the path from the folder on. */
    private Map<String, Path> fits() {
        Map<String, Path> found = new TreeMap<>();
        try (Stream<Path> inside = Files.walk(folder, DEPTH)) {
            inside.filter(Files::isDirectory)
                    .filter(path -> {
                        FitFolder one = new FitFolder(path);
                        return one.isFinished() || one.isUnfinished();
                    })
                    .limit(MOST_FITS)
                    .forEach(path -> found.put(
                            path.equals(folder) ? "." : folder.relativize(path).toString(), path));
        } catch (IOException | java.io.UncheckedIOException e) {
            throw FileTrouble.cannot("read", folder, new IOException(e));
        }
        return found;
    }

    private Page list() {
        PageTable table = new PageTable(
                "",
                new PageTable.Column("fit"),
                new PageTable.Column("model"),
                new PageTable.Column("method"),
                new PageTable.Column("data"),
                new PageTable.Column("draws", PageTable.Format.COUNT),
                new PageTable.Column("verdict"),
                new PageTable.Column("in words"));
        List<String> choices = new ArrayList<>();
        for (Map.Entry<String, Path> one : fits().entrySet()) {
            FitFolder fit = new FitFolder(one.getValue());
            try {
                if (fit.isFinished()) {
                    table = row(table, one.getKey(), fit.record());
                    choices.add(one.getKey());
                    continue;
                }
                table = table.row(one.getKey(), null, null, null, null, null, "not finished");
            } catch (InputException e) {
                table = table.row(one.getKey(), null, null, null, null, Level.WARNING, e.getMessage());
            }
            choices.add(null);
        }
        String title = "Fits in " + folder.toAbsolutePath().normalize();
        if (choices.isEmpty()) {
            return new Page(title, "", List.of(new Section("Fits", "There is no fit in this folder yet.")));
        }
        return new Page(
                title,
                "",
                List.of(new Section(
                        "Fits",
                        "Open one by its name, or choose several and put them side by side.",
                        new Content.Chooser(table, choices, "fit", "compare", "Compare the chosen"))));
    }

    private static PageTable row(PageTable table, String name, FitRecord record) {
        return table.row(
                name,
                record.asked().model(),
                MethodWords.name(record.asked().method()),
                record.data().file(),
                record.draws().snapshots() * record.draws().units(),
                level(record.verdict().level()),
                record.verdict().headline());
    }

    private static Level level(Check.Level level) {
        return switch (level) {
            case GOOD -> Level.OK;
            case CAUTION -> Level.CAUTION;
            case BAD -> Level.WARNING;
        };
    }

    @Override
    public void close() {
        server.close();
    }
}
