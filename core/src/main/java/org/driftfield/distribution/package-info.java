/**
 * The distributions a factor of the mean field can have in closed form, with the moments that other factors need of it, its
 * entropy for the lower bound, and draws. All but products are exponential families, made from their natural parameters and
 * read by their expected statistics. Shares, matrices and classes are laid out as coordinates like any others.
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
