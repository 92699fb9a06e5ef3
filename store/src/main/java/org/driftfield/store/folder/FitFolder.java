package org.driftfield.store.folder;

import static org.driftfield.InputException.require;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.driftfield.InputException;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.engine.Workers;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.Posterior;

/**
 * The folder of a fit. While a fit runs, all of it is in {@code checkpoint/}: what was asked in {@code running.json}, the
 * saved run in {@code run.bin}, and finally the finished files in {@code staged/}. Only when these are complete do they
 * replace what the folder held, {@code fit.json} last: a folder with a {@code fit.json} is whole, whatever happened.
 */
public final class FitFolder {
    private static final String FIT = "fit.json";
    private static final String SUMMARY = "summary.csv";
    private static final String TRACE = "trace.csv";
    public static final String REPORT = "report.html";

    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z][a-z-]*(\\.[a-z]+)+");

    private final Path folder;
    private final String name;
    private final Path checkpoint;

    public FitFolder(Path folder) {
        this(folder, folder.toString());
    }

    /** @param name what it is called where people see it: it may be a copy of one that is elsewhere */
    public FitFolder(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        this.checkpoint = folder.resolve("checkpoint");
    }

    /** Makes ready what writes folders, on a thread of its own: a tenth of a second, the first time in a program. */
    public static void warmUp() {
        Thread thread = new Thread(() -> Json.MAPPER.writerFor(FitRecord.class), "driftfield-files");
        thread.setDaemon(true);
        thread.start();
    }

    public Path path() {
        return folder;
    }

    /** What it is called where people see it. */
    public String name() {
        return name;
    }

    /** What a file of it is called where people see it. */
    public String inside(String file) {
        return name.equals(folder.toString()) ? folder.resolve(file).toString() : name + "/" + file;
    }

    /** The file to which the driver saves the run. */
    public Path run() {
        return checkpoint.resolve("run.bin");
    }

    private Path running() {
        return checkpoint.resolve("running.json");
    }

    private Path staged() {
        return checkpoint.resolve("staged");
    }

    public Path report() {
        return folder.resolve(REPORT);
    }

    public boolean isFinished() {
        return Files.exists(folder.resolve(FIT));
    }

    public boolean isUnfinished() {
        return Files.exists(running());
    }

    /** Refuses a folder that holds something which a new fit would replace. */
    public void requireFree(boolean overwrite) {
        require(!Files.exists(folder) || Files.isDirectory(folder), "%s is not a folder", folder);
        if (isFinished() || isUnfinished()) {
            require(
                    overwrite,
                    "%s holds %s; give another folder with --out, or --overwrite to replace it",
                    name,
                    isFinished() ? "a fit already" : "an unfinished fit ('driftfield resume' goes on with it)");
            return;
        }
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
                for (Path other : inside) {
                    throw new InputException(name + " is not empty and is not a fit: it holds " + other.getFileName()
                            + "; give another folder with --out");
                }
            } catch (IOException e) {
                throw FileTrouble.cannot("read", folder, e);
            }
        }
    }

    /** Notes what was asked before the work starts, so that it can be resumed, and forgets an earlier run. */
    public void begin(FitRecord record) {
        boolean fresh = !Files.exists(checkpoint);
        Path beside = checkpoint.resolve("running.json.part");
        try {
            try {
                Files.createDirectories(checkpoint);
                Files.deleteIfExists(run());
                Json.MAPPER.writeValue(beside.toFile(), record);
                Files.move(beside, running(), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                Files.deleteIfExists(beside);
                if (fresh) {
                    Files.deleteIfExists(checkpoint);
                }
                throw e;
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("write to", folder, e);
        }
    }

    /** Takes back the beginning of a fit that was refused before any of its work was done. */
    public void takeBack() {
        try {
            Files.deleteIfExists(running());
            if (deleteIfEmpty(checkpoint)) {
                deleteIfEmpty(folder);
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("write to", folder, e);
        }
    }

    /** What was asked of the fit that is not finished yet. */
    public FitRecord unfinished() {
        return read(running(), false);
    }

    /** What {@code fit.json} says. */
    public FitRecord record() {
        require(Files.isDirectory(folder), "%s is not a folder", folder);
        require(
                isFinished(),
                isUnfinished()
                        ? "the fit in %s is not finished; 'driftfield resume' goes on with it"
                        : "%s is not a fit: it has no fit.json",
                folder);
        return read(folder.resolve(FIT), true);
    }

    private static FitRecord read(Path file, boolean finished) {
        try {
            Map<String, Object> raw = Json.MAPPER.readValue(file.toFile(), new TypeReference<>() {});
            InputException.require(raw != null, "%s is damaged: it is not the JSON of a fit", file);
            EarlierFormat.renew(raw);
            require(
                    Integer.valueOf(FitRecord.FORMAT).equals(raw.get("format")),
                    "%s: expected a fit of format %d or %d, got %s; it was written by another version",
                    file,
                    EarlierFormat.FORMAT,
                    FitRecord.FORMAT,
                    raw.get("format"));
            return checked(file, Json.MAPPER.convertValue(raw, FitRecord.class), finished);
        } catch (IOException | IllegalArgumentException e) {
            if (e instanceof InputException input) {
                throw input;
            }
            throw new InputException(file + " is damaged: it is not the JSON of a fit", e);
        }
    }

    private static FitRecord checked(Path file, FitRecord record, boolean finished) {
        Whole.require(file, record);
        for (String name : record.files()) {
            require(PLAIN_NAME.matcher(name).matches(), "%s is damaged: '%s' is no file of a fit", file, name);
        }
        if (finished) {
            require(
                    record.outcome() != null
                            && record.draws() != null
                            && record.verdict() != null
                            && record.details() != null
                            && record.provenance() != null,
                    "%s is damaged: it lacks what a finished fit has",
                    file);
            record.draws().require(file);
            require(record.outcome().iterations() >= 0, "%s is damaged: the iterations are negative", file);
        }
        return record;
    }

    /** The draws and the trace as they were saved. */
    public Posterior posterior(FitRecord record) {
        FitRecord.Layout layout = record.draws();
        double[] draws = DrawsFile.read(folder.resolve(layout.file()), layout);
        Run run = new Run(
                record.outcome().iterations() == 0
                        ? Trace.of(List.of(Trace.ITERATION), new double[0])
                        : TraceFile.read(folder.resolve(TRACE)),
                draws,
                layout.snapshots(),
                layout.units(),
                record.outcome().iterations(),
                record.outcome().settled(),
                record.outcome().reason(),
                record.outcome().seconds());
        Posterior posterior =
                Posterior.ofVariables(layout.toVariables(), layout.kind(), run, record.warnings(), record.provenance());
        return statistics(record).map(posterior::withStatistics).orElse(posterior);
    }

    /** What is known of each draw beside its values, where the fit has kept it. */
    public Optional<DrawStatistics> statistics(FitRecord record) {
        return record.files().contains(StatisticsFile.NAME)
                ? Optional.of(StatisticsFile.read(
                        folder.resolve(StatisticsFile.NAME),
                        record.draws().snapshots() * record.draws().units()))
                : Optional.empty();
    }

    /** Writes the report of a fit. */
    @FunctionalInterface
    public interface PageWriter {
        /** Writes the page of a fit whose other files are in {@code files} at the moment. */
        void write(Path files, Path page) throws IOException;
    }

    /** Writes everything beside and then moves it into place. */
    public void finish(FitRecord record, FitResult result, PageWriter page) {
        try {
            try {
                delete(staged());
                replace(stage(record, result, page));
            } finally {
                delete(staged());
            }
            deleteIfEmpty(checkpoint);
        } catch (IOException e) {
            throw FileTrouble.cannot("write the fit to", folder, e);
        }
    }

    /** Writes the files of a finished fit beside the folder's own and returns their names. */
    private List<String> stage(FitRecord record, FitResult result, PageWriter page) throws IOException {
        Path at = Files.createDirectories(staged());
        List<String> files = new ArrayList<>(List.of(record.draws().file()));
        // The draws take as long to write as all the rest.
        try (Workers workers = new Workers(Math.min(2, Runtime.getRuntime().availableProcessors()))) {
            workers.all(
                    () -> unchecked(
                            () -> DrawsFile.write(at.resolve(record.draws().file()), result.posterior())),
                    () -> unchecked(() -> stageOthers(at, record, result, page, files)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return files;
    }

    private static void stageOthers(Path at, FitRecord record, FitResult result, PageWriter page, List<String> files)
            throws IOException {
        SummaryFile.write(at.resolve(SUMMARY), result.posterior().summary());
        files.add(SUMMARY);
        TraceFile.write(at.resolve(TRACE), result.posterior().trace());
        files.add(TRACE);
        for (Map.Entry<String, FitResult.FileWriter> file : result.allFiles().entrySet()) {
            file.getValue().write(at.resolve(file.getKey()));
            files.add(file.getKey());
        }
        if (record.asked().report()) {
            page.write(at, at.resolve(REPORT));
            files.add(REPORT);
        }
        Json.MAPPER.writeValue(at.resolve(FIT).toFile(), record);
    }

    /** Something that writes. */
    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private static void unchecked(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void replace(List<String> files) throws IOException {
        List<String> olds = new ArrayList<>(List.of(DrawsFile.PLAIN, DrawsFile.ZIPPED, REPORT));
        olds.addAll(filesOfOldFit());
        Files.deleteIfExists(folder.resolve(FIT));
        for (String old : olds) {
            Files.deleteIfExists(folder.resolve(old));
        }
        for (String file : files) {
            Files.move(staged().resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(staged().resolve(FIT), folder.resolve(FIT));
        Files.delete(running());
        // The run of a network is twice as large as the fit itself.
        Files.deleteIfExists(run());
    }

    /** The files that only the kind of model has which the folder held before; none if that cannot be told. */
    private List<String> filesOfOldFit() {
        if (!isFinished()) {
            return List.of();
        }
        try {
            return read(folder.resolve(FIT), true).files();
        } catch (InputException e) {
            return List.of();
        }
    }

    private static boolean deleteIfEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            if (inside.iterator().hasNext()) {
                return false;
            }
        }
        Files.delete(folder);
        return true;
    }

    private static void delete(Path stage) throws IOException {
        if (Files.isDirectory(stage)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(stage)) {
                for (Path file : inside) {
                    Files.delete(file);
                }
            }
            Files.delete(stage);
        }
    }
}
