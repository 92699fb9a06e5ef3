package org.driftfield.report;

import java.util.stream.IntStream;

/** Keeps a page small: picks the points of a long series that a reader could still tell apart. */
final class Thinning {
    private Thinning() {}

    /** At most {@code most} of the values, evenly spaced. */
    static double[] every(double[] values, int most) {
        return pick(values, everyIndex(values.length, most));
    }

    static int[] everyIndex(int length, int most) {
        int kept = Math.min(length, most);
        return IntStream.range(0, kept)
                .map(i -> (int) ((long) i * length / kept))
                .toArray();
    }

    /**
     * The indices of the lowest and the highest value of each of {@code most / 2} equal stretches, in order, so that a
     * noisy series keeps its outline; every index when the series is short. A stretch without finite values keeps one
     * index, which leaves the gap visible.
     */
    static int[] envelope(double[] y, int most) {
        if (y.length <= most) {
            return IntStream.range(0, y.length).toArray();
        }
        int stretches = most / 2;
        var kept = IntStream.builder();
        for (int s = 0; s < stretches; s++) {
            int from = (int) ((long) s * y.length / stretches);
            int to = (int) ((long) (s + 1) * y.length / stretches);
            int low = from;
            int high = from;
            for (int i = from; i < to; i++) {
                if (!(y[i] >= y[low])) {
                    low = Double.isFinite(y[i]) ? i : low;
                }
                if (!(y[i] <= y[high])) {
                    high = Double.isFinite(y[i]) ? i : high;
                }
            }
            kept.add(Math.min(low, high));
            if (low != high) {
                kept.add(Math.max(low, high));
            }
        }
        return kept.build().toArray();
    }

    static double[] pick(double[] values, int[] indices) {
        return IntStream.of(indices).mapToDouble(i -> values[i]).toArray();
    }
}
