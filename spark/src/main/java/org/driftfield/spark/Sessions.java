package org.driftfield.spark;

import org.apache.spark.sql.SparkSession;

/** Spark as this module wants it. */
public final class Sessions {
    private static final String LOOPBACK = "127.0.0.1";

    private Sessions() {}

    /**
     * The session that runs already, or one on this master. A master of one machine is bound to its loopback address, and
     * nothing is served to a browser.
     */
    public static SparkSession on(String master) {
        SparkSession.Builder builder = SparkSession.builder()
                .appName("driftfield")
                .master(master)
                .config("spark.ui.enabled", "false")
                .config("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
        if (master.startsWith("local") || master.contains(LOOPBACK)) {
            builder.config("spark.driver.host", LOOPBACK).config("spark.driver.bindAddress", LOOPBACK);
        }
        return builder.getOrCreate();
    }
}
