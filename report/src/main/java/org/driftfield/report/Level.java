package org.driftfield.report;

/** How much a result can be relied on. */
public enum Level {
    OK("OK", "✓"),
    CAUTION("Caution", "!"),
    WARNING("Warning", "✕");

    private final String word;
    private final String mark;

    Level(String word, String mark) {
        this.word = word;
        this.mark = mark;
    }

    String word() {
        return word;
    }

    /** A sign beside the word, so that the level never depends on colour. */
    String mark() {
        return mark;
    }

    String cssClass() {
        return "level-" + name().toLowerCase(java.util.Locale.ROOT);
    }
}
