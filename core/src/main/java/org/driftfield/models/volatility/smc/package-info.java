/** Sequential Monte Carlo for volatility models, the path integrated out by a particle filter. */
package org.driftfield.models.volatility.smc;
