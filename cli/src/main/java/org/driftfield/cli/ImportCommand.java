package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.driftfield.assessment.Assessment;
import org.driftfield.cli.fit.SummaryText;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.report.fit.FitReport;
import org.driftfield.store.export.ImportedDetails;
import org.driftfield.store.export.StanChains;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.FitResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield import}. */
@Command(
        name = "import",
        description = "Make a fit of what CmdStan has written, to judge it and compare it here.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  driftfield export fit-wages/ --format stan-csv --out chains/",
            "  driftfield import chains/chain_1.csv --out fit-stan/"
        })
final class ImportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The CSV files of the chains of one run.")
    private List<Path> files;

    @Option(names = "--out", paramLabel = "FOLDER", description = "The fit folder (default: fit).")
    private Path out = Path.of("fit");

    @Option(names = "--overwrite", description = "Replace the fit that the folder holds.")
    private boolean overwrite;

    @Option(names = "--no-report", description = "Do not write report.html.")
    private boolean noReport;

    @Option(names = "--quiet", description = "No summary.")
    private boolean quiet;

    ImportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        long from = System.nanoTime();
        files.forEach(file -> require(Files.isRegularFile(file), "%s: no such file", file));
        FitFolder folder = new FitFolder(out);
        folder.requireFree(overwrite);
        StanChains chains = StanChains.read(files);
        Posterior posterior = chains.posterior(Provenance.here(Method.NUTS, "made by CmdStan", chains.seed(), 0));
        List<String> names = files.stream().map(Path::toString).toList();
        FitRecord begun = FitRecord.begun(
                new FitRecord.Asked(FitRecord.Asked.IMPORTED, names, Method.NUTS.word(), chains.seed(), !noReport),
                new FitRecord.DataUsed(
                        names.get(0), DataFile.sha256(files.get(0)), posterior.size(), posterior.size(), Map.of()),
                Map.of(),
                List.of(),
                List.of());
        FitResult result = new FitResult(
                posterior, Assessment.of(posterior), new ImportedDetails(chains.model(), names), Map.of());
        FitRecord record = result.record(begun);
        folder.begin(begun);
        folder.finish(
                record,
                result,
                (staged, page) -> FitReport.page(record, posterior, staged, out.toString())
                        .write(page));
        if (!quiet) {
            terminal.out()
                    .print(new SummaryText(terminal, record, posterior, FitReport.presentation(record, out))
                            .text(folder, (System.nanoTime() - from) / 1e9));
        }
        return 0;
    }
}
