package org.driftfield.stan.parse;

import java.util.List;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Position;

/** What checking one block or one function needs to know. */
record Context(Place place, Scope scope, UserFunctions functions, Activity activity, List<Note> notes) {
    void note(Position at, String text) {
        notes.add(new Note(at, text));
    }
}
