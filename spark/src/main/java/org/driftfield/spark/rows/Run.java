package org.driftfield.spark.rows;

import java.io.Serializable;
import java.util.Comparator;

/**
 * Rows that stand one after the other in a file, as far as one partition reads them; of data that are no files, a partition.
 *
 * @param file its path, empty where there is none
 * @param start where in the file the partition begins to read
 * @param partition which partition reads it
 * @param number which it is of those the partition reads
 * @param rows how many rows it has
 * @param complete how many of them lack no value that is needed
 * @param print of the values of its rows
 */
record Run(String file, long start, int partition, int number, long rows, long complete, Print print)
        implements Serializable {
    /** Files by name, then from their beginning; without files, partitions in their order. */
    static final Comparator<Run> ORDER = Comparator.comparing(Run::file)
            .thenComparingLong(Run::start)
            .thenComparingInt(Run::partition)
            .thenComparingInt(Run::number);
}
