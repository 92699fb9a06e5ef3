package org.driftfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The largest errors over every hundredth float of a range, in units in the last place of the exact value. */
class FloatFunctionsTest {
    private interface FloatFunction {
        float apply(float x);
    }

    private static double worst(FloatFunction function, DoubleUnaryOperator exact, float from, float to) {
        double worst = 0;
        int last = Float.floatToIntBits(to);
        for (int bits = Float.floatToIntBits(from); bits <= last; bits += 97) {
            float x = Float.intBitsToFloat(bits);
            double value = exact.applyAsDouble(x);
            worst = Math.max(worst, Math.abs(function.apply(x) - value) / Math.ulp((float) value));
        }
        return worst;
    }

    @Test
    void errorsAreAFewUnitsInTheLastPlace() {
        assertThat(worst(FloatFunctions::tanh, Math::tanh, 1e-30f, 100)).isLessThan(3);
        assertThat(worst(x -> FloatFunctions.tanh(-x), x -> -Math.tanh(x), 1e-30f, 100))
                .isLessThan(3);
        assertThat(worst(x -> FloatFunctions.exp(-x), x -> Math.exp(-x), 1e-30f, 87))
                .isLessThan(1.5);
        assertThat(worst(FloatFunctions::log1p, Math::log1p, 1e-30f, 1)).isLessThan(3);
        assertThat(worst(FloatFunctions::log, Math::log, 1.5f, 1e6f)).isLessThan(3);
    }

    @Test
    void theEndsAreExact() {
        assertThat(FloatFunctions.tanh(0)).isZero();
        assertThat(FloatFunctions.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1);
        assertThat(FloatFunctions.tanh(Float.NaN)).isNaN();
        assertThat(FloatFunctions.exp(0)).isEqualTo(1);
        assertThat(FloatFunctions.exp(Float.NEGATIVE_INFINITY)).isZero();
        assertThat(FloatFunctions.exp(Float.NaN)).isNaN();
        assertThat(FloatFunctions.log(1)).isZero();
    }
}
