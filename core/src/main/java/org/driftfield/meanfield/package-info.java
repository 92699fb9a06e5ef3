/**
 * The paper: Algorithm 1 of Tran, Tseng and Kohn, Particle mean field variational Bayes, for K factors. The posterior is
 * approximated by a product q = q_1 ⋯ q_K; a factor with a closed-form optimum gets it, every other is a cloud of particles
 * moved by Langevin dynamics on the log density expected over the others. {@link org.driftfield.meanfield.Pmfvb} is the way
 * in, {@code MeanField} the algorithm.
 *
 * <table>
 * <caption>Symbols, with the equations of the paper</caption>
 * <tr><th>symbol</th><th>here</th><th>meaning</th></tr>
 * <tr><td>θ</td><td>{@code theta}</td><td>all parameters, on their own scale; {@code z} unconstrained</td></tr>
 * <tr><td>π(θ)</td><td>{@link org.driftfield.model.Model}</td><td>the posterior, up to a constant</td></tr>
 * <tr><td>q_k</td><td>{@code Factor}: {@code ParticleFactor} or {@code ConjugateFactor}</td><td>a factor of q; its
 * coordinates are a {@link org.driftfield.meanfield.Block}</td></tr>
 * <tr><td>q_k ∝ exp E[log π]</td><td>{@link org.driftfield.meanfield.MeanFieldModel.ClosedForm}</td><td>its optimum given the
 * others (eq. "optimal MFVB")</td></tr>
 * <tr><td>M</td><td>{@link org.driftfield.meanfield.PmfvbOptions#particles}</td><td>particles of each cloud</td></tr>
 * <tr><td>m</td><td>{@link org.driftfield.meanfield.Expectation#subset}</td><td>particles of the others over which E is
 * taken (eq. "update X", "update Y")</td></tr>
 * <tr><td>h</td><td>{@link org.driftfield.dynamics.StepSchedule}</td><td>step size of a factor</td></tr>
 * <tr><td>P</td><td>{@link org.driftfield.dynamics.Preconditioning}</td><td>shape of its moves; the paper's is the
 * identity</td></tr>
 * <tr><td>t</td><td>{@code iteration}</td><td>one sweep over all factors, each using the newest state of the others</td></tr>
 * <tr><td>S(ε)</td><td>{@link org.driftfield.driver.StoppingRule}</td><td>when the sweeps end</td></tr>
 * <tr><td>L(q)</td><td>{@code LowerBound}</td><td>lower bound: the paper's estimate (eq. "LB estimate") and an honest
 * one</td></tr>
 * </table>
 */
package org.driftfield.meanfield;
