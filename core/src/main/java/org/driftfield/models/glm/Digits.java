package org.driftfield.models.glm;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as they stand in a prior: as short as they were written, at most four digits when computed. */
final class Digits {
    private Digits() {}

    static String of(double value) {
        String exact =
                new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
        return exact.length() <= 8
                ? exact
                : new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toString();
    }
}
