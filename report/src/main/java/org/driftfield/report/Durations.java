package org.driftfield.report;

import java.util.Locale;

/** Spans of time as people say them. */
public final class Durations {
    private Durations() {}

    public static String text(double seconds) {
        if (seconds < 9.95) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        if (whole < 100) {
            return whole + " s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d h %02d min", whole / 3600, whole % 3600 / 60);
    }
}
