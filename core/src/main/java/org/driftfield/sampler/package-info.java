/**
 * Algorithms to compare with: they take the same {@link org.driftfield.model.Model} as everything else, or, where the
 * likelihood can only be estimated, a {@link org.driftfield.sampler.NoisyLikelihood}.
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
 * <p>Sequential Monte Carlo, for a {@link org.driftfield.sampler.NoisyLikelihood}:
 *
 * <table>
 * <caption>Symbols and names</caption>
 * <tr><th>symbol</th><th>name here</th><th>meaning</th></tr>
 * <tr><td>a</td><td>temperature</td><td>the power of the likelihood, from 0 (prior) to 1 (posterior)</td></tr>
 * <tr><td>p̂(y|θ)</td><td>log likelihood</td><td>an unbiased estimate, kept with its particle</td></tr>
 * <tr><td>N_θ</td><td>particles</td><td>of the parameters</td></tr>
 * <tr><td>N_x</td><td>state particles</td><td>of one likelihood estimate</td></tr>
 * <tr><td>p(y)</td><td>evidence</td><td>the product of the mean weights of all rises</td></tr>
 * </table>
 *
 * <p>Hoffman and Gelman (2014), The No-U-Turn Sampler, JMLR 15; Betancourt (2017), A Conceptual Introduction to Hamiltonian
 * Monte Carlo, arXiv 1701.02434; Chopin, Jacob and Papaspiliopoulos (2013), SMC², JRSS B 75; Duan and Fulop (2015),
 * Density-Tempered Marginalized Sequential Monte Carlo Samplers, JBES 33; Andrieu, Doucet and Holenstein (2010), Particle
 * Markov chain Monte Carlo methods, JRSS B 72.
 */
package org.driftfield.sampler;
