package org.driftfield.spark.rows;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.AnalysisException;
import org.driftfield.InputException;

/** What goes wrong on a cluster, in one line. */
public final class Faults {
    private static final Pattern COMPLAINT =
            Pattern.compile(Pattern.quote(InputException.class.getName()) + ": ([^\n]*)");

    private static final Pattern FILE = Pattern.compile("while reading file (?:file://)?(\\S+?)\\.?\\s");

    /** What Spark says in many words, and what is said here; the braces stand for what it names, and for the file it was reading. */
    private record Known(Pattern pattern, String said) {
        static Known of(String pattern, String said) {
            return new Known(Pattern.compile(pattern), said);
        }
    }

    private static final List<Known> KNOWN = List.of(
            Known.of(
                    "No space left on device",
                    "no room is left on a disk for what Spark writes; spark.local.dir says where it puts rows that it cannot"
                            + " hold in memory"),
            Known.of(
                    "MALFORMED_RECORD_IN_PARSING[^\\n]*record parsing: (\\[[^\\]\\n]*\\])",
                    "{file}: a row has more or fewer fields than the header: {}"),
            Known.of("PATH_NOT_FOUND[^\\n]*does not exist: (\\S+?)\\.? SQLSTATE", "no such file, folder or table: {}"),
            Known.of("PATH_ALREADY_EXISTS[^\\n]* Path (\\S+) already exists", "{} exists already; give another --out"),
            Known.of("Output directory (\\S+) already exists", "{} exists already; give another --out"),
            Known.of("UNABLE_TO_INFER_SCHEMA", "the folder has no file with rows"),
            Known.of("(\\S+ is not a Parquet file)", "{}"),
            Known.of(
                    "(Total size of serialized results[^\\n]*spark.driver.maxResultSize[^\\n)]*\\)?)",
                    "too much for one machine: {}; give the driver more by spark.driver.maxResultSize"),
            Known.of("(Asked to run locally with \\S+ threads)", "--master: {}"),
            Known.of(
                    "Could not parse Master URL: '?([^'\\n]*)",
                    "--master must be local[2], spark://host:7077 or the like, got '{}'; yarn and others need spark-submit"),
            Known.of(
                    "INVALID_(?:DRIVER|EXECUTOR)_MEMORY\\] ([^\\n]*?)\\.*(?: SQLSTATE|\\n|$)",
                    "Spark has too little memory to start: {}; JAVA_OPTS=-Xmx1g gives more"),
            Known.of(
                    "Cannot call methods on a stopped SparkContext|because SparkContext was shut down",
                    "the Spark cluster cannot be reached, or has ended the program; --master says where it is"));

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
        IOException trouble = null;
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof InputException complaint) {
                return complaint;
            }
            String message = String.valueOf(at.getMessage());
            Matcher told = COMPLAINT.matcher(message);
            if (told.find()) {
                return new InputException(told.group(1), thrown);
            }
            for (Known known : KNOWN) {
                Matcher found = known.pattern().matcher(message);
                if (found.find()) {
                    String what = found.groupCount() == 0 ? "" : found.group(1);
                    return new InputException(known.said().replace("{}", what).replace("{file}", file(thrown)), thrown);
                }
            }
            // The first says what was wanted, those behind it only how it failed.
            trouble = trouble == null && at instanceof IOException e ? e : trouble;
            root = at;
        }
        if (trouble != null || root instanceof AnalysisException || thrown instanceof AnalysisException) {
            return new InputException("Spark: " + line(trouble == null ? root : trouble), thrown);
        }
        return new IllegalStateException("Spark: " + root.getClass().getSimpleName() + ": " + line(root), thrown);
    }

    private static String file(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            Matcher found = FILE.matcher(at.getMessage() + " ");
            if (found.find()) {
                return found.group(1);
            }
        }
        return "a file";
    }

    private static String line(Throwable thrown) {
        return String.valueOf(thrown.getMessage())
                .lines()
                .findFirst()
                .orElse(thrown.getClass().getSimpleName())
                .strip();
    }
}
