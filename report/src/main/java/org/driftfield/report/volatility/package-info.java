/** What is told of the fit of a stochastic volatility model. */
package org.driftfield.report.volatility;
