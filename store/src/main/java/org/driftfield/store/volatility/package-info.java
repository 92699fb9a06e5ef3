/** What the fit of a stochastic volatility model keeps beyond every fit. */
package org.driftfield.store.volatility;
