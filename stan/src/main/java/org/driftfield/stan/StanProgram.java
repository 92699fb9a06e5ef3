package org.driftfield.stan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.stan.data.StanData;
import org.driftfield.stan.parse.Programs;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Program;

/** A program in the Stan language, read and checked; with data it is a model. */
public final class StanProgram {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Program program;
    private final String text;
    private final Duration patience;

    private StanProgram(Program program, String text, Duration patience) {
        this.program = program;
        this.text = text;
        this.patience = patience;
    }

    /** Reads a file; what it includes must be in the same folder or below. */
    public static StanProgram read(Path file) {
        Program program = Programs.read(file);
        try {
            return new StanProgram(program, Files.readString(file), PATIENCE);
        } catch (IOException e) {
            throw new InputException(file + ": can't be read", e);
        }
    }

    /**
     * A program from its text.
     *
     * @param name for messages
     */
    public static StanProgram parse(String name, String text) {
        return new StanProgram(Programs.parse(name, text), text, PATIENCE);
    }

    /** The same program with another limit for the time that transformed data, or one evaluation, may take. */
    public StanProgram withPatience(Duration limit) {
        return new StanProgram(program, text, limit);
    }

    public Program program() {
        return program;
    }

    /** The program as it was written, without what it includes. */
    public String text() {
        return text;
    }

    /** Old syntax that was understood, and what else its author should know. */
    public List<Note> notes() {
        return program.notes();
    }

    /** The model that the program is with these data; a named error where they do not fit. */
    public StanModel with(StanData data) {
        return with(data, 0);
    }

    /** The same with another seed of what the transformed data draw, which is 0 otherwise. */
    public StanModel with(StanData data, long seed) {
        return StanModel.of(program, text, data, seed, patience);
    }

    /** With data from Java: numbers, arrays and lists of numbers by name, a matrix as a list of rows. */
    public StanModel with(Map<String, ?> data) {
        return with(StanData.of(data));
    }

    /** With data from a file. */
    public StanModel with(Path data) {
        return with(StanData.read(data));
    }
}
