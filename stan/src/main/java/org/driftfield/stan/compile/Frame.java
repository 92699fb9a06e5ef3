package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tape.Part;

/** What one evaluator holds; generated code reads and writes it. */
public final class Frame {
    private static final int LARGEST_STACK = 1 << 26;

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
    public final int[] at;

    public int sp;
    public double target;

    /** The steps that are not written out, with arguments of this evaluator's own. */
    final Call[] calls;

    Frame(double[] c, int size, List<Step> calls) {
        this.c = c;
        this.v = new double[size];
        this.d = new double[size];
        this.calls = new Call[calls.size()];
        int places = 0;
        for (int i = 0; i < this.calls.length; i++) {
            this.calls[i] = new Call(calls.get(i));
            places = Math.max(places, Calls.places(calls.get(i)).size());
        }
        this.at = new int[places];
    }

    /** Makes more room for what is overwritten; false where there is none. */
    boolean grow() {
        if (stack.length >= LARGEST_STACK) {
            return false;
        }
        stack = new double[2 * stack.length];
        return true;
    }

    /** What runs the parts that are left to the tape, in order. */
    Part.Runner[] parts() {
        List<Part.Runner> runners = new ArrayList<>();
        for (Call call : calls) {
            if (call.runner != null) {
                runners.add(call.runner);
            }
        }
        return runners.toArray(new Part.Runner[0]);
    }

    /** One step with its arguments. */
    static final class Call {
        final Step step;
        final Arg[] arguments;
        final Arg[] results;

        /** The only result, if there is one. */
        final Arg result;

        /** What runs a part that is left to the tape; null for others. */
        final Part.Runner runner;

        Call(Step step) {
            this.step = step;
            if (step instanceof Step.Call call) {
                arguments = copies(call.arguments());
                results = copies(List.of(call.result()));
                runner = null;
            } else if (step instanceof Step.Interpreted left) {
                arguments = copies(left.inputs());
                results = copies(left.outputs());
                runner = left.part().runner();
            } else {
                arguments = new Arg[0];
                results = new Arg[0];
                runner = null;
            }
            result = results.length == 0 ? null : results[0];
        }

        private static Arg[] copies(List<Step.Operand> operands) {
            Arg[] copies = new Arg[operands.size()];
            for (int i = 0; i < copies.length; i++) {
                copies[i] = copy(operands.get(i).arg());
            }
            return copies;
        }

        private static Arg copy(Arg from) {
            Arg to = new Arg(from.type);
            to.dims = from.dims;
            to.size = from.size;
            return to;
        }
    }
}
