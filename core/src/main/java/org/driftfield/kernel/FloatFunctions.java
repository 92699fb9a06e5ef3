package org.driftfield.kernel;

/**
 * Elementary functions in float as fixed sequences of IEEE operations, which {@link ScalarLayers} and the vector layers
 * repeat alike; {@link ElementaryFunctions} does the same for double.
 */
final class FloatFunctions {
    static final float LOG2_E = 0x1.715476p0f;
    static final float MINUS_LN2_HIGH = -0x1.62e43p-1f;
    static final float MINUS_LN2_LOW = 0x1.05c61p-29f;

    /** Adding 1.5 * 2^23 rounds to an integer, and leaves that integer in the low bits of the sum. */
    static final float ROUND = 0x1.8p23f;

    static final int EXPONENT_SHIFT = 23;

    /** The exponential of anything below is taken as 0. */
    static final float EXP_MIN = -87;

    /** From here on the hyperbolic tangent is 1 in float. */
    static final float TANH_MAX = 9.5f;

    /** Minimax coefficients of (e^r - 1 - r) / r^2 on |r| <= log(2)/2; a relative error of 2^-26.2 in e^r - 1. */
    static final float E0 = 0x1.fffffep-2f;

    static final float E1 = 0x1.5554b0p-3f;
    static final float E2 = 0x1.555674p-5f;
    static final float E3 = 0x1.122776p-7f;
    static final float E4 = 0x1.6bec02p-10f;

    /** Minimax coefficients of (atanh(s)/s - 1) / s^2 in s^2 on |s| <= 1/3; a relative error of 2^-27.7 in atanh(s). */
    static final float L0 = 0x1.5555p-2f;

    static final float L1 = 0x1.99d27cp-3f;
    static final float L2 = 0x1.1eb610p-3f;
    static final float L3 = 0x1.1ef874p-3f;

    static final float LN2 = 0x1.62e43p-1f;

    /** The bits of sqrt(1/2), from which exponents are counted so that the rest is near 1 on both sides. */
    static final int SQRT_HALF = 0x3f3504f3;

    private FloatFunctions() {}

    /** e^x for x <= 0. */
    static float exp(float x) {
        if (x < EXP_MIN) {
            return 0;
        }
        float shifted = Math.fma(x, LOG2_E, ROUND);
        float k = shifted - ROUND;
        float r = Math.fma(k, MINUS_LN2_LOW, Math.fma(k, MINUS_LN2_HIGH, x));
        float fraction = 1 + expm1Polynomial(r);
        return Float.intBitsToFloat(
                Float.floatToRawIntBits(fraction) + (Float.floatToRawIntBits(shifted) << EXPONENT_SHIFT));
    }

    private static float expm1Polynomial(float r) {
        float p = Math.fma(Math.fma(Math.fma(Math.fma(E4, r, E3), r, E2), r, E1), r, E0);
        return Math.fma(p, r * r, r);
    }

    /** -expm1(-2|x|) / (expm1(-2|x|) + 2) with the sign of x: nothing cancels where x is small. */
    static float tanh(float x) {
        float size = Math.abs(x);
        float v = (size > TANH_MAX ? TANH_MAX : size) * -2;
        float shifted = Math.fma(v, LOG2_E, ROUND);
        float k = shifted - ROUND;
        float r = Math.fma(k, MINUS_LN2_LOW, Math.fma(k, MINUS_LN2_HIGH, v));
        float power = Float.intBitsToFloat(
                Float.floatToRawIntBits(1f) + (Float.floatToRawIntBits(shifted) << EXPONENT_SHIFT));
        float e = Math.fma(power, expm1Polynomial(r), power - 1);
        return (x < 0 ? e : -e) / (e + 2);
    }

    /** log(1 + u) = 2 atanh(u / (2 + u)) for -0.3 <= u <= 1, accurate also where u is tiny. */
    static float log1p(float u) {
        float s = u / (u + 2);
        float z = s * s;
        float p = Math.fma(Math.fma(Math.fma(L3, z, L2), z, L1), z, L0);
        float twice = s + s;
        return Math.fma(p * z, twice, twice);
    }

    /** log x for a normal number x. */
    static float log(float x) {
        int bits = Float.floatToRawIntBits(x);
        int exponent = (bits - SQRT_HALF) >> EXPONENT_SHIFT;
        float rest = Float.intBitsToFloat(bits - (exponent << EXPONENT_SHIFT));
        float k = Float.intBitsToFloat(Float.floatToRawIntBits(ROUND) + exponent) - ROUND;
        return Math.fma(k, LN2, log1p(rest - 1));
    }
}
