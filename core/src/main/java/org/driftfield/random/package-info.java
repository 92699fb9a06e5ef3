/**
 * Random numbers as a function of what they are for: {@link org.driftfield.random.RandomStream} is keyed by seed, iteration, use and
 * particle, and {@link org.driftfield.random.StreamKeys} lists the uses.
 */
package org.driftfield.random;
