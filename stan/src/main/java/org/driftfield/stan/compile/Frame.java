package org.driftfield.stan.compile;

import java.util.List;
import org.driftfield.stan.library.Arg;

/** What one evaluator holds; generated code reads and writes it. */
public final class Frame {
    /** Data, shared. */
    public final double[] c;

    /** Variables: the free coordinates first. */
    public final double[] v;

    /** Adjoints, at the places of the variables. */
    public final double[] d;

    /** Partial derivatives of a density. */
    public final double[] p = new double[8];

    /** What was overwritten. */
    public double[] stack = new double[256];

    /** Where the arguments of the next call lie. */
    public final int[] at = new int[32];

    public int sp;
    public double target;

    /** The steps that are not written out, with arguments of this evaluator's own. */
    final Call[] calls;

    Frame(double[] c, int size, List<Step> calls) {
        this.c = c;
        this.v = new double[size];
        this.d = new double[size];
        this.calls = calls.stream().map(Call::new).toArray(Call[]::new);
    }

    /** One step with its arguments. */
    static final class Call {
        final Step step;
        final Arg[] arguments;
        final Arg result;

        Call(Step step) {
            this.step = step;
            if (step instanceof Step.Call call) {
                arguments = call.arguments().stream().map(o -> copy(o.arg())).toArray(Arg[]::new);
                result = copy(call.result().arg());
            } else {
                arguments = new Arg[0];
                result = null;
            }
        }

        private static Arg copy(Arg from) {
            Arg to = new Arg(from.type);
            to.dims = from.dims;
            to.size = from.size;
            return to;
        }
    }
}
