/** Bayesian neural networks on the command line, {@code fit nn}. */
package org.driftfield.cli.network;
