/** Rows on Spark: read in a fixed order, laid out where they are, held in chunks, summed along the tree of the core. */
package org.driftfield.spark.rows;
