/**
 * A Bayesian model as mathematics: named parameters θ with supports, and the logarithm of the posterior density with its
 * gradient. Inference runs on the unconstrained scale z; the maps between the two and their Jacobian terms live here.
 */
package org.driftfield.model;
