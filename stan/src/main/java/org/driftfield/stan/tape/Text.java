package org.driftfield.stan.tape;

import java.util.Arrays;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;

/** Values as texts. */
final class Text {
    private static final int LONGEST = 10_000;

    private Text() {}

    static String sizes(Arg value) {
        return value.dims.length == 0 ? "a single number" : Arrays.toString(value.dims);
    }

    /** A value as {@code print} writes it. */
    static String of(Arg value) {
        StringBuilder text = new StringBuilder();
        write(text, value, 0, 0);
        return text.toString();
    }

    private static void write(StringBuilder text, Arg value, int d, int offset) {
        if (text.length() > LONGEST) {
            return;
        }
        if (d == value.dims.length) {
            text.append(number(value.type, value.value[value.at + offset]));
            return;
        }
        int arrays = value.type.arrays();
        int stride = 1;
        if (value.type.base() == Type.Base.MATRIX && d >= arrays) {
            stride = d == arrays ? 1 : value.dims[arrays];
        } else {
            for (int e = d + 1; e < value.dims.length; e++) {
                stride *= value.dims[e];
            }
        }
        text.append('[');
        for (int i = 0; i < value.dims[d]; i++) {
            text.append(i == 0 ? "" : ",");
            write(text, value, d + 1, offset + i * stride);
        }
        text.append(']');
    }

    private static String number(Type type, double x) {
        if (type.base() == Type.Base.INT || (x == Math.rint(x) && Math.abs(x) < 1e15)) {
            return Long.toString((long) x);
        }
        return Double.isNaN(x) ? "nan" : Double.isInfinite(x) ? x > 0 ? "inf" : "-inf" : Double.toString(x);
    }
}
