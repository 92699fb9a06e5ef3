package org.driftfield.stan.tape;

import java.util.Arrays;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.transform.Bound;
import org.driftfield.transform.CholeskyFactorCorr;
import org.driftfield.transform.CholeskyFactorCov;
import org.driftfield.transform.CorrMatrix;
import org.driftfield.transform.CovMatrix;
import org.driftfield.transform.Ordered;
import org.driftfield.transform.Simplex;
import org.driftfield.transform.StochasticMatrix;
import org.driftfield.transform.SumToZero;
import org.driftfield.transform.SumToZeroMatrix;
import org.driftfield.transform.Transform;
import org.driftfield.transform.UnitVector;

/** From the free scale to a parameter: functions whose result is the parameter's numbers and, last, the log Jacobian. */
public final class Constraining {
    private Constraining() {}

    /** Number by number; the arguments are the free numbers and the two numbers of the bound, single or one for each. */
    record Numbers(Bound bound) implements Op {
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
                double a = Statements.element(arguments[1], i);
                double b = Statements.element(arguments[2], i);
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
                double a = Statements.element(first, i);
                double b = Statements.element(second, i);
                double adjoint = out.adjoint[out.adjointAt + i];
                free.adjoint[free.adjointAt + i] += bound.reverse(y, a, b, adjoint, byJacobian);
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
    }

    /** Vector by vector or matrix by matrix, {@code count} of them. */
    record Wholes(Transform transform, int count) implements Op {
        @Override
        public int[] dims(Arg[] arguments) {
            return new int[] {count * transform.size() + 1};
        }

        @Override
        public int workspace(Arg[] arguments) {
            return count * transform.workspace();
        }

        @Override
        public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg free = arguments[0];
            double logJacobian = 0;
            for (int k = 0; k < count; k++) {
                logJacobian += transform.constrain(
                        free.value,
                        free.at + k * transform.freeSize(),
                        out.value,
                        out.at + k * transform.size(),
                        work,
                        workAt + k * transform.workspace());
            }
            out.value[out.at + out.size - 1] = logJacobian;
        }

        @Override
        public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
            Arg free = arguments[0];
            double byJacobian = out.adjoint[out.adjointAt + out.size - 1];
            for (int k = 0; k < count; k++) {
                transform.reverse(
                        free.value,
                        free.at + k * transform.freeSize(),
                        out.value,
                        out.at + k * transform.size(),
                        out.adjoint,
                        out.adjointAt + k * transform.size(),
                        byJacobian,
                        free.adjoint,
                        free.adjointAt + k * transform.freeSize(),
                        work,
                        workAt + k * transform.workspace());
            }
        }
    }

    /** The transform of one element of an array of a structured type. */
    public static Transform transform(Constraint.Structured type, int[] dims, int arrays) {
        int n = dims[arrays];
        int columns = dims.length > arrays + 1 ? dims[arrays + 1] : 1;
        return switch (type) {
            case ORDERED -> new Ordered(n, false);
            case POSITIVE_ORDERED -> new Ordered(n, true);
            case SIMPLEX -> new Simplex(n);
            case UNIT_VECTOR -> new UnitVector(n);
            case SUM_TO_ZERO_VECTOR -> new SumToZero(n);
            case SUM_TO_ZERO_MATRIX -> new SumToZeroMatrix(n, columns);
            case ROW_STOCHASTIC_MATRIX -> new StochasticMatrix(n, columns, false);
            case COLUMN_STOCHASTIC_MATRIX -> new StochasticMatrix(n, columns, true);
            case CORR_MATRIX -> new CorrMatrix(n);
            case COV_MATRIX -> new CovMatrix(n);
            case CHOLESKY_FACTOR_CORR -> new CholeskyFactorCorr(n);
            case CHOLESKY_FACTOR_COV -> new CholeskyFactorCov(n, columns);
        };
    }

    /** How many elements the array dimensions make. */
    public static int count(int[] dims, int arrays) {
        return Arrays.stream(dims, 0, arrays).reduce(1, Math::multiplyExact);
    }
}
