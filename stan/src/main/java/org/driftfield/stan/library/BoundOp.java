package org.driftfield.stan.library;

import org.driftfield.transform.Bound;

/**
 * From free numbers to bounded ones, number by number, with the log Jacobian last; the arguments are the free numbers and the two numbers of the bound, single or one for each.
 */
public record BoundOp(Bound bound) implements Op {
    @Override
    public int[] dims(Arg[] arguments) {
        return new int[] {arguments[0].size + 1};
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg free = arguments[0];
        double logJacobian = 0;
        for (int i = 0; i < free.size; i++) {
            double y = free.value[free.at + i];
            double a = element(arguments[1], i);
            double b = element(arguments[2], i);
            String fault = bound.fault(a, b);
            if (fault != null) {
                throw new DomainException(fault);
            }
            out.value[out.at + i] = bound.constrain(y, a, b);
            logJacobian += bound.logJacobian(y, a, b);
        }
        out.value[out.at + free.size] = logJacobian;
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg free = arguments[0];
        Arg first = arguments[1];
        Arg second = arguments[2];
        double byJacobian = out.adjoint[out.adjointAt + free.size];
        for (int i = 0; i < free.size; i++) {
            double y = free.value[free.at + i];
            double a = element(first, i);
            double b = element(second, i);
            double adjoint = out.adjoint[out.adjointAt + i];
            if (free.adjoint != null) {
                free.adjoint[free.adjointAt + i] += bound.reverse(y, a, b, adjoint, byJacobian);
            }
            if (first.adjoint != null) {
                first.adjoint[first.adjointAt + (first.size == 1 ? 0 : i)] +=
                        bound.reverseFirst(y, a, b, adjoint, byJacobian);
            }
            if (second.adjoint != null) {
                second.adjoint[second.adjointAt + (second.size == 1 ? 0 : i)] +=
                        bound.reverseSecond(y, a, b, adjoint, byJacobian);
            }
        }
    }

    /** A number of a value that may be a single one. */
    private static double element(Arg value, int i) {
        return value.value[value.at + (value.size == 1 ? 0 : i)];
    }
}
