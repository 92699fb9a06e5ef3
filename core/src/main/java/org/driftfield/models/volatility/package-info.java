/**
 * The stochastic volatility model of Taylor (1982) for a series of returns: y_t ~ N(0, e^x_t), where the log variance x
 * follows a stationary autoregression of order one, x_1 ~ N(μ, σ²/(1-φ²)), x_t ~ N(μ + φ(x_t-1 - μ), σ²). {@link
 * org.driftfield.models.volatility.Volatility} is the way in.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><th>symbol</th><th>here</th><th>meaning</th></tr>
 * <tr><td>T</td><td>{@code size}</td><td>length of the series</td></tr>
 * <tr><td>θ</td><td>{@code mu}, {@code phi}, {@code sigma2}</td><td>level, persistence and innovation variance of x</td></tr>
 * <tr><td>λ</td><td>{@code lambda}</td><td>E[1/σ²]</td></tr>
 * <tr><td>K(φ)</td><td>{@code Series.precision}</td><td>precision of the autoregression for σ² = 1, tridiagonal</td></tr>
 * <tr><td>S</td><td>{@code squares}</td><td>(x-μ)ᵀK(x-μ), the sum of squared innovations</td></tr>
 * <tr><td>D</td><td>{@code curvature}</td><td>expected curvature of the likelihood, diagonal</td></tr>
 * <tr><td>H = λK + D = C Cᵀ</td><td>{@code Tridiagonal}</td><td>precision of a normal approximation of x</td></tr>
 * <tr><td>z</td><td>{@code centre}, {@code off}</td><td>log((1+φ)/(1-φ)), φ on the unconstrained scale</td></tr>
 * <tr><td>e</td><td>{@code DecoupledPath}</td><td>innovations that hardly depend on θ</td></tr>
 * </table>
 */
package org.driftfield.models.volatility;
