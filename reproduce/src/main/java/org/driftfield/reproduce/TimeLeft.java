package org.driftfield.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The remaining work of all methods. */
final class TimeLeft {
    private final List<Contender> methods;
    private final int replicates;
    private final Map<String, List<Double>> times = new LinkedHashMap<>();

    TimeLeft(List<Contender> methods, int replicates) {
        this.methods = methods;
        this.replicates = replicates;
        methods.forEach(method -> times.put(method.key(), new ArrayList<>()));
    }

    /** A replicate is finished that took so long, now or in an earlier session. */
    void finished(String method, double seconds) {
        times.get(method).add(seconds);
    }

    /** Whether a replicate of the method is finished. */
    boolean knows(String method) {
        return !times.get(method).isEmpty();
    }

    /**
     * About how many seconds everything takes from now, by what finished replicates took: those of the same method, else
     * the average of what is known of the others.
     *
     * @param method that is under way
     * @param elapsed since it began
     * @param share of its iterations that it has made in that time; NaN when nobody knows
     */
    double seconds(String method, double elapsed, double share) {
        double own = mean(times.get(method));
        double whole = Double.isNaN(own) ? elapsed / share : Math.max(own, elapsed);
        double typical = mean(methods.stream()
                .map(m -> m.key().equals(method) ? whole : mean(times.get(m.key())))
                .filter(t -> !Double.isNaN(t))
                .toList());
        double sum = whole - elapsed;
        for (Contender other : methods) {
            int open = replicates - times.get(other.key()).size() - (other.key().equals(method) ? 1 : 0);
            double each = other.key().equals(method) ? whole : mean(times.get(other.key()));
            sum += open * (Double.isNaN(each) ? typical : each);
        }
        return sum;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
    }
}
