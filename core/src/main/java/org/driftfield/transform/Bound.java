package org.driftfield.transform;

/**
 * What a single number is held to, by up to two numbers a and b that may themselves depend on free numbers: x is a function of
 * (y, a, b), and so is the log Jacobian log |dx/dy|.
 */
public enum Bound {
    /** x = y. */
    NONE,
    /** x = a + exp(y), above a. */
    LOWER,
    /** x = b - exp(y), below b. */
    UPPER,
    /** x = a + (b - a) logistic(y), between a and b. */
    INTERVAL,
    /** x = a + b y, any number, with offset a and multiplier b. */
    AFFINE;

    /** The bound that is left where a lies at minus infinity or b at infinity. */
    private Bound effective(double a, double b) {
        boolean below = a == Double.NEGATIVE_INFINITY;
        boolean above = b == Double.POSITIVE_INFINITY;
        return switch (this) {
            case NONE, AFFINE -> this;
            case LOWER -> below ? NONE : LOWER;
            case UPPER -> above ? NONE : UPPER;
            case INTERVAL -> below ? above ? NONE : UPPER : above ? LOWER : INTERVAL;
        };
    }

    /** What is wrong with a and b; null where nothing is. */
    public String fault(double a, double b) {
        return switch (this) {
            case NONE -> null;
            case LOWER -> Double.isNaN(a) || a == Double.POSITIVE_INFINITY ? "lower bound is " + a : null;
            case UPPER -> Double.isNaN(b) || b == Double.NEGATIVE_INFINITY ? "upper bound is " + b : null;
            case INTERVAL -> a < b ? null : "lower bound " + a + " is not below upper bound " + b;
            case AFFINE ->
                !Double.isFinite(a)
                        ? "offset is " + a
                        : b > 0 && b < Double.POSITIVE_INFINITY ? null : "multiplier is " + b;
        };
    }

    public double constrain(double y, double a, double b) {
        return switch (effective(a, b)) {
            case NONE -> y;
            case LOWER -> a + Math.exp(y);
            case UPPER -> b - Math.exp(y);
            // From the nearer end, so that values close to a bound keep their distance from it.
            case INTERVAL -> y < 0 ? a + (b - a) * logistic(y) : b - (b - a) * logistic(-y);
            case AFFINE -> a + b * y;
        };
    }

    public double logJacobian(double y, double a, double b) {
        return switch (effective(a, b)) {
            case NONE -> 0;
            case LOWER, UPPER -> y;
            case INTERVAL -> Math.log(b - a) - Math.abs(y) - 2 * Math.log1p(Math.exp(-Math.abs(y)));
            case AFFINE -> Math.log(b);
        };
    }

    /** The derivative by y of adjoint · x + jacobianAdjoint · log Jacobian. */
    public double reverse(double y, double a, double b, double adjoint, double jacobianAdjoint) {
        return switch (effective(a, b)) {
            case NONE -> adjoint;
            case LOWER -> adjoint * Math.exp(y) + jacobianAdjoint;
            case UPPER -> -adjoint * Math.exp(y) + jacobianAdjoint;
            case INTERVAL -> {
                double s = logistic(y);
                yield adjoint * (b - a) * s * logistic(-y) + jacobianAdjoint * (1 - 2 * s);
            }
            case AFFINE -> adjoint * b;
        };
    }

    /** The derivative by a of the same. */
    public double reverseFirst(double y, double a, double b, double adjoint, double jacobianAdjoint) {
        return switch (effective(a, b)) {
            case NONE, UPPER -> 0;
            case LOWER, AFFINE -> adjoint;
            case INTERVAL -> adjoint * logistic(-y) - jacobianAdjoint / (b - a);
        };
    }

    /** The derivative by b of the same. */
    public double reverseSecond(double y, double a, double b, double adjoint, double jacobianAdjoint) {
        return switch (effective(a, b)) {
            case NONE, LOWER -> 0;
            case UPPER -> adjoint;
            case INTERVAL -> adjoint * logistic(y) + jacobianAdjoint / (b - a);
            case AFFINE -> adjoint * y + jacobianAdjoint / b;
        };
    }

    /** The inverse of {@link #constrain} in y. */
    public double free(double x, double a, double b) {
        return switch (effective(a, b)) {
            case NONE -> x;
            case LOWER -> Math.log(x - a);
            case UPPER -> Math.log(b - x);
            case INTERVAL -> Math.log(x - a) - Math.log(b - x);
            case AFFINE -> (x - a) / b;
        };
    }

    /** Whether x, which may lie on a bound, keeps to it. */
    public boolean holds(double x, double a, double b) {
        return switch (this) {
            case NONE, AFFINE -> true;
            case LOWER -> x >= a;
            case UPPER -> x <= b;
            case INTERVAL -> x >= a && x <= b;
        };
    }

    private static double logistic(double y) {
        return 1 / (1 + Math.exp(-y));
    }
}
