package org.driftfield.stan.library.function;

import org.driftfield.stan.library.Family;
import org.driftfield.stan.library.FunctionTable;

/** The families of scalar distributions. */
public final class ScalarDensities {
    private ScalarDensities() {}

    public static void enter(FunctionTable t) {
        continuous(t);
        discrete(t);
    }

    private static void continuous(FunctionTable t) {
        for (String name : new String[] {
            "normal",
            "cauchy",
            "logistic",
            "gumbel",
            "double_exponential",
            "gamma",
            "inv_gamma",
            "scaled_inv_chi_square",
            "weibull",
            "frechet",
            "loglogistic",
            "lognormal",
            "pareto",
            "beta",
            "beta_proportion",
            "uniform",
            "von_mises",
        }) {
            new Family(name, "rrr").enter(t, true, true);
        }
        new Family("std_normal", "r").enter(t, true, true);
        for (String name : new String[] {"exponential", "chi_square", "inv_chi_square", "rayleigh"}) {
            new Family(name, "rr").enter(t, true, true);
        }
        for (String name : new String[] {"exp_mod_normal", "skew_normal", "skew_double_exponential", "pareto_type_2"}) {
            new Family(name, "rrrr").enter(t, true, true);
        }
        new Family("student_t", "rrrr").enter(t, true, true);
        new Family("wiener", "rrrrr").enter(t, false, false);
    }

    private static void discrete(FunctionTable t) {
        new Family("bernoulli", "ir").enter(t, true, true);
        new Family("bernoulli_logit", "ir").enter(t, false, true);
        new Family("binomial", "iir").enter(t, true, true);
        new Family("binomial_logit", "iir").enter(t, false, true);
        new Family("poisson", "ir").enter(t, true, true);
        new Family("poisson_log", "ir").enter(t, false, true);
        new Family("neg_binomial", "irr").enter(t, true, true);
        new Family("beta_binomial", "iirr").enter(t, true, true);
        new Family("beta_neg_binomial", "irrr").enter(t, true, true);
        new Family("hypergeometric", "iiii").enter(t, false, true);
        new Family("discrete_range", "iii").enter(t, true, true);
        new Family("neg_binomial_2", "irr").enter(t, true, true);
        new Family("neg_binomial_2_log", "irr").enter(t, false, true);
    }
}
