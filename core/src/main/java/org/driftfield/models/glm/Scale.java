package org.driftfield.models.glm;

import java.util.List;

/**
 * The residual standard deviation of a Gaussian model as a parameter: σ itself, or σ² when its prior is inverse-gamma,
 * which is conjugate then.
 */
final class Scale {
    /** What the standard deviation and the variance are called. */
    static final String PLAIN = "sigma";

    static final String SQUARED = "sigma2";

    private final Prior prior;
    private final boolean squared;

    Scale(Prior prior) {
        this.prior = prior;
        this.squared = prior instanceof Prior.InverseGamma;
    }

    boolean squared() {
        return squared;
    }

    Prior prior() {
        return prior;
    }

    String parameter() {
        return squared ? SQUARED : PLAIN;
    }

    /** What the posterior has of it: the parameter, and the standard deviation that is worked out from a variance. */
    List<String> names() {
        return squared ? List.of(PLAIN, SQUARED) : List.of(PLAIN);
    }

    /** σ^-2 at the parameter's value. */
    double precision(double value) {
        return squared ? 1 / value : 1 / (value * value);
    }

    /** The derivative of log σ by the parameter, and of σ^-2. */
    double logSlope(double value) {
        return (squared ? 0.5 : 1) / value;
    }

    double precisionSlope(double value) {
        return squared ? -1 / (value * value) : -2 / (value * value * value);
    }

    double logSigma(double value) {
        return squared ? 0.5 * Math.log(value) : Math.log(value);
    }
}
