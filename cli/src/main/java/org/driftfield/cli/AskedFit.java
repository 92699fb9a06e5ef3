package org.driftfield.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.driftfield.InputException;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.cli.fit.FitRun;
import org.driftfield.cli.fit.ModelCommand;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.data.CsvOptions;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A fit as it is asked for on the command line, in a program that has the rows and wants the answer itself. */
public final class AskedFit {
    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    private final ModelCommand command;

    private AskedFit(ModelCommand command) {
        this.command = command;
    }

    /**
     * What is asked.
     *
     * @param kind of model: the word after {@code driftfield fit}
     * @param data what the data are called
     * @param arguments the options of the command but {@code --data} and {@code --out}
     */
    public static AskedFit of(String kind, String data, List<String> arguments) {
        ModelCommand command = ModelKinds.of(kind).command().apply(new Terminal(NOWHERE, NOWHERE, false, false));
        List<String> all = new ArrayList<>(arguments);
        all.add("--data");
        all.add(data);
        return inWords(() -> {
            new CommandLine(command).parseArgs(all.toArray(String[]::new));
            return new AskedFit(command);
        });
    }

    /** What the command line would say of options, as it is said of anything else. */
    private static <T> T inWords(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (ParameterException e) {
            throw new InputException(e.getMessage(), e);
        }
    }

    /** What was asked for a fit that was made. */
    static AskedFit again(FitRecord record) {
        ModelCommand command = ModelKinds.of(record).command().apply(new Terminal(NOWHERE, NOWHERE, false, false));
        new CommandLine(command).parseArgs(record.asked().arguments().toArray(String[]::new));
        return new AskedFit(command);
    }

    /** Which columns are wanted, and how. */
    public CsvOptions csv() {
        return command.csv();
    }

    /** Reads the rows and sets up the model. */
    public FitRun on(DataSource source) {
        return inWords(() -> command.prepared(source));
    }

    /** Fits and writes the folder of the fit, which must not hold one. */
    public void write(DataSource source, Path folder) {
        FitFolder into = new FitFolder(folder);
        into.requireFree(false);
        inWords(() -> {
            command.write(source, into);
            return into;
        });
    }
}
