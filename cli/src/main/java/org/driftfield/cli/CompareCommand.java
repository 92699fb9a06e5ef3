package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.driftfield.cli.fit.JsonResult;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.report.SideBySide;
import org.driftfield.report.fit.FitReport;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FileTrouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield compare}. */
@Command(
        name = "compare",
        description =
                "Put the marginals of two or more fits side by side, or the scores of networks, on the terminal and as a"
                        + " page.",
        footer = {
            "",
            "Example:",
            "  driftfield fit glm --data examples/wages.csv --method pmfvb \\",
            "      --formula 'log(wage) ~ experience * C(region) + education' --out fit-pmfvb/",
            "  driftfield compare fit-wages/ fit-pmfvb/ --out comparison.html"
        })
final class CompareCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "The fit folders; the first is compared with.")
    private List<Path> folders;

    @Option(names = "--out", paramLabel = "FILE", description = "The page with the plots (default: comparison.html).")
    private Path out = Path.of("comparison.html");

    @Option(names = "--json", description = "Print one JSON object in place of the table.")
    private boolean json;

    CompareCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        require(folders.size() >= 2, "compare needs at least 2 fit folders, got %d", folders.size());
        require(folders.stream().distinct().count() == folders.size(), "compare: the same folder is given twice");
        List<Fit> fits = folders.stream().map(Fit::load).toList();
        OutputFile.requireFree("--out", out, List.of(), fits);
        require(
                !Files.exists(out) || out.toString().endsWith(".html"),
                "--out %s exists and is no page; give a file that ends in .html",
                out);
        SideBySide comparison = FitReport.comparison(fits);
        BayesFactors factors = new BayesFactors(fits);
        try {
            factors.on(comparison.page()).write(out);
        } catch (IOException e) {
            throw FileTrouble.cannot("write", out, e);
        }
        if (json) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("fits", folders.stream().map(Path::toString).toList());
            result.putAll(comparison.json());
            result.putAll(factors.json());
            result.put("page", out.toString());
            terminal.out().println(JsonResult.write(result));
        } else {
            SideBySide.legend(fits).forEach(terminal.out()::println);
            terminal.out().println();
            terminal.out().println(TextTable.of(terminal, comparison.table()));
            comparison.remarks().forEach(terminal.out()::println);
            factors.lines().forEach(terminal.out()::println);
            terminal.out().println("\n" + comparison.shown() + ": " + out);
        }
        return 0;
    }
}
