/** What the fit of a Bayesian neural network keeps beyond every fit. */
package org.driftfield.store.network;
