package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.tape.FastFunction;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tree.Expr;

/** A function of the user's that a solver calls, as bytecode with variables of its own. */
final class InnerCode implements FastFunction {
    /** What threads share. */
    private record Shared(
            CompiledProgram.Sweeps sweeps,
            double[] data,
            int size,
            List<Step> calls,
            int[] places,
            int[] sizes,
            int at) {}

    private final Shared shared;
    private final Frame frame;

    private InnerCode(Shared shared) {
        this.shared = shared;
        this.frame = new Frame(shared.data(), shared.size(), shared.calls());
    }

    /** Compiles the function; null where it is left to the tape. */
    static Supplier<FastFunction> of(
            TapeProgram tape, Expr.HigherCall call, Arg[] arguments, boolean[] active, int results) {
        for (Blocks.Plan plan : Blocks.Plan.ALL) {
            try {
                Shared shared = plan.lenient() ? null : lower(tape, plan, call, arguments, active, results);
                if (shared != null) {
                    return () -> new InnerCode(shared);
                }
            } catch (Unsupported e) {
                // The next plan tries harder.
            }
        }
        return null;
    }

    private static Shared lower(
            TapeProgram tape, Blocks.Plan plan, Expr.HigherCall call, Arg[] arguments, boolean[] active, int results) {
        Build build = new Build();
        Statements statements = new Statements(build, tape, plan);
        List<Val> handed = new ArrayList<>();
        int[] places = new int[arguments.length];
        int[] sizes = new int[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            Arg argument = arguments[i];
            if (argument.type.base() == Type.Base.INT) {
                double[] numbers = Arrays.copyOfRange(argument.value, argument.at, argument.at + argument.size);
                handed.add(build.pool.constant(Arg.constant(argument.type, numbers, argument.dims)));
            } else {
                sizes[i] = argument.size;
                places[i] = build.place(argument.size);
                handed.add(build.stored(argument.type, argument.dims, places[i], active[i]));
            }
        }
        Val out = statements.flow().call(call.called(), handed, call);
        if (out.size() != results) {
            throw Val.unsupported(call, "a function that returns something else than asked for");
        }
        int at = build.copied(out).piece().at().constant();
        Emitter emitter = new Emitter();
        CompiledProgram.Sweeps sweeps = emitter.write(Peephole.improved(build));
        return new Shared(sweeps, build.pool.numbers(), build.size(), emitter.calls(), places, sizes, at);
    }

    @Override
    public void set(int argument, double[] values) {
        System.arraycopy(values, 0, frame.v, shared.places()[argument], shared.sizes()[argument]);
    }

    @Override
    public void run(double[] out) {
        sweep(-1);
        System.arraycopy(frame.v, shared.at(), out, 0, out.length);
    }

    @Override
    public void jacobian(double[] out, double[][] by, int[] firstColumns) {
        int n = out.length;
        double[] d = frame.d;
        for (int row = 0; row < n; row++) {
            sweep(row);
            for (int k = 0; k < by.length; k++) {
                int from = shared.places()[k];
                int size = shared.sizes()[k];
                if (by[k] != null) {
                    int to = firstColumns[k] * n + row;
                    for (int j = 0; j < size; j++) {
                        by[k][to + j * n] = d[from + j];
                    }
                }
                Arrays.fill(d, from, from + size, 0);
            }
        }
        System.arraycopy(frame.v, shared.at(), out, 0, n);
    }

    /** Forth, and back from one number of the result, unless it is negative. */
    private void sweep(int row) {
        while (true) {
            frame.sp = 0;
            try {
                shared.sweeps().forward(frame);
                if (row >= 0) {
                    frame.d[shared.at() + row] = 1;
                    shared.sweeps().reverse(frame);
                }
                return;
            } catch (ArrayIndexOutOfBoundsException e) {
                Arrays.fill(frame.d, 0);
                if (!frame.grow()) {
                    throw e;
                }
            } catch (DomainException | IndexOutOfBoundsException e) {
                Arrays.fill(frame.d, 0);
                throw new DomainException(e.getMessage());
            }
        }
    }
}
