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
            iteration++;
            algorithm.step(iteration);
            record();
            if (settledAt >= 0 && (iteration - settledAt) % options.thin() == 0) {
                snapshot();
            }
            tell();
            if (options.session().checkpoint() != null
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
        return new Run(trace, draws, snapshots, algorithm.units(), settledAt, settled, reason, seconds());
    }

    private boolean endOfSettling() {
        Optional<String> why = rule.settled(trace);
        if (why.isPresent()) {
            settled = true;
            reason = why.get();
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
                        trace));
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
