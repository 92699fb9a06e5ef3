package org.driftfield.models.network.prediction;

import org.driftfield.distribution.InverseGamma;

/**
 * The noise of a number: y - f = σ ε with ε of Student's distribution, q(σ²) being inverse gamma.
 *
 * @param squaredScale q(σ²)
 * @param dof the degrees of freedom of ε; infinite where it is normal
 */
public record Noise(InverseGamma squaredScale, double dof) {
    public static Noise normal(double shape, double scale) {
        return new Noise(new InverseGamma(shape, scale), Double.POSITIVE_INFINITY);
    }

    /** σ² as a number: 1/⟨1/σ²⟩. */
    double plugInSquare() {
        return squaredScale.scale() / squaredScale.shape();
    }

    /** The degrees of freedom once σ² is integrated out, or, of heavy tails, which do not feel that, their own. */
    double predictiveDof() {
        return Math.min(dof, 2 * squaredScale.shape());
    }

    /** The variance of y - f at the posterior mean of σ²; where that is infinite, for very few rows, scale over shape stands in. */
    public double variance() {
        double square = squaredScale.shape() > 1 ? squaredScale.mean(0) : plugInSquare();
        return Double.isInfinite(dof) ? square : square * dof / (dof - 2);
    }

    /** Noise of another variance and other tails, as surely known. */
    public Noise with(double otherVariance, double otherDof) {
        double part = Double.isInfinite(otherDof) ? 1 : (otherDof - 2) / otherDof;
        double mean = new Noise(squaredScale, Double.POSITIVE_INFINITY).variance();
        return new Noise(
                new InverseGamma(squaredScale.shape(), squaredScale.scale() * otherVariance * part / mean), otherDof);
    }

    /** The noise of {@code spread} times the number. */
    public Noise times(double spread) {
        return new Noise(new InverseGamma(squaredScale.shape(), squaredScale.scale() * spread * spread), dof);
    }
}
