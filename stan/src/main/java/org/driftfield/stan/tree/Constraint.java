package org.driftfield.stan.tree;

/** What the declaration of a variable demands of its value; for a parameter, also the way from the free scale. */
public sealed interface Constraint {
    /** Anything. */
    record None() implements Constraint {}

    /**
     * {@code <lower=a, upper=b>}, elementwise: the bounds are scalars or have the shape of the variable.
     *
     * @param lower null for none
     * @param upper null for none
     */
    record Bounds(Expr lower, Expr upper) implements Constraint {}

    /**
     * {@code <offset=m, multiplier=s>}: no demand, another free scale.
     *
     * @param offset null for 0
     * @param multiplier null for 1
     */
    record Affine(Expr offset, Expr multiplier) implements Constraint {}

    /** A type whose elements depend on each other; for each element of an array of them. */
    enum Structured implements Constraint {
        ORDERED,
        POSITIVE_ORDERED,
        SIMPLEX,
        UNIT_VECTOR,
        SUM_TO_ZERO_VECTOR,
        SUM_TO_ZERO_MATRIX,
        ROW_STOCHASTIC_MATRIX,
        COLUMN_STOCHASTIC_MATRIX,
        CORR_MATRIX,
        COV_MATRIX,
        CHOLESKY_FACTOR_CORR,
        CHOLESKY_FACTOR_COV;

        /** Whether its values lie in a bounded set, so that a flat density on it is proper. */
        public boolean bounded() {
            return switch (this) {
                case SIMPLEX,
                        UNIT_VECTOR,
                        ROW_STOCHASTIC_MATRIX,
                        COLUMN_STOCHASTIC_MATRIX,
                        CORR_MATRIX,
                        CHOLESKY_FACTOR_CORR -> true;
                case ORDERED,
                        POSITIVE_ORDERED,
                        SUM_TO_ZERO_VECTOR,
                        SUM_TO_ZERO_MATRIX,
                        COV_MATRIX,
                        CHOLESKY_FACTOR_COV -> false;
            };
        }
    }
}
