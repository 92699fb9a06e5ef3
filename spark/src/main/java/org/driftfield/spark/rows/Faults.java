package org.driftfield.spark.rows;

import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.AnalysisException;
import org.driftfield.InputException;

/** What goes wrong on a cluster, in one line. */
public final class Faults {
    private static final Pattern COMPLAINT =
            Pattern.compile(Pattern.quote(InputException.class.getName()) + ": ([^\n]*)");

    private Faults() {}

    /** Runs a job; a complaint about the data that was made where they are is thrown here as it was there. */
    public static <T> T clear(Supplier<T> job) {
        try {
            return job.get();
        } catch (InputException e) {
            throw e;
        } catch (Exception e) {
            throw cleared(e);
        }
    }

    private static RuntimeException cleared(Exception thrown) {
        Throwable root = thrown;
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof InputException complaint) {
                return complaint;
            }
            Matcher told = COMPLAINT.matcher(String.valueOf(at.getMessage()));
            if (told.find()) {
                return new InputException(told.group(1), thrown);
            }
            root = at;
        }
        String message = String.valueOf(root.getMessage());
        if (message.contains("No space left on device")) {
            return new InputException(
                    "Spark has no room left on a disk for the rows it cannot hold in memory; spark.local.dir says where"
                            + " it writes",
                    thrown);
        }
        boolean input = root instanceof AnalysisException
                || thrown instanceof AnalysisException
                || root instanceof java.io.FileNotFoundException
                || message.contains("MALFORMED");
        String line = message.lines()
                .findFirst()
                .orElse(root.getClass().getSimpleName())
                .strip();
        return input
                ? new InputException("Spark: " + line, thrown)
                : new IllegalStateException("Spark: " + root.getClass().getSimpleName() + ": " + line, thrown);
    }
}
