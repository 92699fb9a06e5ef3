package org.driftfield.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.MeanField;
import org.driftfield.meanfield.PmfvbOptions;

/**
 * Prints the cost of a particle update (one particle of one factor, once) and how it grows with the number of particles M,
 * the subset m, the coordinates d and the threads, each as a ratio to the line before; and the bytes that an update
 * allocates.
 */
public final class Growth {
    private static final int TUNING = 100;
    private static final int BATCHES = 9;

    private final double secondsEach;

    private Growth(double secondsEach) {
        this.secondsEach = secondsEach;
    }

    /** What a line of a table measures. */
    private record Setting(String label, String blocks, int particles, int d, int m, int threads) {}

    /** Nanoseconds and allocated bytes of one particle update. */
    private record Cost(double nanos, double bytes) {}

    /**
     * Runs all tables.
     *
     * @param args how many seconds to spend on each line; 2 when not given
     */
    public static void main(String[] args) {
        new Growth(args.length > 0 ? Double.parseDouble(args[0]) : 2).run();
    }

    private void run() {
        int cores = Runtime.getRuntime().availableProcessors();
        table(
                "particles M (joint, d = 16): cost of an update should not change",
                range("M", 250, 4, m -> new Setting("M = " + m, "joint", m, 16, 1, 1)));
        table(
                "coordinates d (joint, full preconditioner: d² of it): cost of an update grows at most by the square",
                range("d", 4, 3, d -> new Setting("d = " + d, "joint", 1000, d, 1, 1)));
        table(
                "subset m (two factors, d = 2): cost grows in proportion to m, plus the move itself",
                range("m", 4, 4, m -> new Setting("m = " + m, "each", 1000, 2, m, 1)));
        table(
                "coordinates d in as many factors (m = 16): cost grows in proportion to d",
                range("d", 4, 3, d -> new Setting("d = " + d, "each", 500, d, 16, 1)));
        Setting[] threads = new Setting[Math.min(4, 1 + Integer.numberOfTrailingZeros(Integer.highestOneBit(cores)))];
        Arrays.setAll(threads, t -> new Setting("threads = " + (1 << t), "each", 4000, 4, 32, 1 << t));
        table("threads (of " + cores + " cores; four factors, M = 4000, m = 32): cost falls in proportion", threads);
    }

    private interface Line {
        Setting at(int value);
    }

    private static Setting[] range(String name, int first, int factor, Line line) {
        Setting[] settings = new Setting[name.equals("m") ? 4 : 3];
        int value = first;
        for (int i = 0; i < settings.length; i++) {
            settings[i] = line.at(value);
            value *= factor;
        }
        return settings;
    }

    private void table(String title, Setting[] settings) {
        System.out.println(title);
        for (Dynamics dynamics : Dynamics.values()) {
            double before = Double.NaN;
            for (Setting setting : settings) {
                Cost cost = measure(setting, dynamics);
                System.out.printf(
                        Locale.ROOT,
                        "  %-10s %-12s %10.1f ns/update %8s %8.2f bytes/update%n",
                        dynamics.toString().toLowerCase(Locale.ROOT),
                        setting.label(),
                        cost.nanos(),
                        Double.isNaN(before) ? "" : String.format(Locale.ROOT, "x %.2f", cost.nanos() / before),
                        cost.bytes());
                before = cost.nanos();
            }
        }
    }

    /** The median over batches of sweeps, after tuning and warming up. */
    private Cost measure(Setting setting, Dynamics dynamics) {
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(setting.particles())
                .withBlocks(Blocks.of(setting.blocks()))
                .withDynamics(dynamics)
                .withExpectation(Expectation.subset(setting.m()))
                .withThreads(setting.threads());
        try (MeanField algorithm = MeanField.of(new Neighbours(setting.d()), options)) {
            long iteration = 0;
            while (iteration < TUNING) {
                algorithm.step(++iteration);
            }
            algorithm.freeze();
            long end = System.nanoTime() + (long) (0.3 * secondsEach * 1e9);
            long start = System.nanoTime();
            long warm = iteration;
            while (System.nanoTime() < end) {
                algorithm.step(++iteration);
            }
            double sweepNanos = (System.nanoTime() - start) / (double) (iteration - warm);
            int sweeps = (int) Math.max(1, 0.7 * secondsEach * 1e9 / sweepNanos / BATCHES);
            long factors = setting.blocks().equals("joint") ? 1 : setting.d();
            double updates = (double) sweeps * factors * setting.particles();
            double[] nanos = new double[BATCHES];
            double[] bytes = new double[BATCHES];
            for (int b = 0; b < BATCHES; b++) {
                long allocated = allocated();
                long from = System.nanoTime();
                for (int s = 0; s < sweeps; s++) {
                    algorithm.step(++iteration);
                }
                nanos[b] = (System.nanoTime() - from) / updates;
                bytes[b] = (allocated() - allocated) / updates;
            }
            Arrays.sort(nanos);
            Arrays.sort(bytes);
            return new Cost(nanos[BATCHES / 2], bytes[BATCHES / 2]);
        }
    }

    /** Bytes allocated so far by this thread, which takes part in all the work. */
    private static long allocated() {
        return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean bean
                ? bean.getCurrentThreadAllocatedBytes()
                : 0;
    }
}
