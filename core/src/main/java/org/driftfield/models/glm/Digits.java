package org.driftfield.models.glm;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as they are written. */
final class Digits {
    private Digits() {}

    /** As they stand in a prior: as short as they were written, at most four digits when computed. */
    static String of(double value) {
        String exact =
                new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
        return exact.length() <= 8
                ? exact
                : new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toString();
    }

    /** With so many digits, which are more than a screen shows and keep a file small. */
    static double rounded(double value, int digits) {
        return Double.isFinite(value) ? new BigDecimal(value, new MathContext(digits)).doubleValue() : value;
    }
}
