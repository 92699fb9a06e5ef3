package org.driftfield.cli.volatility;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.driver.Trace;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.posterior.Posterior;

/** Whether an answer for a volatility model can be trusted: what the draws show, and what the method costs by itself. */
final class SvChecks {
    private static final double ENOUGH_MOVES = 0.1;
    private static final double FEW_MOVES = 0.03;

    private SvChecks() {}

    /**
     * Looks at an answer.
     *
     * @param options those of the mean field; null for other methods
     */
    static Assessment of(Posterior posterior, VolatilityOptions options) {
        List<Check> checks = new ArrayList<>(Assessment.of(posterior).checks());
        if (options != null && options.factorization() != Factorization.REPARAMETRISED) {
            checks.add(factorization(options.factorization()));
        }
        if (options != null && options.engine().dynamics() == Dynamics.UNADJUSTED) {
            checks.add(new Check(
                    "step size",
                    Double.NaN,
                    "adjusted moves, or a step that can be halved without a change",
                    Check.Level.CAUTION,
                    "Unadjusted moves spread the log variances a little too far, and q(sigma2) amplifies that many times:"
                            + " sigma2 comes out too large and phi too small. Halve --step until nothing changes, or leave"
                            + " out --dynamics unadjusted."));
        }
        if (posterior.trace().has("temperature")) {
            checks.add(acceptance(posterior.trace()));
        }
        return new Assessment(checks);
    }

    /** Of the moves on the posterior itself, at temperature 1. */
    private static Check acceptance(Trace trace) {
        double[] temperatures = trace.column("temperature");
        double[] rates = trace.column("acceptance");
        double rate = IntStream.range(0, rates.length)
                .filter(i -> temperatures[i] == 1)
                .mapToDouble(i -> rates[i])
                .average()
                .orElse(0);
        Check.Level level =
                rate >= ENOUGH_MOVES ? Check.Level.GOOD : rate >= FEW_MOVES ? Check.Level.CAUTION : Check.Level.BAD;
        return new Check(
                "acceptance",
                rate,
                "at least 10 % of the moves",
                level,
                String.format(
                        Locale.ROOT,
                        level == Check.Level.GOOD
                                ? "%.0f %% of the moves were accepted: the particles spread anew after resampling."
                                : "Only %.0f %% of the moves were accepted: many particles are copies of each other. Use"
                                        + " more particles, or NUTS.",
                        100 * rate));
    }

    private static Check factorization(Factorization chosen) {
        return new Check(
                "factorisation",
                Double.NaN,
                "no factors apart that depend on each other much",
                Check.Level.CAUTION,
                (chosen == Factorization.CONJUGATE
                                ? "Taking sigma2 apart from phi and the log variances"
                                : "Taking mu, phi and sigma2 apart from the log variances")
                        + " drops a strong dependence: the spread of sigma2 and phi is understated, that of sigma2 often"
                        + " six to nine times. Their means and the volatility path are less affected. Where the spread"
                        + " matters, use --factorization reparametrised or --method nuts.");
    }
}
