package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The distribution of the response given the linear predictor η, with its canonical link. */
public enum Family {
    /** Normal with mean η and an unknown standard deviation. */
    GAUSSIAN,
    /** 0 or 1, the log odds of 1 being η. */
    BERNOULLI,
    /** Successes out of a known number of trials, the log odds of a success being η. */
    BINOMIAL,
    /** Counts with mean exp(η). */
    POISSON;

    /** The family of that name, in any case. */
    public static Family of(String name) {
        for (Family family : values()) {
            if (family.text().equals(name.toLowerCase(Locale.ROOT))) {
                return family;
            }
        }
        String all = Arrays.stream(values()).map(Family::text).collect(Collectors.joining(", "));
        require(false, "family must be one of %s, got '%s'", all, name);
        return null;
    }

    /** The name as users write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How the mean response hangs on the linear predictor. */
    enum Link {
        IDENTITY,
        LOGIT,
        LOG
    }

    Link link() {
        return switch (this) {
            case GAUSSIAN -> Link.IDENTITY;
            case BERNOULLI, BINOMIAL -> Link.LOGIT;
            case POISSON -> Link.LOG;
        };
    }

    /** The mean response at a linear predictor: for binomial, the probability of a success. */
    public double inverseLink(double eta) {
        return switch (link()) {
            case IDENTITY -> eta;
            case LOGIT -> 1 / (1 + Math.exp(-eta));
            case LOG -> Math.exp(eta);
        };
    }
}
