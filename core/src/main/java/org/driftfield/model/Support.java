package org.driftfield.model;

import static org.driftfield.InputException.require;

/**
 * The set of values a parameter may take. Inference runs on the whole real line; a support knows the smooth one-to-one map
 * from there to its values and the logarithm of that map's derivative (the Jacobian term).
 */
public sealed interface Support {
    /** Any real number. */
    Support REAL = new Real();

    /** Numbers above zero, mapped by the exponential. */
    Support POSITIVE = new Above(0);

    /** Numbers between {@code lower} and {@code upper}, both excluded, mapped by the scaled logistic function. */
    static Support interval(double lower, double upper) {
        return new Interval(lower, upper);
    }

    /** Numbers above {@code lower}, mapped by the shifted exponential. */
    static Support above(double lower) {
        return new Above(lower);
    }

    /** From the unconstrained value {@code z} to the parameter's own scale. */
    double constrain(double z);

    /** The inverse of {@link #constrain}. */
    double unconstrain(double x);

    /** The derivative of {@link #constrain} at {@code z}. */
    double slope(double z);

    /** The same as a function of x = constrain(z), for callers that have it at hand. */
    double slopeAt(double x);

    /** log of {@link #slope} at {@code z}. */
    double logJacobian(double z);

    /** The derivative of {@link #logJacobian} at {@code z}. */
    double logJacobianSlope(double z);

    /** Whether {@code x} lies inside. */
    boolean contains(double x);

    /** The smallest interval that holds all values. */
    Variable.Range range();

    /** The real line. */
    record Real() implements Support {
        @Override
        public double constrain(double z) {
            return z;
        }

        @Override
        public double unconstrain(double x) {
            return x;
        }

        @Override
        public double slope(double z) {
            return 1;
        }

        @Override
        public double slopeAt(double x) {
            return 1;
        }

        @Override
        public double logJacobian(double z) {
            return 0;
        }

        @Override
        public double logJacobianSlope(double z) {
            return 0;
        }

        @Override
        public boolean contains(double x) {
            return Double.isFinite(x);
        }

        @Override
        public Variable.Range range() {
            return Variable.Range.REAL;
        }
    }

    /** Numbers above a bound. */
    record Above(double lower) implements Support {
        public Above {
            require(Double.isFinite(lower), "the lower bound must be a finite number, got %s", lower);
        }

        @Override
        public double constrain(double z) {
            return lower + Math.exp(z);
        }

        @Override
        public double unconstrain(double x) {
            return Math.log(x - lower);
        }

        @Override
        public double slope(double z) {
            return Math.exp(z);
        }

        @Override
        public double slopeAt(double x) {
            return x - lower;
        }

        @Override
        public double logJacobian(double z) {
            return z;
        }

        @Override
        public double logJacobianSlope(double z) {
            return 1;
        }

        @Override
        public boolean contains(double x) {
            return x > lower && x < Double.POSITIVE_INFINITY;
        }

        @Override
        public Variable.Range range() {
            return new Variable.Range(lower, Double.POSITIVE_INFINITY);
        }
    }

    /** Numbers between two bounds. */
    record Interval(double lower, double upper) implements Support {
        public Interval {
            require(
                    Double.isFinite(lower) && Double.isFinite(upper) && lower < upper,
                    "an interval must have finite bounds with lower < upper, got (%s, %s)",
                    lower,
                    upper);
        }

        @Override
        public double constrain(double z) {
            // From the nearer end, so that values close to a bound keep their distance from it.
            return z < 0 ? lower + (upper - lower) * logistic(z) : upper - (upper - lower) * logistic(-z);
        }

        @Override
        public double unconstrain(double x) {
            return Math.log(x - lower) - Math.log(upper - x);
        }

        @Override
        public double slope(double z) {
            return (upper - lower) * logistic(z) * logistic(-z);
        }

        @Override
        public double slopeAt(double x) {
            return (x - lower) * (upper - x) / (upper - lower);
        }

        @Override
        public double logJacobian(double z) {
            return Math.log(upper - lower) - Math.abs(z) - 2 * Math.log1p(Math.exp(-Math.abs(z)));
        }

        @Override
        public double logJacobianSlope(double z) {
            return 1 - 2 * logistic(z);
        }

        @Override
        public boolean contains(double x) {
            return x > lower && x < upper;
        }

        @Override
        public Variable.Range range() {
            return new Variable.Range(lower, upper);
        }

        private static double logistic(double z) {
            return 1 / (1 + Math.exp(-z));
        }
    }
}
