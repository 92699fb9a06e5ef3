/** Bayesian neural networks. */
package org.driftfield.models.network;
