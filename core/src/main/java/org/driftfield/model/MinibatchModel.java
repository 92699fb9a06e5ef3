package org.driftfield.model;

/** A model whose log density is a prior plus a sum over observations, and can be estimated from some of them. */
public interface MinibatchModel extends Model {
    /** The number n of observations. */
    int observations();

    /**
     * An unbiased estimate of {@link #logDensity(double[], double[])}: the prior plus n/|rows| times the sum over the given
     * observations.
     */
    double logDensity(double[] theta, double[] gradient, int[] rows);
}
