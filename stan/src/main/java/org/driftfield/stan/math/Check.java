package org.driftfield.stan.math;

import org.driftfield.stan.library.DomainException;

/** The domains of functions, each with its sentence. */
public final class Check {
    private Check() {}

    public static DomainException fail(String function, String what, String expected, double actual) {
        return new DomainException(function + ": " + what + " must be " + expected + ", got " + number(actual));
    }

    /** Without a decimal point where the number is an integer. */
    public static String number(double x) {
        return x == Math.rint(x) && Math.abs(x) < 1e15 ? Long.toString((long) x) : Double.toString(x);
    }

    public static void positive(String function, String what, double x) {
        if (!(x > 0)) {
            throw fail(function, what, "positive", x);
        }
    }

    public static void positiveFinite(String function, String what, double x) {
        if (!(x > 0 && x < Double.POSITIVE_INFINITY)) {
            throw fail(function, what, "positive and finite", x);
        }
    }

    public static void nonNegative(String function, String what, double x) {
        if (!(x >= 0)) {
            throw fail(function, what, "nonnegative", x);
        }
    }

    public static void finite(String function, String what, double x) {
        if (!(Math.abs(x) < Double.POSITIVE_INFINITY)) {
            throw fail(function, what, "finite", x);
        }
    }

    public static void notNan(String function, String what, double x) {
        if (Double.isNaN(x)) {
            throw fail(function, what, "a number", x);
        }
    }

    public static void between(String function, String what, double low, double high, double x) {
        if (!(x >= low && x <= high)) {
            throw fail(function, what, "between " + number(low) + " and " + number(high), x);
        }
    }
}
