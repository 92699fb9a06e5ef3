/**
 * The numerics under the function library, as static methods on plain numbers and arrays: special functions with their
 * derivatives, dense algebra, differential equations, quadrature and roots. The packages {@code continuous} and {@code
 * discrete} hold one class for each family of scalar distributions. There, a last argument {@code d} takes the partial
 * derivatives by the arguments in their order; it may be null.
 */
package org.driftfield.stan.math;
