package org.driftfield.stan.tape;

import java.util.Arrays;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;
import org.driftfield.transform.Transform;

/** Whether variables are what their declarations say. */
final class Checks {
    /** What is wrong with the value a variable has; null where nothing is. */
    @FunctionalInterface
    interface Check {
        String fault(Machine m, Arg value);
    }

    private Checks() {}

    static Check of(Stmt.Declare declare, Expressions expressions) {
        Variable variable = declare.variable();
        if (declare.constraint() instanceof Constraint.Bounds bounds) {
            Code lower = bounds.lower() == null ? null : expressions.of(bounds.lower());
            Code upper = bounds.upper() == null ? null : expressions.of(bounds.upper());
            return (m, value) -> {
                String fault = lower == null ? null : below(variable, value, lower.run(m), "at least", 1);
                return fault != null || upper == null ? fault : below(variable, value, upper.run(m), "at most", -1);
            };
        }
        if (declare.constraint() instanceof Constraint.Structured structured) {
            int arrays = variable.type().arrays();
            return (m, value) -> {
                int count = Constraining.count(value.dims, arrays);
                if (count == 0) {
                    return null;
                }
                Transform transform = Constraining.transform(structured, value.dims, arrays);
                for (int k = 0; k < count; k++) {
                    String fault = transform.fault(value.value, value.at + k * transform.size());
                    if (fault != null) {
                        return variable + (count > 1 ? " (element " + (k + 1) + ") " : " ") + fault;
                    }
                }
                return null;
            };
        }
        return (m, value) -> null;
    }

    private static String below(Variable variable, Arg value, Arg limit, String words, int sign) {
        for (int i = 0; i < value.size; i++) {
            double x = value.value[value.at + i];
            double bound = Statements.element(limit, i);
            if (!(sign * x >= sign * bound)) {
                return variable + place(value, i) + " must be " + words + " " + number(bound) + ", got " + number(x);
            }
        }
        return null;
    }

    private static String number(double x) {
        return x == Math.rint(x) && Math.abs(x) < 1e15 ? Long.toString((long) x) : Double.toString(x);
    }

    /** {@code [2,3]} for the element at place i of the value's numbers. */
    private static String place(Arg value, int i) {
        int rank = value.dims.length;
        if (rank == 0) {
            return "";
        }
        int[] index = new int[rank];
        int rest = i;
        int arrays = value.type.arrays();
        if (rank - arrays == 2) {
            index[arrays] = rest % value.dims[arrays] + 1;
            rest /= value.dims[arrays];
            index[arrays + 1] = rest % value.dims[arrays + 1] + 1;
            rest /= value.dims[arrays + 1];
            rank = arrays;
        }
        for (int d = rank - 1; d >= 0; d--) {
            index[d] = rest % value.dims[d] + 1;
            rest /= value.dims[d];
        }
        return Arrays.toString(index).replace(" ", "");
    }
}
