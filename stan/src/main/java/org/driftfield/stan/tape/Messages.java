package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a program has to say while it runs, from all threads: prints and rejections, the first ones of each and their numbers. */
public final class Messages {
    private static final int KEPT = 20;

    private final List<String> printed = new ArrayList<>();
    private long prints;
    private final Map<String, Long> rejected = new LinkedHashMap<>();
    private final Map<String, String> examples = new LinkedHashMap<>();
    private long rejections;

    synchronized void print(String text) {
        prints++;
        if (printed.size() < KEPT) {
            printed.add(text);
        }
    }

    synchronized void reject(String text) {
        rejections++;
        // The place is the same each time, the value that was refused differs: one line for each place.
        String place = text.replaceAll("-?(?:[0-9]+\\.?[0-9]*(?:E-?[0-9]+)?|Infinity|NaN)", "#");
        if (rejected.containsKey(place) || rejected.size() < KEPT) {
            rejected.merge(place, 1L, Long::sum);
            examples.putIfAbsent(place, text);
        }
    }

    /** The first lines that {@code print} wrote. */
    public synchronized List<String> printed() {
        return List.copyOf(printed);
    }

    public synchronized long prints() {
        return prints;
    }

    /** How often the density was found to be zero by {@code reject} or by a value outside a domain. */
    public synchronized long rejections() {
        return rejections;
    }

    /** The first reasons for it, each with how often. */
    public synchronized List<String> reasons() {
        List<String> lines = new ArrayList<>();
        rejected.forEach(
                (place, count) -> lines.add(examples.get(place) + (count > 1 ? " (" + count + " times)" : "")));
        return lines;
    }
}
