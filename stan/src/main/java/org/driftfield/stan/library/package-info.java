/**
 * The functions and operators of the language. {@link org.driftfield.stan.library.Library} finds a function by its name and the
 * types of its arguments; {@link org.driftfield.stan.library.Op} computes and differentiates it. A function is entered by a
 * rule that stands for all its argument lists.
 */
package org.driftfield.stan.library;
