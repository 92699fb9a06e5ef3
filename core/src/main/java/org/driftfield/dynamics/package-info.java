/**
 * How particles move: each way is a {@link org.driftfield.dynamics.ParticleDynamics} in one file, with its move, what it
 * remembers and how its step size is tuned, and one line of {@link org.driftfield.dynamics.Dynamics}. What the gradient is of is
 * the business of {@code meanfield}.
 *
 * <table>
 * <caption>Symbols, with the equations of Tran, Tseng and Kohn</caption>
 * <tr><th>symbol</th><th>here</th><th>meaning</th></tr>
 * <tr><td>X<sup>(t)</sup></td><td>{@code z}</td><td>a particle, on the unconstrained scale</td></tr>
 * <tr><td>h</td><td>{@code h}, {@link org.driftfield.dynamics.StepSchedule}</td><td>step size (eq. "Langevin MC diffusion
 * 2")</td></tr>
 * <tr><td>∇log π</td><td>{@code gradient}</td><td>for a mean field E[∇ log π] over the other factors (eq. "update
 * X")</td></tr>
 * <tr><td>η</td><td>{@code xi}</td><td>standard normal noise</td></tr>
 * <tr><td>P = L Lᵀ</td><td>{@link org.driftfield.dynamics.Preconditioner}</td><td>shape of the move; the paper's is the
 * identity</td></tr>
 * </table>
 */
package org.driftfield.dynamics;
