/**
 * Algorithms to compare with: they take the same {@link org.driftfield.model.Model} as everything else.
 *
 * <p>Hamiltonian Monte Carlo, on the unconstrained scale:
 *
 * <table>
 * <caption>Symbols and names</caption>
 * <tr><th>symbol</th><th>name here</th><th>meaning</th></tr>
 * <tr><td>q</td><td>position</td><td>a point of the posterior</td></tr>
 * <tr><td>p</td><td>momentum</td><td>auxiliary, N(0, M)</td></tr>
 * <tr><td>M⁻¹</td><td>inverse mass</td><td>an estimate of the posterior covariance</td></tr>
 * <tr><td>p♯ = M⁻¹p</td><td>velocity</td><td>how the position moves</td></tr>
 * <tr><td>H = pᵀM⁻¹p/2 − log π(q)</td><td>energy</td><td>constant along an exact trajectory</td></tr>
 * <tr><td>ρ</td><td>momentum sum</td><td>sum of the momenta of a piece of trajectory</td></tr>
 * <tr><td>ε</td><td>step size</td><td>of the leapfrog integrator</td></tr>
 * </table>
 *
 * <p>Hoffman and Gelman (2014), The No-U-Turn Sampler, JMLR 15; Betancourt (2017), A Conceptual Introduction to Hamiltonian
 * Monte Carlo, arXiv 1701.02434.
 */
package org.driftfield.sampler;
