package org.driftfield.cli;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.models.volatility.Factorization;
import org.driftfield.models.volatility.VolatilityOptions;

/** What a mean field over a volatility model costs by its construction, whatever the draws look like. */
final class SvChecks {
    private SvChecks() {}

    static Assessment added(Assessment draws, VolatilityOptions options) {
        List<Check> checks = new ArrayList<>(draws.checks());
        if (options.factorization() != Factorization.REPARAMETRISED) {
            checks.add(factorization(options.factorization()));
        }
        if (options.engine().dynamics() == Dynamics.UNADJUSTED) {
            checks.add(new Check(
                    "step size",
                    Double.NaN,
                    "adjusted moves, or a step that can be halved without a change",
                    Check.Level.CAUTION,
                    "Unadjusted moves spread the log variances a little too far, and q(sigma2) amplifies that many times:"
                            + " sigma2 comes out too large and phi too small. Halve --step until nothing changes, or leave"
                            + " out --dynamics unadjusted."));
        }
        return new Assessment(checks);
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
                        + " drops a strong dependence: the spread of sigma2 and phi is understated, that of sigma2"
                        + " several times. Their means and the volatility path are less affected. Where the spread"
                        + " matters, use --factorization reparametrised or --method nuts.");
    }
}
