package org.driftfield.spark;

import static org.driftfield.InputException.require;

import org.apache.spark.sql.SparkSession;

/** Spark as this module wants it. */
public final class Sessions {
    /** Later ones have no security manager, and the Hadoop that Spark reads files through asks it who the user is. */
    static final int NEWEST_JAVA = 23;

    private static final String LOOPBACK = "127.0.0.1";
    private static final String HERE = "local[*]";

    private Sessions() {}

    /**
     * The session that runs already, or one on this master. A master of one machine is bound to its loopback address, and
     * nothing is served to a browser.
     *
     * @param master null for the one that {@code spark-submit} gave, else this machine
     */
    public static SparkSession on(String master) {
        int java = Runtime.version().feature();
        require(java <= NEWEST_JAVA, "Spark needs a Java from 17 to %d, got %d; set JAVA_HOME", NEWEST_JAVA, java);
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
        return builder.getOrCreate();
    }
}
