package org.driftfield.driver;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.InputException;

/** The one loop: steps an algorithm until it has settled, then collects draws; records, saves and resumes on the way. */
public final class Driver {
    /** The longest array that every Java runtime offers. */
    private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

    /** What a run that is stopped collects at the least. */
    private static final int FEWEST_DRAWS = 400;

    private static final int FEWEST_SNAPSHOTS = 4;

    private final Algorithm algorithm;
    private final StoppingRule rule;
    private final RunOptions options;
    private final Trace trace;
    private final int width;
    private double[] draws = new double[0];
    private int snapshots;
    private long iteration;
    private long settledAt = -1;
    private boolean settled;
    private String reason = "";
    private double secondsBefore;
    private boolean stopped;
    private final long startNanos = System.nanoTime();

    private Driver(Algorithm algorithm, StoppingRule rule, RunOptions options) {
        this.algorithm = algorithm;
        this.rule = rule;
        this.options = options;
        List<String> columns = new ArrayList<>(List.of(Trace.ITERATION));
        columns.addAll(algorithm.traceColumns());
        this.trace = new Trace(columns);
        this.width = algorithm.names().size();
        long numbers = (long) algorithm.units() * width * (options.thin() == 0 ? 1 : options.collect());
        require(
                numbers <= MOST_NUMBERS,
                "too many draws to keep: %d times %d draws of %d coordinates are %d numbers, at most %d fit; collect fewer",
                options.thin() == 0 ? 1 : options.collect(),
                algorithm.units(),
                width,
                numbers,
                MOST_NUMBERS);
    }

    /** Runs the algorithm to the end, going on from the checkpoint of the options where there is one. */
    public static Run run(Algorithm algorithm, StoppingRule rule, RunOptions options) {
        return new Driver(algorithm, rule, options).run();
    }

    private Run run() {
        if (options.session().checkpoint() != null
                && Files.exists(options.session().checkpoint())) {
            resume();
        }
        long savedNanos = System.nanoTime();
        long total = settledAt < 0 ? Long.MAX_VALUE : settledAt + (long) options.collect() * options.thin();
        while (settledAt < 0 || iteration < total) {
            if (settledAt < 0 && endOfSettling()) {
                settledAt = iteration;
                algorithm.freeze();
                total = settledAt + (long) options.collect() * options.thin();
                continue;
            }
            if (stopAsked()) {
                long enough = settledAt + enough() * options.thin();
                if (iteration >= enough) {
                    reason += "; it was stopped by hand after " + snapshots + " of " + options.collect()
                            + " times that draws were to be collected";
                    break;
                }
            }
            iteration++;
            algorithm.step(iteration);
            record();
            if (settledAt >= 0 && (iteration - settledAt) % options.thin() == 0) {
                snapshot();
            }
            tell();
            if (options.session().checkpoint() != null
                    && algorithm.atRest()
                    && System.nanoTime() - savedNanos >= options.session().seconds() * 1e9) {
                save();
                savedNanos = System.nanoTime();
            }
        }
        if (options.thin() == 0 && snapshots == 0) {
            snapshot();
        }
        if (options.session().checkpoint() != null) {
            save();
        }
        int used = snapshots * algorithm.units() * width;
        double[] kept = draws.length == used ? draws : Arrays.copyOf(draws, used);
        return new Run(trace, kept, snapshots, algorithm.units(), settledAt, settled, reason, seconds());
    }

    /** Whether draws are being collected and somebody wants an end; once asked, always asked. */
    private boolean stopAsked() {
        stopped |= options.session().stop().getAsBoolean();
        return stopped && settledAt >= 0 && options.thin() > 0;
    }

    /** How many times draws are collected at the least, so that something can be said of a run that was stopped. */
    private long enough() {
        int draws = (FEWEST_DRAWS + algorithm.units() - 1) / algorithm.units();
        return Math.min(options.collect(), Math.max(FEWEST_SNAPSHOTS, draws));
    }

