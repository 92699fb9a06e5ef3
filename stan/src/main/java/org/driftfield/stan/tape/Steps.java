package org.driftfield.stan.tape;

import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Op;

/** Notes on the tape that are no functions of the language; {@code forward} has been done by whoever makes the note. */
final class Steps {
    private Steps() {}

    /** A note whose way forth is elsewhere. */
    private interface Step extends Op {
        @Override
        default int[] dims(Arg[] arguments) {
            throw new UnsupportedOperationException();
        }

        @Override
        default void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            throw new UnsupportedOperationException();
        }
    }

    /** out = argument[indexes], the indexes in work. */
    static final Op GATHER = new Step() {
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg from = arguments[0];
            for (int k = 0; k < out.size; k++) {
                from.adjoint[from.adjointAt + (int) work[workAt + k]] += out.adjoint[out.adjointAt + k];
            }
        }
    };

    /** out[indexes] = argument, the indexes in work, followed by what was overwritten. */
    static final Op SCATTER = new Step() {
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg value = arguments[0];
            int n = value.size;
            for (int k = n - 1; k >= 0; k--) {
                int i = (int) work[workAt + k];
                swap(out, i, work, workAt + n + k);
                if (out.adjoint != null) {
                    double adjoint = out.adjoint[out.adjointAt + i];
                    out.adjoint[out.adjointAt + i] = 0;
                    if (value.adjoint != null) {
                        value.adjoint[value.adjointAt + k] += adjoint;
                    }
                }
            }
        }
    };

    /** Overwrites again what {@link #SCATTER} has undone. */
    static void redo(Entry entry) {
        if (entry.op == SCATTER) {
            int n = entry.arguments[0].size;
            for (int k = 0; k < n; k++) {
                int i = (int) entry.work[entry.workAt + k];
                swap(entry.out, i, entry.work, entry.workAt + n + k);
            }
        }
    }

    private static void swap(Arg out, int i, double[] work, int at) {
        double value = out.value[out.at + i];
        out.value[out.at + i] = work[at];
        work[at] = value;
    }

    /** out = the arguments end to end. */
    static final Op JOIN = new Step() {
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            int at = out.adjointAt;
            for (Arg argument : arguments) {
                for (int i = 0; i < argument.size && argument.adjoint != null; i++) {
                    argument.adjoint[argument.adjointAt + i] += out.adjoint[at + i];
                }
                at += argument.size;
            }
        }
    };

    /** out = a matrix with the arguments as its rows. */
    static final Op ROWS = new Step() {
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            for (int r = 0; r < arguments.length; r++) {
                Arg row = arguments[r];
                for (int j = 0; j < row.size && row.adjoint != null; j++) {
                    row.adjoint[row.adjointAt + j] += out.adjoint[out.adjointAt + j * arguments.length + r];
                }
            }
        }
    };

    /** out is a function of the arguments, whose Jacobian, one row for each element of out, is in work. */
    static final Op LINEAR = new Step() {
        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            int at = workAt;
            for (int k = 0; k < out.size; k++) {
                double weight = out.adjoint[out.adjointAt + k];
                for (Arg argument : arguments) {
                    if (argument.adjoint != null) {
                        for (int i = 0; i < argument.size; i++) {
                            argument.adjoint[argument.adjointAt + i] += weight * work[at + i];
                        }
                        at += argument.size;
                    }
                }
            }
        }
    };

    /** The sum of the argument was added to the target, or taken from it. */
    static Op addTarget(Machine machine, int sign) {
        return new Step() {
            @Override
            public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
                Arg term = arguments[0];
                for (int i = 0; i < term.size; i++) {
                    term.adjoint[term.adjointAt + i] += sign * machine.targetAdjoint;
                }
            }
        };
    }

    /** out = the target so far. */
    static Op readTarget(Machine machine) {
        return new Step() {
            @Override
            public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
                machine.targetAdjoint += out.adjoint[out.adjointAt];
            }
        };
    }
}
