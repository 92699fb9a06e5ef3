/** The same inference on Apache Spark. */
package org.driftfield.spark;
