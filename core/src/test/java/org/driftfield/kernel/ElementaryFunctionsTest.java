package org.driftfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Accuracy against series summed to forty digits. The vector kernels give the same bits. */
class ElementaryFunctionsTest {
    private static final MathContext DIGITS = new MathContext(40);
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void expIsWithinOneUlp() {
        for (double x : arguments(-708.39, 709.78)) {
            BigDecimal exact = exp(x);
            double ulps = error(ElementaryFunctions.exp(x), exact, Math.ulp(exact.doubleValue()));
            assertThat(ulps).as("ulps at %s", x).isLessThan(1);
        }
    }

    @Test
    void sigmoidAndLog1pExpAreAccurateInTheirTailsToo() {
        for (double x : arguments(-708, 708)) {
            BigDecimal e = exp(-Math.abs(x));
            BigDecimal sigmoid = (x < 0 ? e : BigDecimal.ONE).divide(e.add(BigDecimal.ONE), DIGITS);
            assertRelative("sigmoid", x, ElementaryFunctions::sigmoid, sigmoid);
            BigDecimal log = log1p(e).add(new BigDecimal(Math.max(x, 0)), DIGITS);
            assertRelative("log1pExp", x, ElementaryFunctions::log1pExp, log);
        }
    }

    @Test
    void specialValues() {
        assertThat(ElementaryFunctions.exp(Double.NaN)).isNaN();
        assertThat(ElementaryFunctions.exp(Double.longBitsToDouble(0x7ff8000000000fffL)))
                .isNaN();
        assertThat(ElementaryFunctions.exp(0)).isEqualTo(1);
        assertThat(ElementaryFunctions.exp(-0.0)).isEqualTo(1);
        assertThat(ElementaryFunctions.exp(INFINITY)).isEqualTo(INFINITY);
        assertThat(ElementaryFunctions.exp(-INFINITY)).isEqualTo(0);
        assertThat(ElementaryFunctions.exp(Math.nextUp(ElementaryFunctions.EXP_MAX)))
                .isEqualTo(INFINITY);
        assertThat(ElementaryFunctions.exp(ElementaryFunctions.EXP_MAX))
                .isEqualTo(StrictMath.exp(ElementaryFunctions.EXP_MAX))
                .isFinite();
        assertThat(ElementaryFunctions.exp(ElementaryFunctions.EXP_MIN)).isGreaterThanOrEqualTo(Double.MIN_NORMAL);
        assertThat(ElementaryFunctions.exp(Math.nextDown(ElementaryFunctions.EXP_MIN)))
                .isEqualTo(0);
        assertThat(StrictMath.exp(Math.nextDown(ElementaryFunctions.EXP_MIN))).isLessThan(Double.MIN_NORMAL);

        assertThat(ElementaryFunctions.sigmoid(Double.NaN)).isNaN();
        assertThat(ElementaryFunctions.sigmoid(-0.0)).isEqualTo(0.5);
        assertThat(ElementaryFunctions.sigmoid(INFINITY)).isEqualTo(1);
        assertThat(ElementaryFunctions.sigmoid(-INFINITY))
                .isEqualTo(ElementaryFunctions.sigmoid(-708))
                .isLessThan(1e-307);
        assertThat(ElementaryFunctions.log1pExp(Double.NaN)).isNaN();
        assertThat(ElementaryFunctions.log1pExp(INFINITY)).isEqualTo(INFINITY);
        assertThat(ElementaryFunctions.log1pExp(-INFINITY)).isBetween(0.0, 1e-307);
        assertThat(ElementaryFunctions.log1pExp(0)).isEqualTo(Math.log(2));
    }

    /** A grid over the whole range, random points where predictors usually are, and points close to zero. */
    private static double[] arguments(double low, double high) {
        var random = new SplittableRandom(20);
        int n = 1500;
        DoubleStream grid = DoubleStream.iterate(low, x -> x + (high - low) / n).limit(n);
        DoubleStream usual =
                DoubleStream.generate(() -> 10 * (2 * random.nextDouble() - 1)).limit(3L * n);
        DoubleStream tiny = DoubleStream.generate(() -> Math.scalb(random.nextDouble() - 0.5, -random.nextInt(60)))
                .limit(n);
        return DoubleStream.concat(DoubleStream.concat(grid, usual), tiny).toArray();
    }

    private static void assertRelative(String name, double x, DoubleUnaryOperator function, BigDecimal exact) {
        double relative = error(function.applyAsDouble(x), exact, exact.doubleValue());
        assertThat(relative).as("relative error of %s at %s", name, x).isLessThan(4e-16);
    }

    private static double error(double value, BigDecimal exact, double unit) {
        return new BigDecimal(value)
                .subtract(exact)
                .abs()
                .divide(new BigDecimal(unit), DIGITS)
                .doubleValue();
    }

    /** (e^(x / 2^12))^(2^12), with guard digits for the twelve squarings. */
    private static BigDecimal exp(double x) {
        BigDecimal r = new BigDecimal(x).divide(new BigDecimal(4096), DIGITS);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; k <= 25; k++) {
            term = term.multiply(r, DIGITS).divide(new BigDecimal(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int i = 0; i < 12; i++) {
            sum = sum.multiply(sum, DIGITS);
        }
        return sum;
    }

    /** 2 atanh(u / (2 + u)) for u in [0, 1]: each term of the series is a ninth of the one before, or less. */
    private static BigDecimal log1p(BigDecimal u) {
        BigDecimal s = u.divide(u.add(BigDecimal.valueOf(2)), DIGITS);
        BigDecimal square = s.multiply(s, DIGITS);
        BigDecimal power = s;
        BigDecimal sum = s;
        for (int k = 3; k <= 61; k += 2) {
            power = power.multiply(square, DIGITS);
            sum = sum.add(power.divide(new BigDecimal(k), DIGITS), DIGITS);
        }
        return sum.multiply(BigDecimal.valueOf(2), DIGITS);
    }
}
