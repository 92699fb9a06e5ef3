package org.driftfield.cli.volatility;

/**
 * One series of a long table.
 *
 * @param column the column that names the series
 * @param value the name of this one; null for all of them
 */
record SvSeries(String column, String value) {
    /** From {@code COLUMN} or {@code COLUMN=VALUE}; null from null. */
    static SvSeries of(String text) {
        if (text == null) {
            return null;
        }
        int at = text.indexOf('=');
        return at < 0 ? new SvSeries(text, null) : new SvSeries(text.substring(0, at), text.substring(at + 1));
    }
}
