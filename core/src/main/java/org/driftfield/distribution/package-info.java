/**
 * The distributions a factor of the mean field can have in closed form, with the moments that other factors need of it, its
 * entropy for the lower bound, and draws; and the exponential families by their natural parameters. A {@link
 * org.driftfield.distribution.Distribution} is both but for products; the others are of shares, matrices and classes, which
 * are no coordinates of a mean field.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><th>symbol</th><th>here</th><th>meaning</th></tr>
 * <tr><td>η</td><td>{@link org.driftfield.distribution.ExponentialFamily#natural}</td><td>natural parameters</td></tr>
 * <tr><td>T(x)</td><td>{@link org.driftfield.distribution.ExponentialFamily#expectedStatistics}</td><td>sufficient statistics,
 * by their expectation</td></tr>
 * <tr><td>A(η)</td><td>{@link org.driftfield.distribution.ExponentialFamily#logPartition}</td><td>logarithm of the
 * normaliser</td></tr>
 * </table>
 */
package org.driftfield.distribution;
