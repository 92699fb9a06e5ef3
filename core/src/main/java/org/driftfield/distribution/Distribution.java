package org.driftfield.distribution;

import java.util.function.DoubleUnaryOperator;

/**
 * A distribution that a factor of the mean field can have in closed form, with the moments that other factors need.
 * Coordinates are those of the factor's block, on the parameters' own scale.
 */
public sealed interface Distribution extends Samplable
        permits Normal,
                MultivariateNormal,
                BandedNormal,
                Gamma,
                InverseGamma,
                Beta,
                Dirichlet,
                Categorical,
                Wishart,
                InverseWishart,
                Product {
    int dimension();

    /**
     * Whether the coordinates obey a law together, such as a sum of 1, symmetry or being whole numbers, which a draw loses when
     * one of its coordinates is moved alone.
     */
    default boolean tied() {
        return false;
    }

    /** E[θ_j]; infinite where it does not exist. */
    double mean(int j);

    /** Cov(θ_j, θ_k); infinite where it does not exist. */
    double covariance(int j, int k);

    /** E[1/θ_j], for a positive coordinate. */
    double meanInverse(int j);

    /** E[f(θ_j)] for a smooth f, by a trapezoidal sum that is accurate to about ten digits. */
    double expect(int j, DoubleUnaryOperator f);

    /** The differential entropy -E[log q(θ)]. */
    double entropy();

    /** All that is needed to make this distribution again with {@link #decode}. */
    double[] encode();

    /** The distribution that {@link #encode} described. */
    static Distribution decode(double[] code) {
        return switch ((int) code[0]) {
            case Normal.CODE -> new Normal(code[1], code[2]);
            case InverseGamma.CODE -> new InverseGamma(code[1], code[2]);
            case Gamma.CODE -> new Gamma(code[1], code[2]);
            case Beta.CODE -> new Beta(code[1], code[2]);
            case MultivariateNormal.CODE -> MultivariateNormal.decode(code);
            case BandedNormal.CODE -> BandedNormal.decode(code);
            case Dirichlet.CODE -> Dirichlet.decode(code);
            case Categorical.CODE -> Categorical.decode(code);
            case Wishart.CODE -> Wishart.decode(code);
            case InverseWishart.CODE -> InverseWishart.decode(code);
            case Product.CODE -> Product.decode(code);
            default -> throw new IllegalArgumentException("unknown distribution code " + code[0]);
        };
    }
}
