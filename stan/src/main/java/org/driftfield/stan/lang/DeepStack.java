package org.driftfield.stan.lang;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Walks through the trees of programs on a thread whose stack has a known size, so that how deep a program may be does not
 * depend on the thread that asks, nor on what the virtual machine has compiled so far.
 */
public final class DeepStack {
    /** Bytes; a page of it is taken when it is first used. */
    private static final long SIZE = 1L << 26;

    private static final ThreadLocal<Boolean> HERE = ThreadLocal.withInitial(() -> false);

    private DeepStack() {}

    /** What the work returns; what it throws is thrown here. */
    public static <T> T call(Supplier<T> work) {
        if (HERE.get()) {
            return work.get();
        }
        FutureTask<T> task = new FutureTask<>(() -> {
            HERE.set(true);
            return work.get();
        });
        Thread thread = new Thread(null, task, "driftfield-program", SIZE);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof Error error) {
                        throw error;
                    }
                    if (e.getCause() instanceof RuntimeException mistake) {
                        throw mistake;
                    }
                    throw new CompletionException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
