package org.driftfield.stan.tape;

import java.util.Arrays;
import org.driftfield.stan.tree.Constraint;
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

/** Which transform a declaration means. */
public final class Constraining {
    private Constraining() {}

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
