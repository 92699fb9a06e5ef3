/**
 * Bayesian inference on the JVM by particle mean-field variational Bayes. A program writes a {@link
 * org.driftfield.model.Model} and hands it to {@link org.driftfield.meanfield.Pmfvb}, which answers with a {@link
 * org.driftfield.posterior.Posterior}. This package holds the two ways in which that can fail, each with a message of one
 * line.
 */
package org.driftfield;
