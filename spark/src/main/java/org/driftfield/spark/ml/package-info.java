/** Fits as estimators and models of Spark ML: a formula in, columns out. */
package org.driftfield.spark.ml;
