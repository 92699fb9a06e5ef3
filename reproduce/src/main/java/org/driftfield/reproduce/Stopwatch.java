package org.driftfield.reproduce;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.driftfield.InputException;
import org.driftfield.store.folder.Json;
import org.driftfield.store.folder.Replacing;

/**
 * Processor and wall time of one run over all of its sessions. What earlier sessions took is read from a file that is
 * written every second, so that work which was done again after an interruption counts as often as it was done.
 */
final class Stopwatch {
    private static final long EVERY = 1_000_000_000L;

    private final Path file;
    private final Spent before;
    private final long cpu = cpuNanos();
    private final long wall = System.nanoTime();
    private long written = wall;

    /** Seconds. */
    record Spent(double cpu, double wall) {}

    Stopwatch(Path file) {
        this.file = file;
        this.before = Files.exists(file) ? read(file) : new Spent(0, 0);
    }

    private static Spent read(Path file) {
        try {
            return Json.MAPPER.readValue(file.toFile(), Spent.class);
        } catch (IOException e) {
            throw new InputException(file + " is damaged: remove it and the checkpoint beside it", e);
        }
    }

    /** What all threads of this process have used so far. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    Spent spent() {
        return new Spent(before.cpu + 1e-9 * (cpuNanos() - cpu), before.wall + 1e-9 * (System.nanoTime() - wall));
    }

    /** Writes down what was spent, now and then. */
    void tick() {
        if (System.nanoTime() - written >= EVERY) {
            write();
        }
    }

    private void write() {
        written = System.nanoTime();
        Replacing.write(file, beside -> Json.MAPPER.writeValue(beside.toFile(), spent()));
    }
}
