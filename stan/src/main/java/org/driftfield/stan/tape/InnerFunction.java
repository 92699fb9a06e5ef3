package org.driftfield.stan.tape;

import java.util.Arrays;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.tree.Position;

/**
 * A function of the user's as a solver sees it: some of its arguments vary, the others are as they were handed on, and some of
 * these are parameters θ that derivatives are wanted for. Runs as bytecode where there is some, otherwise on a machine of its own,
 * beside the one that called the solver.
 */
final class InnerFunction {
    private final Machine outer;
    private final Machine machine;
    private final Routine routine;
    private final Position where;
    private final Arg[] arguments;
    private final int varying;
    private final int parameters;
    private final FastFunction fast;
    private final double[][] by;
    private final int[] firstColumns;

    /**
     * @param varying empty values of the arguments that vary, which stand first
     * @param handed the others; those with adjoints make up θ
     * @param fast the same in a faster form, or null
     */
    InnerFunction(Machine outer, Routine routine, Position where, Arg[] varying, Arg[] handed, FastFunction fast) {
        this.outer = outer;
        this.machine = outer.inner();
        this.routine = routine;
        this.where = where;
        this.fast = fast;
        this.varying = varying.length;
        this.arguments = Arrays.copyOf(varying, varying.length + handed.length);
        this.by = new double[arguments.length][];
        this.firstColumns = new int[arguments.length];
        int count = 0;
        for (int i = 0; i < handed.length; i++) {
            Arg own = Expressions.copy(handed[i]);
            firstColumns[varying.length + i] = count;
            if (outer.recording && handed[i].adjoint != null) {
                own.adjoint = new double[own.size];
                count += own.size;
            }
            arguments[varying.length + i] = own;
            if (fast != null) {
                fast.set(varying.length + i, own.value);
            }
        }
        this.parameters = count;
    }

    /** How many numbers θ has. */
    int parameters() {
        return parameters;
    }

    /** Sets the number of the k-th argument that varies. */
    void set(int k, double value) {
        arguments[k].value[0] = value;
    }

    /** Sets the numbers of the k-th argument that varies: the first of those given. */
    void set(int k, double[] values) {
        System.arraycopy(values, 0, arguments[k].value, 0, arguments[k].size);
    }

    /** Computes the value. */
    void run(double[] out) {
        outer.tick(where);
        if (fast != null && fastRun(out)) {
            return;
        }
        copy(run(false), out);
    }

    private boolean fastRun(double[] out) {
        hand();
        try {
            fast.run(out);
            return true;
        } catch (DomainException e) {
            // The tape knows what to say.
            return false;
        }
    }

    private void hand() {
        for (int k = 0; k < varying; k++) {
            fast.set(k, arguments[k].value);
        }
    }

    private static void copy(Arg value, double[] out) {
        if (value.size != out.length) {
            throw new DomainException("the function must return " + out.length + " numbers, got " + value.size);
        }
        System.arraycopy(value.value, value.at, out, 0, out.length);
    }

    private Arg run(boolean record) {
        machine.start(record, 0);
        return routine.call(machine, where, arguments, 0);
    }

    /**
     * Computes the value with its derivatives.
     *
     * @param moving which argument that varies derivatives are wanted for
     * @param byVarying takes the derivatives by it, column after column; null where they are not wanted
     * @param byParameter takes those by θ, likewise
     */
    void jacobian(int moving, double[] out, double[] byVarying, double[] byParameter) {
        outer.tick(where);
        if (fast == null || !fastJacobian(moving, out, byVarying, byParameter)) {
            taped(arguments[moving], out, byVarying, byParameter);
        }
    }

    private boolean fastJacobian(int moving, double[] out, double[] byVarying, double[] byParameter) {
        hand();
        by[moving] = byVarying;
        for (int i = varying; i < arguments.length; i++) {
            by[i] = arguments[i].adjoint == null ? null : byParameter;
        }
        try {
            fast.jacobian(out, by, firstColumns);
            return true;
        } catch (DomainException e) {
            return false;
        }
    }

    private void taped(Arg moving, double[] values, double[] byVarying, double[] byParameter) {
        moving.adjoint = new double[moving.size];
        try {
            Arg out = run(true);
            copy(out, values);
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
        } finally {
            moving.adjoint = null;
        }
    }

    private void collect(int n, int row, Arg moving, double[] byVarying, double[] byParameter) {
        for (int j = 0; j < moving.size && byVarying != null; j++) {
            byVarying[j * n + row] = moving.adjoint[j];
        }
        for (int i = varying; i < arguments.length && byParameter != null; i++) {
            Arg argument = arguments[i];
            for (int j = 0; j < argument.size && argument.adjoint != null; j++) {
                byParameter[(firstColumns[i] + j) * n + row] = argument.adjoint[j];
            }
        }
    }
}
