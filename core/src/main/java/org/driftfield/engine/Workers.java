package org.driftfield.engine;

import static org.driftfield.InputException.require;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A few threads that share out a range of indices in chunks. The boundaries of the chunks do not depend on the number of
 * threads, and a body writes only to places that belong to its indices: so neither do results.
 */
public final class Workers implements AutoCloseable {
    /**
     * A thread that waits for work, or for the others to finish theirs, looks for it this long before it goes to sleep: a
     * sweep over a small model takes a millisecond, and waking a thread up a tenth of that.
     */
    private static final long AWAKE_NANOS = 100_000;

    private final int threads;
    private final ExecutorService pool;

    /** What is done with the indices from {@code from} to {@code to} (excluded); {@code worker} is below {@link #threads}. */
    @FunctionalInterface
    public interface Body {
        void run(int worker, int from, int to);
    }

    public Workers(int threads) {
        require(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        this.threads = threads;
        this.pool = threads == 1
                ? null
                : new ThreadPoolExecutor(threads - 1, threads - 1, 0, TimeUnit.SECONDS, new WatchedQueue(), task -> {
                    Thread thread = new Thread(task, "driftfield-worker");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Tasks, for which a taker looks a while before it sleeps. */
    private static final class WatchedQueue extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public Runnable take() throws InterruptedException {
            long start = System.nanoTime();
            while (System.nanoTime() - start < AWAKE_NANOS) {
                Runnable task = poll();
                if (task != null) {
                    return task;
                }
                Thread.onSpinWait();
            }
            return super.take();
        }
    }

    /** What a body threw, and in which chunk. */
    private record Failure(int chunk, Throwable thrown) {
        static Failure earlier(Failure a, Failure b) {
            return a == null || b.chunk < a.chunk ? b : a;
        }
    }

    public int threads() {
        return threads;
    }

    /** An array of the given size for each worker. */
    public Scratch scratch(int size) {
        return new Scratch(threads, size);
    }

    /**
     * Runs the body over 0 … n-1 in chunks; returns when all is done. Throws what the body threw in the first of the chunks
     * in which it did: chunks are taken in order, so that all before a failed one are run, and threads do not change which
     * failure is seen.
     */
    public void forEach(int n, int chunk, Body body) {
        int chunks = (n + chunk - 1) / chunk;
        if (pool == null || chunks <= 1) {
            for (int from = 0; from < n; from += chunk) {
                body.run(0, from, Math.min(n, from + chunk));
            }
            return;
        }
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Failure> failure = new AtomicReference<>();
        int helpers = Math.min(threads, chunks) - 1;
        CountDownLatch done = new CountDownLatch(helpers);
        for (int worker = 1; worker <= helpers; worker++) {
            int self = worker;
            pool.execute(() -> {
                share(self, n, chunk, chunks, next, failure, body);
                done.countDown();
            });
        }
        share(0, n, chunk, chunks, next, failure, body);
        long start = System.nanoTime();
        while (done.getCount() > 0 && System.nanoTime() - start < AWAKE_NANOS) {
            Thread.onSpinWait();
        }
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for worker threads", e);
        }
        Throwable thrown = failure.get() == null ? null : failure.get().thrown();
        if (thrown instanceof RuntimeException e) {
            throw e;
        } else if (thrown instanceof Error e) {
            throw e;
        }
    }

    /** Does pieces of work that do not need each other, the first ones first; returns when all are done. */
    public void all(Runnable... pieces) {
        forEach(pieces.length, 1, (worker, from, to) -> pieces[from].run());
    }

    private static void share(
            int worker, int n, int chunk, int chunks, AtomicInteger next, AtomicReference<Failure> failure, Body body) {
        for (int c = next.getAndIncrement(); c < chunks; c = next.getAndIncrement()) {
            try {
                body.run(worker, c * chunk, Math.min(n, (c + 1) * chunk));
            } catch (RuntimeException | Error e) {
                failure.accumulateAndGet(new Failure(c, e), Failure::earlier);
                next.set(chunks);
            }
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }
}
