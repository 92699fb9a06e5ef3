package org.driftfield.assessment.volatility;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.paper.PaperFactorization;
import org.driftfield.posterior.Posterior;

/** Whether an answer for a volatility model can be trusted: what the draws show, and what the method costs by itself. */
public final class VolatilityChecks {
    private static final double ENOUGH_MOVES = 0.1;
    private static final double FEW_MOVES = 0.03;

    /** In standard deviations of log sigma2. */
    private static final double NEAR_FIXED_POINT = 0.2;

    private VolatilityChecks() {}

    /**
     * Looks at an answer.
     *
     * @param options those of the mean field; null for other methods
     */
    public static Assessment of(VolatilityFit fit, VolatilityOptions options) {
        Posterior posterior = fit.posterior();
        List<Check> checks = new ArrayList<>(Assessment.of(posterior).checks());
        if (posterior.kind() == Posterior.Kind.CLOUD && options != null) {
            checks.add(strays(fit.strayShare()));
        }
        if (!Double.isNaN(fit.residual())) {
            checks.add(fixedPoint(fit.residual()));
        }
        if (options != null && options.factorization() != Factorization.JOINT) {
            checks.add(factorization(options.factorization()));
        }
        if (options != null && !options.engine().dynamics().adjusted()) {
            checks.add(new Check(
                    "step size",
                    Double.NaN,
                    "adjusted moves, or a step that can be halved without a change",
                    Check.Level.CAUTION,
                    "Unadjusted moves spread the log variances a little too far, and q(sigma2) amplifies that many times:"
                            + " sigma2 comes out too large and phi too small. Halve --step until nothing changes, or leave"
                            + " out --dynamics unadjusted."));
        }
        if (posterior.trace().has(TraceColumns.TEMPERATURE)) {
            checks.add(acceptance(posterior.trace()));
        }
        return new Assessment(checks);
    }

    private static Check strays(double share) {
        return new Check(
                "stray particles",
                share,
                "none: every log density is possible under the cloud",
                share == 0 ? Check.Level.GOOD : Check.Level.BAD,
                share == 0
                        ? "No particle is stray: the log densities of all are possible under the cloud."
                        : String.format(
                                Locale.ROOT,
                                "%.1f %% of the particles are stray: their log density is impossible under the cloud, and they"
                                        + " widen the answer. Use another --seed, or --method nuts.",
                                100 * share));
    }

    /** A cloud that has not reached its fixed point is no answer. */
    private static Check fixedPoint(double residual) {
        boolean near = residual <= NEAR_FIXED_POINT;
        return new Check(
                "fixed point",
                residual,
                "log sigma2 at most 0.2 of its standard deviation from where its own update changes nothing",
                near ? Check.Level.GOOD : Check.Level.BAD,
                String.format(
                        Locale.ROOT,
                        near
                                ? "The factors have reached their fixed point: another update would move log sigma2 by %.2f sd."
                                : "The factors have not reached their fixed point: log sigma2 is %.2f sd from it. Allow more"
                                        + " iterations, or leave out --factorization.",
                        residual));
    }

    /** Of the moves on the posterior itself, at temperature 1. */
    private static Check acceptance(Trace trace) {
        double[] temperatures = trace.column(TraceColumns.TEMPERATURE);
        double[] rates = trace.column(TraceColumns.ACCEPTANCE);
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
                (chosen == PaperFactorization.PAPER
                                ? "Taking sigma2 apart from phi and the log variances"
                                : "Taking mu, phi and sigma2 apart from the log variances")
                        + " drops a strong dependence: the spread of all three is understated, that of sigma2 often six to nine"
                        + " times, that of mu by 21 to 66 %. Their means and the volatility path are less affected."
                        + " Where the spread matters, leave out --factorization.");
    }
}
