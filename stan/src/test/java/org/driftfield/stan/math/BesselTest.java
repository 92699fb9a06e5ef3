package org.driftfield.stan.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BesselTest {
    /** From mpmath, thirty digits. */
    @ParameterizedTest
    @CsvSource({
        "0, 77.3, 0.03996548380873921, 0.08147570169303396",
        "10, 250, 0.016953778605482898, 0.047550846021970500",
        "3, 1e4, -0.0036446119995921644, -0.0070978013070526696",
        "5, 1e8, 7.306391566275346e-5, -3.206028620742289e-5"
    })
    void largeArguments(int n, double x, double first, double second) {
        double size = Math.sqrt(2 / (Math.PI * x));
        assertThat(Bessel.j(n, x)).isCloseTo(first, within(1e-13 * size));
        assertThat(Bessel.y(n, x)).isCloseTo(second, within(1e-13 * size));
    }

    @Test
    void theThirdKindEndsOutsideItsDomain() {
        assertThat(Math.exp(Bessel.logK(2, 0.3))).isCloseTo(21.745740283593133, within(1e-12));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertThat(Bessel.logK(2, -0.3)).isNaN();
            assertThat(Bessel.logK(2, Double.NaN)).isNaN();
            assertThat(Bessel.logK(2, 0)).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(Bessel.logK(2, Double.POSITIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(Bessel.y(1, -1)).isNaN();
        });
    }
}
