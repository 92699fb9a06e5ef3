/** Generalised linear models on the command line. */
package org.driftfield.cli.glm;
