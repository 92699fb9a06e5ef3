/** What is told of the fit of a generalised linear model. */
package org.driftfield.report.glm;
