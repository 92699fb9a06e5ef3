package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.Locale;

/** The products of factors by which the posterior of the volatility model can be approximated. */
public enum Factorization {
    /** No product at all: one cloud of the parameters and the path together. Exact but for Monte Carlo error. */
    JOINT,
    /** q(μ) q(σ²) q(φ, x), the paper's: two closed forms and one cloud. Understates the spread of σ², φ and μ. */
    PAPER,
    /** q(μ, σ², φ) q(x), the paper's other one: two clouds. Understates the spread of all three. */
    PARAMETERS;

    /** The one of that name, in small letters. */
    public static Factorization of(String name) {
        String[] names = Arrays.stream(values()).map(Factorization::toString).toArray(String[]::new);
        int found = Arrays.asList(names).indexOf(name);
        require(found >= 0, "the factorization must be one of %s, got '%s'", String.join(", ", names), name);
        return values()[found];
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
