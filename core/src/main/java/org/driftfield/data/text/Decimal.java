package org.driftfield.data.text;

/**
 * Reads decimal numbers from characters, correctly rounded as {@link Double#parseDouble} does, without making a string
 * in the common case.
 */
public final class Decimal {
    /** The powers of ten that a double holds exactly. */
    private static final double[] POWERS = new double[23];

    static {
        for (int k = 0; k < POWERS.length; k++) {
            POWERS[k] = Double.parseDouble("1e" + k);
        }
    }

    private static final int MOST_DIGITS = 18;

    private Decimal() {}

    public static double parse(String text) {
        return parse(text.toCharArray(), 0, text.length());
    }

    /**
     * The number written in the given characters, NaN when they are not a number. Written as an optional sign, digits with
     * an optional point, an optional exponent; or {@code Inf}, {@code inf}, {@code Infinity} with an optional sign.
     */
    public static double parse(char[] text, int offset, int length) {
        int end = offset + length;
        int i = offset;
        boolean negative = false;
        if (i < end && (text[i] == '-' || text[i] == '+')) {
            negative = text[i++] == '-';
        }
        long mantissa = 0;
        int digits = 0; // significant digits so far: leading zeros do not count
        int scale = 0;
        boolean anyDigit = false;
        boolean point = false;
        for (; i < end; i++) {
            char c = text[i];
            if (c >= '0' && c <= '9') {
                anyDigit = true;
                if (digits < MOST_DIGITS) {
                    mantissa = 10 * mantissa + (c - '0');
                }
                digits += mantissa == 0 ? 0 : 1;
                scale += point ? 1 : 0;
            } else if (c == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (!anyDigit) {
            return isInfinity(text, i, end) && !point
                    ? (negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
                    : Double.NaN;
        }
        int exponent = 0;
        if (i < end) {
            if (text[i] != 'e' && text[i] != 'E') {
                return Double.NaN;
            }
            i++;
            boolean negativeExponent = false;
            if (i < end && (text[i] == '-' || text[i] == '+')) {
                negativeExponent = text[i++] == '-';
            }
            if (i == end) {
                return Double.NaN;
            }
            for (; i < end; i++) {
                if (text[i] < '0' || text[i] > '9') {
                    return Double.NaN;
                }
                exponent = Math.min(100_000_000, 10 * exponent + (text[i] - '0'));
            }
            exponent = negativeExponent ? -exponent : exponent;
        }
        double magnitude = digits <= MOST_DIGITS ? round(mantissa, exponent - scale) : Double.NaN;
        if (Double.isNaN(magnitude)) {
            return Double.parseDouble(new String(text, offset, length));
        }
        return negative ? -magnitude : magnitude;
    }

    /**
     * mantissa·10^power rounded to the nearest double, or NaN when this cannot be told cheaply. The quotient or product is
     * formed as an unevaluated sum head + tail with relative error below 2^-100; where moving the tail by 2^-48 of itself
     * either way leaves the rounded sum unchanged, that sum is the correctly rounded answer.
     */
    private static double round(long mantissa, int power) {
        if (mantissa == 0) {
            return 0;
        }
        if (power < -22 || power > 22) {
            return Double.NaN;
        }
        double high = (double) mantissa;
        double low = (double) (mantissa - (long) high);
        double ten = POWERS[Math.abs(power)];
        double head;
        double tail;
        if (power < 0) {
            head = high / ten;
            if (low == 0) {
                return head;
            }
            tail = (Math.fma(-head, ten, high) + low) / ten;
        } else {
            head = high * ten;
            if (low == 0) {
                return head;
            }
            tail = Math.fma(high, ten, -head) + low * ten;
        }
        double slack = Math.abs(tail) * 0x1p-48;
        double below = head + (tail - slack);
        double above = head + (tail + slack);
        return below == above ? below : Double.NaN;
    }

    private static boolean isInfinity(char[] text, int from, int end) {
        String rest = end - from == 3 || end - from == 8 ? new String(text, from, end - from) : "";
        return rest.equals("Inf") || rest.equals("inf") || rest.equals("Infinity");
    }
}
