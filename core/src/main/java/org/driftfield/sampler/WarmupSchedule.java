package org.driftfield.sampler;

/**
 * Which warm-up iterations feed the estimate of the metric and after which ones it is renewed: a first stretch to find the
 * bulk of the posterior, then windows that double in length, then a last stretch for the step size alone. Stan's schedule:
 * 75, windows from 25 on, 50; warm-ups too short for that are split 15 : 75 : 10 with a single window, and below 20
 * iterations the metric stays as it is. Iterations count from 1.
 */
final class WarmupSchedule {
    private static final int FIRST = 75;
    private static final int WINDOW = 25;
    private static final int LAST = 50;
    private static final int SHORTEST = 20;

    private final int windowsBegin;
    private final int windowsEnd;
    private final boolean[] renews;

    WarmupSchedule(int warmup) {
        int first = FIRST;
        int last = LAST;
        int window = WINDOW;
        if (first + window + last > warmup) {
            first = (int) (0.15 * warmup);
            last = (int) (0.1 * warmup);
            window = warmup - first - last;
        }
        renews = new boolean[warmup + 1];
        windowsBegin = first;
        windowsEnd = warmup < SHORTEST ? first : warmup - last;
        int end = first + window;
        while (end < windowsEnd) {
            renews[end] = true;
            window *= 2;
            end += window;
            // No room for a whole window after this one: it takes the rest.
            if (end + 2 * window > windowsEnd) {
                end = windowsEnd;
            }
        }
        if (windowsEnd > windowsBegin) {
            renews[windowsEnd] = true;
        }
    }

    boolean collects(long iteration) {
        return iteration > windowsBegin && iteration <= windowsEnd;
    }

    boolean renews(long iteration) {
        return iteration < renews.length && renews[(int) iteration];
    }
}
