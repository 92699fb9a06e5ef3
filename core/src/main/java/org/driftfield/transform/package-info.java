/**
 * Smooth maps from free numbers y to values x under a constraint, with the logarithm of their Jacobian determinant and both
 * derivatives: {@link org.driftfield.transform.Bound} number by number, with bounds that may themselves be unknown, and
 * {@link org.driftfield.transform.Transform} for vectors and matrices as a whole.
 */
package org.driftfield.transform;
