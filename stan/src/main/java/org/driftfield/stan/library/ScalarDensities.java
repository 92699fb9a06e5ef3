package org.driftfield.stan.library;

/** The families of scalar distributions. */
final class ScalarDensities {
    private ScalarDensities() {}

    static void enter(Table t) {
        continuous(t);
        discrete(t);
    }

    private static void continuous(Table t) {
        for (String name : new String[] {
            "normal", "cauchy", "gamma", "inv_gamma", "beta", "lognormal", "uniform",
        }) {
            new Family(name, "rrr").enter(t, true, true);
        }
        new Family("std_normal", "r").enter(t, true, true);
        new Family("exponential", "rr").enter(t, true, true);
        new Family("student_t", "rrrr").enter(t, true, true);
    }

    private static void discrete(Table t) {
        new Family("bernoulli", "ir").enter(t, true, true);
        new Family("bernoulli_logit", "ir").enter(t, false, true);
        new Family("binomial", "iir").enter(t, true, true);
        new Family("binomial_logit", "iir").enter(t, false, true);
        new Family("poisson", "ir").enter(t, true, true);
        new Family("poisson_log", "ir").enter(t, false, true);
        new Family("neg_binomial_2", "irr").enter(t, true, true);
        new Family("neg_binomial_2_log", "irr").enter(t, false, true);
    }
}
