package org.driftfield.stan.compile;

import java.util.Arrays;
import java.util.List;
import org.driftfield.model.FreeModel;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tape.Worker;

/** A program with its data as bytecode. */
public final class CompiledProgram {
    private static final int LARGEST_STACK = 1 << 26;

    private final TapeProgram tape;
    private final Sweeps sweeps;
    private final double[] data;
    private final int size;
    private final List<Step> calls;
    private final String obstacle;

    private CompiledProgram(TapeProgram tape, Sweeps sweeps, Build build, List<Step> calls, String obstacle) {
        this.tape = tape;
        this.sweeps = sweeps;
        this.data = build == null ? null : build.pool.numbers();
        this.size = build == null ? 0 : build.size();
        this.calls = calls;
        this.obstacle = obstacle;
    }

    /** Compiles a program; what can't be compiled runs on the tape. */
    public static CompiledProgram of(TapeProgram tape) {
        try {
            Build build = Blocks.lower(tape);
            Emitter emitter = new Emitter();
            Sweeps sweeps = emitter.write(Peephole.improved(build));
            return new CompiledProgram(tape, sweeps, build, emitter.calls(), null);
        } catch (Unsupported e) {
            return new CompiledProgram(tape, null, null, List.of(), e.getMessage());
        }
    }

    /** Why the program runs on the tape; null where it is compiled. */
    public String obstacle() {
        return obstacle;
    }

    /** A fresh evaluator; each thread has its own. */
    public FreeModel.Evaluator evaluator() {
        if (sweeps == null) {
            Worker worker = tape.worker();
            return worker::evaluate;
        }
        return new Evaluator();
    }

    /** Runs the two sweeps. */
    final class Evaluator implements FreeModel.Evaluator {
        private final Frame frame = new Frame(data, size, calls);
        private final int dimension = tape.dimension();
        private Worker worker;
        private long refusals;

        @Override
        public double evaluate(double[] z, double[] gradient) {
            while (true) {
                System.arraycopy(z, 0, frame.v, 0, dimension);
                Arrays.fill(frame.d, 0, dimension, 0);
                frame.sp = 0;
                frame.target = 0;
                try {
                    sweeps.forward(frame);
                    sweeps.reverse(frame);
                } catch (DomainException e) {
                    return refused(z, gradient);
                } catch (ArrayIndexOutOfBoundsException e) {
                    Arrays.fill(frame.d, 0);
                    if (frame.stack.length >= LARGEST_STACK) {
                        throw e;
                    }
                    frame.stack = new double[2 * frame.stack.length];
                    continue;
                } catch (IndexOutOfBoundsException e) {
                    return refused(z, gradient);
                }
                if (!(Math.abs(frame.target) < Double.POSITIVE_INFINITY)) {
                    return refused(z, gradient);
                }
                System.arraycopy(frame.d, 0, gradient, 0, dimension);
                return frame.target;
            }
        }

        /** How often the tape was asked what is wrong with a point. */
        long refusals() {
            return refusals;
        }

        /** The tape knows why, and counts it. */
        private double refused(double[] z, double[] gradient) {
            refusals++;
            Arrays.fill(frame.d, 0);
            if (worker == null) {
                worker = tape.worker();
            }
            return worker.evaluate(z, gradient);
        }
    }
}
