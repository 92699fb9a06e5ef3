package org.driftfield.stan.tape;

import java.util.Arrays;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Position;

/**
 * A function of the user's as a solver sees it: some of its arguments vary, the others are as they were handed on, and some of
 * these are parameters θ that derivatives are wanted for. Runs on a machine of its own, beside the one that called the solver.
 */
final class InnerFunction {
    private final Machine machine;
    private final Routine routine;
    private final Position where;
    private final Arg[] arguments;
    private final int varying;
    private final int parameters;

    /**
     * @param varying empty values of the arguments that vary, which stand first
     * @param handed the others; those with adjoints make up θ
     */
    InnerFunction(Machine outer, Routine routine, Position where, Arg[] varying, Arg[] handed) {
        this.machine = outer.inner();
        this.routine = routine;
        this.where = where;
        this.varying = varying.length;
        this.arguments = Arrays.copyOf(varying, varying.length + handed.length);
        int count = 0;
        for (int i = 0; i < handed.length; i++) {
            Arg own = Expressions.copy(handed[i]);
            if (outer.recording && handed[i].adjoint != null) {
                own.adjoint = new double[own.size];
                count += own.size;
            }
            arguments[varying.length + i] = own;
        }
        this.parameters = count;
    }

    /** How many numbers θ has. */
    int parameters() {
        return parameters;
    }

    /** Sets the numbers of the k-th argument that varies. */
    void set(int k, double... values) {
        System.arraycopy(values, 0, arguments[k].value, 0, values.length);
    }

    /** The value. */
    Arg run() {
        return run(false);
    }

    private Arg run(boolean record) {
        machine.start(record, 0);
        return routine.call(machine, where, arguments, 0);
    }

    /**
     * The value, with its derivatives.
     *
     * @param by which argument that varies
     * @param byVarying takes the derivatives by it, column after column; null where they are not wanted
     * @param byParameter takes those by θ, likewise
     */
    Arg jacobian(int by, double[] byVarying, double[] byParameter) {
        Arg moving = arguments[by];
        moving.adjoint = new double[moving.size];
        try {
            Arg out = run(true);
            int n = out.size;
            for (int row = 0; row < n; row++) {
                for (Arg argument : arguments) {
                    if (argument.adjoint != null) {
                        Arrays.fill(argument.adjoint, 0);
                    }
                }
                if (out.adjoint != null) {
                    out.adjoint[out.adjointAt + row] += 1;
                    machine.reverse();
                    machine.rewind();
                }
                collect(n, row, moving, byVarying, byParameter);
            }
            return out;
        } finally {
            moving.adjoint = null;
        }
    }

    private void collect(int n, int row, Arg moving, double[] byVarying, double[] byParameter) {
        for (int j = 0; j < moving.size && byVarying != null; j++) {
            byVarying[j * n + row] = moving.adjoint[j];
        }
        int column = 0;
        for (int i = varying; i < arguments.length && byParameter != null; i++) {
            Arg argument = arguments[i];
            for (int j = 0; j < argument.size && argument.adjoint != null; j++) {
                byParameter[column++ * n + row] = argument.adjoint[j];
            }
        }
    }
}
