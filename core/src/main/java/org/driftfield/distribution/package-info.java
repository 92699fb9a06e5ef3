/**
 * The distributions a factor of the mean field can have in closed form, with the moments that other factors need of it, its
 * entropy for the lower bound, and draws.
 */
package org.driftfield.distribution;
