package org.driftfield.reproduce;

import java.util.Locale;

/**
 * A column of a result table.
 *
 * @param key of the score in a replicate
 * @param label in the heading
 * @param name in the CSV file
 * @param help what it is
 * @param decimals to write
 * @param unit by which the value is divided
 * @param ranked whether the lowest is the best, and set in bold
 * @param minor kept out of the table that people read
 */
record Score(
        String key, String label, String name, String help, int decimals, double unit, boolean ranked, boolean minor) {
    static Score ranked(String key, String label, String help, int decimals) {
        return new Score(key, label, csvName(key), help, decimals, 1, true, false);
    }

    static Score plain(String key, String label, String help, int decimals) {
        return new Score(key, label, csvName(key), help, decimals, 1, false, false);
    }

    /** The same, kept out of the table that people read. */
    Score asMinor() {
        return new Score(key, label, name, help, decimals, unit, ranked, true);
    }

    private static String csvName(String key) {
        return key.replace('.', '_').toLowerCase(Locale.ROOT);
    }

    static Score cpuMinutes() {
        return new Score(
                Replicate.CPU,
                "CPU (min)",
                "cpu_min",
                "processor time of the whole process while the method ran: all threads, compiler and garbage collector",
                2,
                60,
                true,
                false);
    }

    static Score wallMinutes() {
        return new Score(Replicate.WALL, "wall (min)", "wall_min", "time on the clock", 2, 60, false, false);
    }

    static Score cpuSeconds() {
        Score minutes = cpuMinutes();
        return new Score(minutes.key, "CPU (s)", "cpu_s", minutes.help, 2, 1, true, false);
    }

    static Score wallSeconds() {
        return new Score(Replicate.WALL, "wall (s)", "wall_s", "time on the clock", 2, 1, false, false);
    }

    /** A mean as the table writes it. */
    String text(double value) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
