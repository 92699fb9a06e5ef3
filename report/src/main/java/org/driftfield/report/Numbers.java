package org.driftfield.report;

import java.util.Locale;

/** Numbers as a reader of a table wants them: no more digits than mean something. */
final class Numbers {
    private static final int MOST_DECIMALS = 7;
    private static final double LARGEST_PLAIN = 1e7;

    private Numbers() {}

    /** How many decimals show {@code scale} with {@code digits} significant digits. */
    static int decimals(double scale, int digits) {
        if (scale == 0 || !Double.isFinite(scale)) {
            return digits;
        }
        // A value such as 0.9996 rounds up into the next decade, hence the rounding before the logarithm.
        double leading = Double.parseDouble(String.format(Locale.ROOT, "%." + (digits - 1) + "e", Math.abs(scale)));
        return Math.max(0, digits - 1 - (int) Math.floor(Math.log10(leading)));
    }

    static String fixed(double value, int decimals) {
        if (Double.isNaN(value)) {
            return "n/a";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "∞" : "−∞";
        }
        if (decimals > MOST_DECIMALS || Math.abs(value) >= LARGEST_PLAIN) {
            return value == 0
                    ? "0"
                    : sign(String.format(Locale.ROOT, "%.2e", value).replace("e+", "e"));
        }
        String plain = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return sign(plain.matches("-0\\.?0*") ? plain.substring(1) : plain);
    }

    static String significant(double value, int digits) {
        return fixed(value, decimals(value, digits));
    }

    /** The same without zeros at the end, for numbers that need not line up. */
    static String plain(double value, int digits) {
        String padded = significant(value, digits);
        return padded.contains(".") && !padded.contains("e") ? padded.replaceAll("\\.?0+$", "") : padded;
    }

    /** A whole number with narrow spaces, where no line may break, between thousands. */
    static String count(double value) {
        String plain = fixed(value, 0);
        return Double.isFinite(value) && Math.abs(value) >= 10_000 && Math.abs(value) < LARGEST_PLAIN
                ? sign(String.format(Locale.ROOT, "%,.0f", value).replace(',', '\u202f'))
                : plain;
    }

    private static String sign(String number) {
        return number.replace('-', '−');
    }
}
