package org.driftfield.cli;

import java.util.List;
import java.util.Map;
import org.driftfield.assessment.Check;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;

/**
 * What {@code fit.json} says of a fit: what was asked, on which data, what came out and how far to trust it.
 *
 * @param format the version of this layout; a reader refuses what it does not know
 * @param asked what the user said
 * @param data the data it was fitted to
 * @param recipe how to make the design of new data
 * @param priors the prior of each parameter, with defaults filled in
 * @param factors the names of the coordinates of each factor
 * @param notes what the program decided by itself and the user should know
 * @param outcome how the run ended
 * @param draws how the draws lie in their file
 * @param verdict how far the answer can be trusted
 * @param warnings what to distrust, in words
 * @param loo leave-one-out cross-validation
 * @param predictive the posterior predictive check
 * @param provenance where the answer came from
 */
record FitRecord(
        int format,
        Asked asked,
        DataUsed data,
        Map<String, Object> recipe,
        Map<String, String> priors,
        List<String> factors,
        List<String> notes,
        Outcome outcome,
        Layout draws,
        Verdict verdict,
        List<String> warnings,
        LeaveOneOut loo,
        PredictiveCheck predictive,
        Provenance provenance) {
    static final int FORMAT = 1;

    /**
     * What the user said.
     *
     * @param command the words after {@code driftfield}
     * @param arguments all options that matter to the answer, as on the command line
     * @param report whether a report is to be written
     */
    record Asked(
            String command,
            List<String> arguments,
            String formula,
            String family,
            String method,
            long seed,
            boolean report) {
        /** The command that gives the same answer again, an option a line. */
        String commandLine(String folder) {
            StringBuilder line = new StringBuilder("driftfield ").append(command);
            for (String argument : arguments) {
                line.append(argument.startsWith("--") ? " \\\n    " : " ").append(Shell.quote(argument));
            }
            return line.append(" \\\n    --out ").append(Shell.quote(folder)).toString();
        }
    }

    /**
     * The data of a fit.
     *
     * @param file its path as the user gave it
     * @param sha256 of its bytes
     * @param rows that the file has
     * @param used rows that went into the fit
     * @param missing for each column with missing values how many rows lack it
     */
    record DataUsed(String file, String sha256, int rows, int used, Map<String, Integer> missing) {}

    /**
     * How a run ended.
     *
     * @param settled whether it settled, rather than running into its maximum
     * @param reason why settling ended, in words
     * @param iterations made in all
     * @param seconds wall time of the run
     */
    record Outcome(boolean settled, String reason, int iterations, double seconds) {}

    /** How the draws lie in {@code file}: {@code snapshots} times {@code units} rows, named columns. */
    record Layout(String file, Posterior.Kind kind, int snapshots, int units, List<String> names) {}

    /** How far the answer can be trusted: the worst level, a sentence, and each check. */
    record Verdict(Check.Level level, String headline, List<Check> checks) {}
}
