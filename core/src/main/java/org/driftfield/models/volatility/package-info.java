/**
 * The stochastic volatility model of Taylor (1982) for a series of returns: y_t ~ N(0, e^x_t), where the log variance x
 * follows a stationary autoregression of order one, x_1 ~ N(μ, σ²/(1-φ²)), x_t ~ N(μ + φ(x_t-1 - μ), σ²).
 */
package org.driftfield.models.volatility;
