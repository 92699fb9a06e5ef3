package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.driftfield.models.glm.family.BernoulliLikelihood;
import org.driftfield.models.glm.family.BinomialLikelihood;
import org.driftfield.models.glm.family.Likelihood;
import org.driftfield.models.glm.family.NormalLikelihood;
import org.driftfield.models.glm.family.PoissonLikelihood;

/** The distribution of the response given the linear predictor η, with its link. What each knows is in its {@link Likelihood}. */
public enum Family {
    /** Normal with mean η and an unknown standard deviation. */
    GAUSSIAN(new NormalLikelihood()),
    /** 0 or 1, the log odds of 1 being η. */
    BERNOULLI(new BernoulliLikelihood()),
    /** Successes out of a known number of trials, the log odds of a success being η. */
    BINOMIAL(new BinomialLikelihood()),
    /** Counts with mean exp(η). */
    POISSON(new PoissonLikelihood());

    /** A likelihood has no state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Likelihood likelihood;

    Family(Likelihood likelihood) {
        this.likelihood = likelihood;
    }

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

    /** The mean response at a linear predictor: for binomial, the probability of a success. */
    public double inverseLink(double eta) {
        return likelihood.inverseLink(eta);
    }

    /** Whether the response has a scale of its own, whose standard deviation is a parameter. */
    public boolean hasScale() {
        return likelihood.hasScale();
    }

    Likelihood likelihood() {
        return likelihood;
    }
}
