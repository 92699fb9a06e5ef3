package org.driftfield.spark;

import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;

/** Spark as this module wants it. */
public final class Sessions {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String HERE = "local[*]";

    /**
     * Files are read in so many parts for each core of this machine, if they are large enough: of three parts on two cores one is
     * waited for. How many cores a cluster has is not known before its executors have come, so that Spark decides there, when it
     * reads.
     */
    private static final int PARTS_A_CORE = 8;

    private static final String PARTS = "spark.sql.files.minPartitionNum";

    private Sessions() {}

    /**
     * The session that runs already, or one on this master. A master of one machine is bound to its loopback address, and
     * nothing is served to a browser.
     *
     * @param master null for the one that {@code spark-submit} gave, else this machine
     */
    public static SparkSession on(String master) {
        requireHadoop();
        String given = System.getProperty("spark.master");
        String chosen = master != null ? master : given != null ? given : HERE;
        SparkSession.Builder builder = SparkSession.builder()
                .appName("driftfield")
                .master(chosen)
                .config("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
        if (given == null) {
            builder.config("spark.ui.enabled", "false")
                    .config("spark.sql.session.timeZone", "UTC")
                    .config("spark.ui.showConsoleProgress", "false");
        }
        if (chosen.startsWith("local") || chosen.contains(LOOPBACK)) {
            builder.config("spark.driver.host", LOOPBACK).config("spark.driver.bindAddress", LOOPBACK);
        }
        boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        if (vectors && System.getProperty("spark.executor.extraJavaOptions") == null) {
            // Executors use the processor's vector unit if the driver does.
            builder.config("spark.executor.extraJavaOptions", "--add-modules jdk.incubator.vector");
        }
        SparkSession session = builder.getOrCreate();
        if (given == null
                && session.sparkContext().isLocal()
                && session.conf().getOption(PARTS).isEmpty()) {
            session.conf()
                    .set(PARTS, (long) PARTS_A_CORE * session.sparkContext().defaultParallelism());
        }
        return session;
    }

    /** The Hadoop of an older Spark asks a security manager who the user is, and Java from 24 on has none. */
    private static void requireHadoop() {
        try {
            UserGroupInformation.getCurrentUser();
        } catch (UnsupportedOperationException e) {
            throw new InputException(
                    "the Hadoop of this Spark needs a Java from 17 to 23, got "
                            + Runtime.version().feature() + "; set JAVA_HOME, or take Hadoop 3.5",
                    e);
        } catch (IOException e) {
            throw new InputException("Hadoop does not know who the user is: " + e.getMessage(), e);
        }
    }
}
