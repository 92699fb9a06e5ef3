/** Stochastic volatility models on the command line, {@code fit sv}. */
package org.driftfield.cli.volatility;
