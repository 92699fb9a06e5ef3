package org.driftfield.transform;

/**
 * A map from free numbers y to a vector or matrix x under a constraint. Matrices lie column after column. Stateless: threads
 * share it; what the way back needs from the way forth is kept in an array that the caller brings.
 */
public sealed interface Transform
        permits CholeskyFactorCorr,
                CholeskyFactorCov,
                CorrMatrix,
                CovMatrix,
                Identity,
                Ordered,
                Simplex,
                StochasticMatrix,
                SumToZero,
                SumToZeroMatrix,
                UnitVector {
    /** How far from its constraint a given value may lie, as rounded decimals do. */
    double TOLERANCE = 1e-8;

    /** How many free numbers there are. */
    int freeSize();

    /** How many numbers the value has. */
    int size();

    /** How many numbers {@link #constrain} leaves for {@link #reverse}. */
    default int workspace() {
        return 0;
    }

    /** Writes the value at {@code y} to {@code x} and returns the log Jacobian. */
    double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt);

    /**
     * Adds to the derivative by y, after {@link #constrain} at the same place.
     *
     * @param xAdjoint the derivative by x
     * @param jacobianAdjoint the derivative by the log Jacobian
     */
    void reverse(
            double[] y,
            int yAt,
            double[] x,
            int xAt,
            double[] xAdjoint,
            int xAdjointAt,
            double jacobianAdjoint,
            double[] yAdjoint,
            int yAdjointAt,
            double[] work,
            int workAt);

    /** The inverse: writes to {@code y} the free numbers that make {@code x}, which has no fault. */
    void free(double[] x, int xAt, double[] y, int yAt);

    /** What keeps {@code x} from being such a value, as in "must sum to 1, but sums to 1.5"; null where nothing does. */
    String fault(double[] x, int xAt);
}
