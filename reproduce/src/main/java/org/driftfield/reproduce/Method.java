package org.driftfield.reproduce;

/**
 * One of the methods that an experiment compares.
 *
 * @param key names it on the command line and in folders
 * @param label names it in tables
 * @param settings all of its options but seed and threads: results with other settings are not mixed
 * @param rule how it is run and when it stops, in words
 */
record Method(String key, String label, String settings, String rule) {
    /** The key of particle mean-field variational Bayes as it is by default. */
    static final String PMFVB = "pmfvb";

    /** The key of the paper's own way of it. */
    static final String PAPER = "pmfvb-paper";
}
