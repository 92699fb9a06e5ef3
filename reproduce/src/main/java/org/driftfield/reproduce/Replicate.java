package org.driftfield.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one method came to in one replicate, as {@code scores.json} holds it.
 *
 * @param settings of the method; replicates of other settings are not mixed
 * @param replicate counted from 1
 * @param scores by name; empty when the method failed
 * @param cpuSeconds processor time of the whole process while the method ran
 * @param wallSeconds time on the clock
 * @param iterations made in all
 * @param settled whether its own rule stopped it, rather than the most iterations it may make
 * @param stopped why it stopped, in words
 * @param failed why there are no scores; null when there are
 */
record Replicate(
        String method,
        String settings,
        int replicate,
        long seed,
        Map<String, Double> scores,
        double cpuSeconds,
        double wallSeconds,
        int iterations,
        boolean settled,
        String stopped,
        String failed) {
    static final String CPU = "cpu";
    static final String WALL = "wall";

    /** A score or a time by its name; NaN where there is none. */
    double value(String key) {
        return switch (key) {
            case CPU -> failed == null ? cpuSeconds : Double.NaN;
            case WALL -> failed == null ? wallSeconds : Double.NaN;
            default -> scores.getOrDefault(key, Double.NaN);
        };
    }

    /** The same with more scores. */
    Replicate with(Map<String, Double> more) {
        Map<String, Double> all = new LinkedHashMap<>(scores);
        all.putAll(more);
        return new Replicate(
                method, settings, replicate, seed, all, cpuSeconds, wallSeconds, iterations, settled, stopped, failed);
    }
}
