package org.driftfield.stan.parse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.stan.lang.DeepStack;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Program;

/** Reads programs. What is wrong with one is an {@link InputException} of one line that points at it. */
public final class Programs {
    private Programs() {}

    /** Reads a program from a file; what it includes must be in the same folder or below. */
    public static Program read(Path file) {
        String name = file.getFileName().toString();
        InputException.require(Files.isRegularFile(file), "%s: there is no such program", file);
        Includes includes = new Includes(file.toAbsolutePath().getParent());
        try {
            return parse(name, includes.text(file, name), includes);
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read", e);
        }
    }

    /** A program from its text; the name is for messages. */
    public static Program parse(String name, String text) {
        return parse(name, text, new Includes(null));
    }

    private static Program parse(String name, String text, Includes includes) {
        List<Note> notes = new ArrayList<>();
        return DeepStack.call(() -> {
            Syntax.Whole whole = new Parser(new Lexer(includes, notes).read(name, text), notes).program();
            return Checker.check(name, whole, notes);
        });
    }
}
