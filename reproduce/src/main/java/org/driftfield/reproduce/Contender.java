package org.driftfield.reproduce;

import org.driftfield.posterior.Method;

/**
 * One of the methods that an experiment compares.
 *
 * @param label names it in tables
 * @param settings all of its options but seed and threads: results with other settings are not mixed
 * @param rule how it is run and when it stops, in words
 */
record Contender(Way way, String label, String settings, String rule) {
    /** Names it on the command line and in folders. */
    String key() {
        return way.key();
    }

    /** How a posterior is found: by a method as it is by default, or in the paper's own way of it. */
    enum Way {
        PMFVB(Method.PMFVB, ""),
        PAPER(Method.PMFVB, "-paper"),
        /** By default, but for the paper's factorisation. */
        FACTORED(Method.PMFVB, "-factored"),
        NUTS(Method.NUTS, ""),
        SMC(Method.SMC, ""),
        SGLD(Method.SGLD, ""),
        PSGLD(Method.PSGLD, ""),
        ADAM_SGLD(Method.ADAM_SGLD, ""),
        GAUSSIAN_VB(Method.GAUSSIAN_VB, "");

        private final String key;

        Way(Method method, String variant) {
            this.key = method.word() + variant;
        }

        /** The word for it on the command line and in folders. */
        String key() {
            return key;
        }
    }
}
