package org.driftfield.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of a table of the paper.
 *
 * @param label the method as the paper calls it
 * @param replicates how many runs it is the mean of
 * @param cells by the name of the score, in the units of the table
 */
record PaperRow(String label, int replicates, Map<String, Estimate> cells) {
    /** A row with means and standard deviations, in pairs, of these scores; the time has no standard deviation. */
    static PaperRow of(String label, int replicates, String[] keys, double... numbers) {
        Map<String, Estimate> cells = new LinkedHashMap<>();
        for (int k = 0; k < keys.length; k++) {
            cells.put(keys[k], new Estimate(numbers[2 * k], numbers[2 * k + 1], replicates));
        }
        if (numbers.length > 2 * keys.length) {
            cells.put(Replicate.CPU, new Estimate(numbers[2 * keys.length], Double.NaN, replicates));
        }
        return new PaperRow(label, replicates, cells);
    }
}
