package org.driftfield.store.volatility;

import org.driftfield.store.folder.MayBeAbsent;

/**
 * What a fit of a stochastic volatility model has to say beyond every fit.
 *
 * @param column the column of returns
 * @param series which series of a long table; null for a file of one
 * @param time the column that names the times; null for none
 * @param takenOff the mean that was taken off the returns; NaN for none
 * @param factorization the product of factors; null for other methods
 * @param forecast how many steps were forecast; 0 for none
 * @param logEvidence the logarithm of the evidence; NaN where the method does not estimate it
 */
public record SvDetails(
        String column,
        @MayBeAbsent String series,
        @MayBeAbsent String time,
        double takenOff,
        @MayBeAbsent String factorization,
        int forecast,
        double logEvidence) {
    /** The word for this kind of model, after {@code driftfield fit} and in files. */
    public static final String MODEL = "sv";
}
