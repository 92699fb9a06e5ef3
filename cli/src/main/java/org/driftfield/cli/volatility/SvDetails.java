package org.driftfield.cli.volatility;

/**
 * What a fit of a stochastic volatility model has to say beyond every fit.
 *
 * @param column the column of returns
 * @param time the column that names the times; null for none
 * @param takenOff the mean that was taken off the returns; NaN for none
 * @param factorization the product of factors; null for other methods
 * @param forecast how many steps were forecast; 0 for none
 * @param logEvidence the logarithm of the evidence; NaN where the method does not estimate it
 */
record SvDetails(String column, String time, double takenOff, String factorization, int forecast, double logEvidence) {}
