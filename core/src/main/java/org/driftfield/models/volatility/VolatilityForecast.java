package org.driftfield.models.volatility;

/**
 * What is to come, 1 … k steps after the last return.
 *
 * @param volatility the volatility exp(x/2)
 * @param returns the returns themselves
 */
public record VolatilityForecast(VolatilityPath volatility, VolatilityPath returns) {}
