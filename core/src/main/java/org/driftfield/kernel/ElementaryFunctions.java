package org.driftfield.kernel;

/**
 * The exponential and the logarithm as a fixed sequence of IEEE operations. The vector kernels repeat the sequence lane by
 * lane with the constants kept here, which is why both give the same bits; a library call would promise no such thing.
 */
final class ElementaryFunctions {
    /** Largest argument whose exponential is finite. */
    static final double EXP_MAX = 0x1.62e42fefa39efp9;

    /** Smallest argument whose exponential is a normal number, log 2^-1022 rounded up; below it the result is 0. */
    static final double EXP_MIN = -0x1.6232bdd7abcd2p9;

    static final double LOG2_E = 0x1.71547652b82fep0;
    static final double MINUS_LN2_HIGH = -0x1.62e42fefa39efp-1;
    static final double MINUS_LN2_LOW = -0x1.abc9e3b39803fp-56;

    /** Adding 1.5 * 2^52 rounds to an integer, and leaves that integer in the low bits of the sum. */
    static final double ROUND = 0x1.8p52;

    static final int EXPONENT_SHIFT = 52;

    /**
     * Minimax coefficients of (e^r - 1 - r) / r^2 on |r| <= log(2)/2; they make a relative error of 2^-57.9 in e^r.
     */
    static final double E0 = 0x1.000000000000ap-1;

    static final double E1 = 0x1.55555555554fap-3;
    static final double E2 = 0x1.555555555088cp-5;
    static final double E3 = 0x1.1111111127b9cp-7;
    static final double E4 = 0x1.6c16c184266f4p-10;
    static final double E5 = 0x1.a01a012a6965ep-13;
    static final double E6 = 0x1.a0199a16db362p-16;
    static final double E7 = 0x1.71df253b0d5d2p-19;
    static final double E8 = 0x1.28ad68a93a074p-22;
    static final double E9 = 0x1.ad7f794e69558p-26;

    /**
     * Minimax coefficients of (atanh(s)/s - 1) / s^2 in s^2 on 0 <= s <= 1/3; they make a relative error of 2^-59.4 in
     * atanh(s).
     */
    static final double L0 = 0x1.5555555555535p-2;

    static final double L1 = 0x1.99999999a06c1p-3;
    static final double L2 = 0x1.249249209112fp-3;
    static final double L3 = 0x1.c71c741a0669cp-4;
    static final double L4 = 0x1.745cb459b50c8p-4;
    static final double L5 = 0x1.3b1dd3ac88438p-4;
    static final double L6 = 0x1.10682edc2d130p-4;
    static final double L7 = 0x1.efd18d00e3b9dp-5;
    static final double L8 = 0x1.55cf599d22b35p-5;
    static final double L9 = 0x1.5c5c21be12832p-4;

    static final double MINUS_LOG2_E = -LOG2_E;

    /** The logistic functions take larger arguments for this one, whose exponentials are normal numbers. */
    static final double LOGISTIC_MAX = 708;

    /**
     * Minimax coefficients of (r coth(r/2) - 2) / r^2 in r^2 on |r| <= log(2)/2. With t = r^2 times that series and
     * q = 2 - r + t, e^r = (q + 2r) / q has a relative error of 2^-61.
     */
    static final double C0 = 0x1.5555555555542p-3;

    static final double C1 = -0x1.6c16c16bf030dp-9;
    static final double C2 = 0x1.1566aafe9dec8p-14;
    static final double C3 = -0x1.bbd4387b26a30p-20;
    static final double C4 = 0x1.6381ee04df0cdp-25;

    private ElementaryFunctions() {}

    /** e^x = 2^k e^r with k the integer nearest to x / log 2. Within one ulp, 0 where the result would be subnormal. */
    static double exp(double x) {
        if (!(x <= EXP_MAX)) {
            return x * Double.POSITIVE_INFINITY; // infinity, or NaN for NaN
        }
        if (x < EXP_MIN) {
            return 0;
        }
        double shifted = Math.fma(x, LOG2_E, ROUND);
        double k = shifted - ROUND;
        double r = Math.fma(k, MINUS_LN2_LOW, Math.fma(k, MINUS_LN2_HIGH, x));
        double r2 = r * r;
        double even = Math.fma(Math.fma(Math.fma(Math.fma(E8, r2, E6), r2, E4), r2, E2), r2, E0);
        double odd = Math.fma(Math.fma(Math.fma(Math.fma(E9, r2, E7), r2, E5), r2, E3), r2, E1);
        double fraction = 1 + Math.fma(Math.fma(odd, r, even), r2, r);
        // Adding k to the exponent field; the bits of `shifted` above k are shifted out.
        return Double.longBitsToDouble(
                Double.doubleToRawLongBits(fraction) + (Double.doubleToRawLongBits(shifted) << EXPONENT_SHIFT));
    }

    /** 1 / (1 + e^-x); below -708 it stays at 3e-308, what it is there. */
    static double sigmoid(double x) {
        double a = cap(x);
        double shifted = shifted(a);
        double r = reduced(a, shifted);
        double q = denominator(r);
        double pk = scaledNumerator(r, q, shifted);
        return (x < 0 ? pk : q) / (q + pk);
    }

    /** log(1 + e^-|x|) = 2 atanh(u / (2 + u)) with u = e^-|x| = pk / q, accurate also where u is tiny. */
    static double log1pExpOfMinusAbs(double x) {
        double a = cap(x);
        double shifted = shifted(a);
        double r = reduced(a, shifted);
        double q = denominator(r);
        double pk = scaledNumerator(r, q, shifted);
        double s = pk / ((q + pk) + q);
        double z = s * s;
        double z2 = z * z;
        double even = Math.fma(Math.fma(Math.fma(Math.fma(L8, z2, L6), z2, L4), z2, L2), z2, L0);
        double odd = Math.fma(Math.fma(Math.fma(Math.fma(L9, z2, L7), z2, L5), z2, L3), z2, L1);
        double twice = s + s;
        return Math.fma(Math.fma(odd, z, even) * z, twice, twice);
    }

    /** log(1 + e^x). */
    static double log1pExp(double x) {
        return (x < 0 ? 0 : x) + log1pExpOfMinusAbs(x);
    }

    /*
     * The sigmoid needs a division whatever the exponential costs. Writing e^-|x| = 2^k p(r) / q(r), with the same odd and
     * even parts in p and q, puts the division of that fraction into the one of the sigmoid, and half of the coefficients go.
     */

    private static double cap(double x) {
        double a = Math.abs(x);
        return a > LOGISTIC_MAX ? LOGISTIC_MAX : a;
    }

    private static double shifted(double a) {
        return Math.fma(a, MINUS_LOG2_E, ROUND);
    }

    private static double reduced(double a, double shifted) {
        double k = shifted - ROUND;
        return Math.fma(k, MINUS_LN2_LOW, Math.fma(k, MINUS_LN2_HIGH, -a));
    }

    private static double denominator(double r) {
        double t = r * r;
        double even = Math.fma(Math.fma(Math.fma(Math.fma(C4, t, C3), t, C2), t, C1), t, C0);
        return Math.fma(even, t, 2 - r);
    }

    private static double scaledNumerator(double r, double q, double shifted) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(Math.fma(r, 2, q))
                + (Double.doubleToRawLongBits(shifted) << EXPONENT_SHIFT));
    }
}
