/**
 * Whether an answer can be trusted, from arrays of numbers alone: do chains agree, how many draws are they worth, how far
 * is an approximation from its target.
 *
 * <table>
 * <caption>Symbols of the papers and their names here</caption>
 * <tr><td>M, N, S = M N</td><td>chains, iterations of a chain, draws</td></tr>
 * <tr><td>W, B/N, var+</td><td>{@code within}, variance of the chain means, {@code total}</td></tr>
 * <tr><td>rho_t, tau</td><td>autocorrelation at lag t, autocorrelation time</td></tr>
 * <tr><td>r, w, k</td><td>importance ratios, smoothed weights, shape of the generalised Pareto tail ({@code kHat})</td></tr>
 * <tr><td>k_0</td><td>Stein kernel of the inverse multiquadric</td></tr>
 * </table>
 */
package org.driftfield.diagnostics;
