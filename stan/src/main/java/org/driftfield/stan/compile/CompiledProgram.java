package org.driftfield.stan.compile;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.model.FreeModel;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.tape.Part;
import org.driftfield.stan.tape.ProgramError;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tape.Worker;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;

/** A program with its data as bytecode. */
public final class CompiledProgram {
    /** The two ways through a compiled program; each class that is generated is one. Stateless: threads share it. */
    interface Sweeps {
        void forward(Frame frame);

        void reverse(Frame frame);
    }

    /** How the reason begins where a solver is left to the tape. */
    public static final String SOLVER = "a solver: ";

    static final String TOO_LONG = "a program that becomes too long";

    private static final String TOO_LARGE = "a value that is too large";

    private static final String DISAGREES = "the compiled program does not agree with the tape";
    private static final int TRIALS = 8;

    /** Far more than rounding, far less than any mistake. */
    private static final double AGREEMENT = 1e-7;

    /** So many times what the last digit of the point changes is still rounding: some hundred operations have their own. */
    private static final double ROUNDINGS = 30;

    private final TapeProgram tape;
    private final Sweeps sweeps;
    private final double[] data;
    private final int size;
    private final List<Step> calls;
    private final String obstacle;
    private final List<String> parts;
    private final List<String> kernels;

    private CompiledProgram(TapeProgram tape, Sweeps sweeps, Build build, List<Step> calls, String obstacle) {
        this.tape = tape;
        this.sweeps = sweeps;
        this.data = build == null ? null : build.pool.numbers();
        this.size = build == null ? 0 : build.size();
        this.calls = calls;
        this.obstacle = obstacle;
        this.parts = build == null ? List.of() : List.copyOf(build.left());
        this.kernels =
                calls.stream().map(Step::kernel).flatMap(Optional::stream).toList();
    }

    /** Compiles a program; what can't be compiled runs on the tape. */
    public static CompiledProgram of(TapeProgram tape) {
        tape.speedUp((call, arguments, active, results) -> InnerCode.of(tape, call, arguments, active, results));
        try {
            Build build = Blocks.lower(tape);
            Emitter emitter = new Emitter();
            Sweeps sweeps = emitter.write(Peephole.improved(build));
            CompiledProgram compiled = new CompiledProgram(tape, sweeps, build, emitter.calls(), null);
            return compiled.agrees() ? compiled : new CompiledProgram(tape, null, null, List.of(), DISAGREES);
        } catch (Unsupported e) {
            return new CompiledProgram(tape, null, null, List.of(), e.getMessage());
        } catch (ClassTooLargeException | MethodTooLargeException e) {
            return new CompiledProgram(tape, null, null, List.of(), TOO_LONG);
        } catch (ArithmeticException e) {
            // A size beyond that of any array, which the tape refuses with its place.
            return new CompiledProgram(tape, null, null, List.of(), TOO_LARGE);
        }
    }

    /** Why the program runs on the tape; null where it is compiled. */
    public String obstacle() {
        return obstacle;
    }

    /** Why parts of a compiled program run on the tape; empty where none do. */
    public List<String> parts() {
        return parts;
    }

    /** What runs on kernels for long vectors, in words. */
    public List<String> kernels() {
        return kernels;
    }

    /** Compares with the tape at a point or two: a mistake of the compiler must not become an answer. */
    private boolean agrees() {
        try {
            return compared();
        } catch (ProgramError e) {
            // Whoever runs it will be told.
            return true;
        }
    }

    private boolean compared() {
        int d = tape.dimension();
        double[] z = new double[d];
        double[] ours = new double[d];
        double[] theirs = new double[d];
        Evaluator evaluator = new Evaluator();
        int compared = 0;
        for (int k = 1; k <= TRIALS && compared < 2; k++) {
            for (int i = 0; i < d; i++) {
                z[i] = 0.7 * Math.sin(12.9898 * k * (i + 1));
            }
            double value = evaluator.sweep(z, ours);
            if (Double.isFinite(value)) {
                compared++;
                Worker worker = tape.worker().quiet();
                double other = worker.evaluate(z, theirs);
                double difference = difference(value, ours, other, theirs);
                if (!(difference <= AGREEMENT) && !(difference <= ROUNDINGS * rounding(worker, z, other, theirs))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double difference(double value, double[] gradient, double other, double[] theirs) {
        double scale = 1;
        for (double g : theirs) {
            scale = Math.max(scale, Math.abs(g));
        }
        double worst = Math.abs(value - other) / (1 + Math.abs(other));
        for (int i = 0; i < gradient.length; i++) {
            // not the larger of two, which forgets what is not a number
            double own = Math.abs(gradient[i] - theirs[i]) / scale;
            worst = own <= worst ? worst : own;
        }
        return worst;
    }

    /** What a change of the last digit of the point does to the tape itself: a matrix that is close to singular magnifies it. */
    private static double rounding(Worker worker, double[] z, double value, double[] gradient) {
        double[] moved = z.clone();
        double[] there = new double[z.length];
        double worst = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 0; i < z.length; i++) {
                moved[i] = z[i] + sign * Math.ulp(z[i]);
            }
            double other = worker.evaluate(moved, there);
            worst = Math.max(worst, difference(value, gradient, other, there));
        }
        return worst;
    }

    /** A fresh evaluator; each thread has its own. */
    public FreeModel.Evaluator evaluator() {
        if (sweeps == null) {
            Worker worker = tape.fastWorker();
            return worker::evaluate;
        }
        return new Evaluator();
    }

    /** Runs the two sweeps. */
    final class Evaluator implements FreeModel.Evaluator {
        private final Frame frame = new Frame(data, size, calls);
        private final int dimension = tape.dimension();
        private final Part.Runner[] parts = frame.parts();
        private Worker worker;
        private long refusals;

        @Override
        public double evaluate(double[] z, double[] gradient) {
            double value = sweep(z, gradient);
            boolean finite = Double.isFinite(value);
            for (Part.Runner part : parts) {
                part.tell(finite);
            }
            return finite ? value : refused(z, gradient);
        }

        /** The log density and its gradient; NaN, or some other value that is not finite, where there is none. */
        private double sweep(double[] z, double[] gradient) {
            while (true) {
                System.arraycopy(z, 0, frame.v, 0, dimension);
                Arrays.fill(frame.d, 0, dimension, 0);
                frame.sp = 0;
                frame.target = 0;
                try {
                    sweeps.forward(frame);
                    sweeps.reverse(frame);
                } catch (ArrayIndexOutOfBoundsException e) {
                    Arrays.fill(frame.d, 0);
                    if (!frame.grow()) {
                        throw e;
                    }
                    continue;
                } catch (DomainException | IndexOutOfBoundsException e) {
                    Arrays.fill(frame.d, 0);
                    return Double.NaN;
                }
                if (!Double.isFinite(frame.target)) {
                    Arrays.fill(frame.d, 0);
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
            if (worker == null) {
                worker = tape.fastWorker();
            }
            return worker.evaluate(z, gradient);
        }
    }
}
