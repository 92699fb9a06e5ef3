/** What is told of the fit of a program. */
package org.driftfield.report.stan;
