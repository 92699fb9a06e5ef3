package org.driftfield.stan.math;

/** A system of ordinary differential equations dy/dt = f(t, y, θ), for given parameters θ. */
public interface OdeSystem {
    /** Computes the right-hand side into {@code out}. */
    void slope(double t, double[] y, double[] out);

    /**
     * Computes the right-hand side with its derivatives.
     *
     * @param byState takes the derivatives by y, a square matrix column after column
     * @param byParameter takes those by θ, a matrix with one column for each parameter
     */
    void jacobian(double t, double[] y, double[] out, double[] byState, double[] byParameter);
}
