package org.driftfield.driver;

/** The columns of a {@link Trace} that more than one place reads, each name once; files have the same. */
public final class TraceColumns {
    /** The paper's estimate of the lower bound, which is no bound: it puts log M for the entropy. */
    public static final String LOWER_BOUND = "lower_bound";
    /** A lower bound on draws that did not choose it. */
    public static final String LOWER_BOUND_HONEST = "lower_bound_honest";
    /** The standard deviation of the log density over particles. */
    public static final String LOG_DENSITY_SD = "log_density_sd";
    /** What the particles remember of their start. */
    public static final String MEMORY = "memory";
    /** The logarithm of a cloud's size: its standard deviations, multiplied. */
    public static final String LOG_VOLUME = "log_volume";
    /** The mean log density of chains. */
    public static final String LOG_DENSITY = "log_density";
    /** The share of moves that were accepted, of all particles or chains. */
    public static final String ACCEPTANCE = "acceptance";
    /** The step size of chains. */
    public static final String STEP_SIZE = "step_size";
    /** How far a tempered run has come, from 0 to 1. */
    public static final String TEMPERATURE = "temperature";
    /** The largest correlation with the start, of a tempered run. */
    public static final String CORRELATION = "correlation";
    /** The logarithm of the evidence up to the temperature. */
    public static final String LOG_EVIDENCE = "log_evidence";
    /** What a network is trained by. */
    public static final String TRAIN_LOSS = "train.loss";
    /** The standard deviation of a network's noise; not a number for classes. */
    public static final String NOISE_SD = "noise.sd";
    /** The scores of a network on validation rows. */
    public static final String VALIDATION_PPS = "validation.pps";

    public static final String VALIDATION_NLL = "validation.nll";
    public static final String VALIDATION_CRPS = "validation.crps";

    private TraceColumns() {}

    /** The share of moves that a factor of a mean field accepted; factors count from 0. */
    public static String acceptanceOf(int factor) {
        return ACCEPTANCE + "." + (factor + 1);
    }

    /** The step size of a factor of a mean field; factors count from 0. */
    public static String stepOf(int factor) {
        return "step." + (factor + 1);
    }

    /** Whether a column holds shares of accepted moves. */
    public static boolean ofAcceptance(String column) {
        return column.equals(ACCEPTANCE) || column.startsWith(ACCEPTANCE + ".");
    }
}
