/** Who does the work and in which order sums are made: the same bits whatever the number of threads. */
package org.driftfield.engine;
