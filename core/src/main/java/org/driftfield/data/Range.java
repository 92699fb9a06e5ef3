package org.driftfield.data;

import java.io.Serializable;

/** The ends and the mean of numbers, which may be seen in pieces. */
final class Range implements Serializable {
    private static final long serialVersionUID = 1L;

    private double least = Double.POSITIVE_INFINITY;
    private double largest = Double.NEGATIVE_INFINITY;
    private double sum;
    private double lost;
    private long count;

    void add(double value) {
        least = Math.min(least, value);
        largest = Math.max(largest, value);
        count++;
        sum(value);
    }

    void add(Range other) {
        least = Math.min(least, other.least);
        largest = Math.max(largest, other.largest);
        count += other.count;
        sum(other.sum);
        sum(-other.lost);
    }

    /** Keeps what a sum loses (Kahan), so that pieces give the digits that are shown, whatever they are. */
    private void sum(double value) {
        double more = value - lost;
        double next = sum + more;
        lost = (next - sum) - more;
        sum = next;
    }

    double least() {
        return least;
    }

    double largest() {
        return largest;
    }

    double mean() {
        return (sum - lost) / count;
    }
}
