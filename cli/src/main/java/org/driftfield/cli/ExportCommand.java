package org.driftfield.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.driftfield.InputException;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.store.Fit;
import org.driftfield.store.export.ExportFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield export}. */
@Command(
        name = "export",
        description = "Write the draws of a fit for other programs.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  driftfield export fit-wages/ --format arviz --out wages.zarr",
            "  python3 -c 'import arviz; print(arviz.summary(arviz.from_zarr(\"wages.zarr\")))'"
        })
final class ExportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FOLDER", description = "The fit folder.")
    private Path folder;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description =
                    "arviz (default): a Zarr folder for ArviZ and xarray; stan-csv: files as CmdStan writes them, one a"
                            + " chain; csv or parquet: one file, a row a draw.")
    private String format = ExportFormat.ARVIZ.word();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder to write (default: the fit's name and the format).")
    private Path out;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "Where the data of the fit are now (default: where they were); arviz has what was observed too.")
    private Path data;

    @Option(names = "--quiet", description = "Say nothing.")
    private boolean quiet;

    ExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ExportFormat chosen = Arrays.stream(ExportFormat.values())
                .filter(one -> one.word().equals(format))
                .findFirst()
                .orElseThrow(() -> new InputException("--format must be one of "
                        + Arrays.stream(ExportFormat.values())
                                .map(ExportFormat::word)
                                .collect(Collectors.joining(", "))
                        + ", got '" + format + "'"));
        Fit fit = Fit.load(folder);
        Path to = out == null ? Path.of(folder.toAbsolutePath().normalize().getFileName() + "-" + chosen.word()) : out;
        List<String> remarks = chosen.write(fit, Optional.ofNullable(data), to);
        if (!quiet) {
            remarks.forEach(terminal.out()::println);
            terminal.out().println("Wrote " + chosen.about() + ": " + to);
        }
        return 0;
    }
}
