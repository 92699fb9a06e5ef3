package org.driftfield.reproduce;

import java.util.Locale;

/** How much of an experiment is run; all efforts run the same code. */
public enum Effort {
    /** As in the paper. */
    FULL,
    /** Fewer data, particles and iterations: rough numbers in a few minutes. */
    QUICK,
    /** Hardly any of them: shows that everything works, and nothing else. */
    TINY;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One of three, by effort. */
    int of(int full, int quick, int tiny) {
        return switch (this) {
            case FULL -> full;
            case QUICK -> quick;
            case TINY -> tiny;
        };
    }
}
