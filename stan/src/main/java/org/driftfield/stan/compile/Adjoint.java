package org.driftfield.stan.compile;

/** The derivative of the target by a number: a local variable, or 1; or its negative. */
record Adjoint(int local, boolean negative) {
    static final Adjoint ONE = new Adjoint(-1, false);

    Adjoint negated() {
        return new Adjoint(local, !negative);
    }
}
