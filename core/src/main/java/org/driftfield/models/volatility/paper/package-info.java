/**
 * The factorisations of the paper for the plain volatility model: q(μ) q(σ²) q(φ, x), with its closed forms, and q(μ, σ², φ) q(x).
 */
package org.driftfield.models.volatility.paper;
