package org.driftfield.store.folder;

import java.util.regex.Pattern;

/** Words for a POSIX shell. */
public final class Shell {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+%@-]+");

    private Shell() {}

    /** The word, in quotes if a shell would otherwise read something else. */
    public static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