    private boolean endOfSettling() {
        Optional<String> why = rule.settled(trace);
        if (why.isPresent()) {
            settled = true;
            reason = why.get();
            return true;
        }
        // A tempered run has nothing to keep half way: its draws are of another distribution yet.
        boolean open = options.maximum() == Integer.MAX_VALUE;
        if (iteration > 0
                && !open
                && algorithm.atRest()
                && options.session().stop().getAsBoolean()) {
            reason = "was stopped by hand after " + iteration + " iterations, before it had settled";
            return true;
        }
        if (iteration >= options.maximum()) {
            reason = "reached the maximum of " + options.maximum() + " iterations before settling";
            return true;
        }
        return false;
    }

    private void record() {
        double[] row = new double[trace.columns().size()];
        double[] rest = new double[row.length - 1];
        algorithm.trace(iteration, rest);
        row[0] = iteration;
        System.arraycopy(rest, 0, row, 1, rest.length);
        trace.add(row);
    }

    private void snapshot() {
        int block = algorithm.units() * width;
        if ((snapshots + 1) * block > draws.length) {
            int room = Math.min(options.collect(), Math.max(1, 2 * snapshots));
            draws = Arrays.copyOf(draws, room * block);
        }
        algorithm.draws(draws, snapshots * block);
        snapshots++;
    }

    private void tell() {
        boolean collecting = settledAt >= 0;
        options.session()
                .progress()
                .update(new Progress.Event(
                        collecting ? Progress.Phase.COLLECTING : Progress.Phase.SETTLING,
                        iteration,
                        collecting ? iteration - settledAt : iteration,
                        collecting ? (long) options.collect() * options.thin() : options.maximum(),
                        this::likely,
                        trace,
                        new SoFar()));
    }

    private long likely() {
        long collecting = (long) options.collect() * options.thin();
        if (settledAt >= 0) {
            return settledAt + collecting;
        }
        if (options.maximum() == Integer.MAX_VALUE) {
            return 0;
        }
        double settling = rule.likely(trace).orElse(options.maximum());
        return (long) Math.min(options.maximum(), Math.max((double) iteration, settling)) + collecting;
    }

    /** The draws as far as they are collected. */
    private final class SoFar implements Progress.Collected {
        @Override
        public List<String> names() {
            return algorithm.names();
        }

        @Override
        public int size() {
            return snapshots * algorithm.units();
        }

        @Override
        public double[] column(int coordinate) {
            double[] values = new double[size()];
            Arrays.setAll(values, i -> draws[i * width + coordinate]);
            return values;
        }
    }

    private double seconds() {
        return secondsBefore + (System.nanoTime() - startNanos) / 1e9;
    }

    private void save() {
        State saved = new State();
        algorithm.state().arrays().forEach((name, values) -> saved.put("algorithm." + name, values));
        algorithm.state().floats().forEach(saved::putFloats);
        int used = snapshots * algorithm.units() * width;
        saved.put("driver.counters", new double[] {iteration, settledAt, settled ? 1 : 0, snapshots, seconds()});
        saved.put("driver.trace", trace.encode());
        saved.put("driver.draws", draws.length == used ? draws : Arrays.copyOf(draws, used));
        Checkpoint.write(options.session().checkpoint(), options.fingerprint(), reason, saved);
        options.session().saved().run();
    }

    private void resume() {
        Checkpoint saved = Checkpoint.read(options.session().checkpoint());
        if (!saved.fingerprint().equals(options.fingerprint())) {
            throw new InputException(options.session().checkpoint()
                    + " belongs to another run: it was made with [" + saved.fingerprint() + "], now asked is ["
                    + options.fingerprint() + "]");
        }
        State mine = new State();
        saved.state().arrays().forEach((name, values) -> {
            if (name.startsWith("algorithm.")) {
                mine.put(name.substring("algorithm.".length()), values);
            }
        });
        saved.state().floats().forEach(mine::putFloats);
        algorithm.state().restore(mine);
        algorithm.restored();
        double[] counters = saved.state().get("driver.counters");
        iteration = (long) counters[0];
        settledAt = (long) counters[1];
        settled = counters[2] == 1;
        snapshots = (int) counters[3];
        secondsBefore = counters[4];
        reason = saved.reason();
        trace.decode(saved.state().get("driver.trace"));
        draws = saved.state().get("driver.draws");
    }
}
