/** Straight lines, fitted in closed form or nearly so: what a network must beat, and what it starts from. */
package org.driftfield.models.network.line;
