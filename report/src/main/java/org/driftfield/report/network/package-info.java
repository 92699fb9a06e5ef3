/** What is told of the fit of a Bayesian neural network. */
package org.driftfield.report.network;
