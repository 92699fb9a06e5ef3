package org.driftfield.cli;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.reproduce.Effort;
import org.driftfield.reproduce.Reproduce;
import org.driftfield.store.folder.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield reproduce}. */
@Command(
        name = "reproduce",
        description = {
            "Repeat an experiment of the paper of Tran, Tseng and Kohn, as a page with the paper's figures beside ours.",
            "Interrupted, it goes on where it stopped when the same command is given again."
        },
        sortOptions = false,
        footer = {
            "",
            "The experiments:",
            "  logistic     lower bound and marginal posteriors of a logistic regression",
            "  volatility   marginal posteriors of a stochastic volatility model",
            "  simulation   networks on simulated data: table of predictive scores",
            "  hilda        networks on the HILDA survey, which you must have: --data",
            "  census       networks on the census (adult) data: --data",
            "",
            "Examples:",
            "  driftfield reproduce logistic --out results/",
            "  driftfield reproduce volatility --quick --out results/"
        })
final class ReproduceCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "EXPERIMENT", description = "logistic, volatility, simulation, hilda or census.")
    private String experiment;

    @Option(
            names = "--replicates",
            paramLabel = "N",
            description =
                    "How often, each time with its own data or split (default: 10; 1 for logistic and volatility).")
    private Integer replicates;

    @Option(names = "--quick", description = "A rough version in a few minutes: fewer data, particles and iterations.")
    private boolean quick;

    @Option(names = "--tiny", hidden = true, description = "Smaller still, for tests: the numbers mean nothing.")
    private boolean tiny;

    @Option(
            names = "--methods",
            paramLabel = "A,B",
            split = ",",
            description = "Only these of the experiment's methods (default: all).")
    private List<String> methods = List.of();

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = {
                "The data of hilda: train.csv, validation.csv and test.csv, the last column the target.",
                "The data of census: adult.data and adult.test as downloaded, or adult_train.csv[.gz] and"
                        + " adult_test.csv[.gz]."
            })
    private Path data;

    @Option(names = "--seed", paramLabel = "N", description = "Fixes every random number (default: 1).")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads share the work (default: all processors); never changes an answer.")
    private int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());

    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "S",
            description = "How often the run under way is saved (default: 30).")
    private double checkpointSeconds = 30;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Results go to a folder in it named after the experiment (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--quiet", description = "No progress and no table.")
    private boolean quiet;

    @Option(names = "--json", description = "Print one JSON object in place of the table.")
    private boolean json;

    ReproduceCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        require(!quick || !tiny, "--quick and --tiny exclude each other");
        Reproduce.Told told = Reproduce.run(
                new Reproduce.Asked(
                        experiment,
                        replicates == null ? OptionalInt.empty() : OptionalInt.of(replicates),
                        tiny ? Effort.TINY : quick ? Effort.QUICK : Effort.FULL,
                        methods,
                        data,
                        seed,
                        threads,
                        checkpointSeconds,
                        out),
                new Reproduce.Screen(terminal.err(), terminal.live(), quiet));
        if (json) {
            terminal.out().println(Json.MAPPER.writeValueAsString(told.json()));
        } else if (!quiet) {
            terminal.out().print(text(told));
        }
        return 0;
    }

    private String text(Reproduce.Told told) {
        StringBuilder text = new StringBuilder();
        text.append(terminal.bold(told.heading()))
                .append("\n\n")
                .append(TextTable.of(
                        terminal,
                        told.rows().stream()
                                .map(row -> row.toArray(String[]::new))
                                .toList()))
                .append('\n');
        told.notes().forEach(note -> text.append(note).append('\n'));
        return text.append("\nThe page: ").append(told.page()).append('\n').toString();
    }
}
