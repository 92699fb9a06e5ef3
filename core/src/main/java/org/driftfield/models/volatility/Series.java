package org.driftfield.models.volatility;

import org.driftfield.kernel.Kernels;

/**
 * The part of the log density that depends on the log variances x: the likelihood of the returns, and the autoregression
 * through S = (1-φ²)(x_1-μ)² + Σ (x_t - μ - φ(x_t-1 - μ))², the sum of squared innovations.
 */
final class Series {
    /** Places in the array of derivatives of {@link #logDensity}. */
    static final int SQUARES = 0;

    static final int BY_MU = 1;
    static final int BY_PHI = 2;

    final int size;
    final int observed;

    /** One half, and half the squared return; both 0 where it is missing. */
    final double[] half;

    final double[] halfSquare;

    Series(Returns returns) {
        size = returns.size();
        observed = returns.observed();
        half = new double[size];
        halfSquare = new double[size];
        for (int t = 0; t < size; t++) {
            double y = returns.get(t);
            if (!Double.isNaN(y)) {
                half[t] = 0.5;
                halfSquare[t] = 0.5 * y * y;
            }
        }
    }

    /**
     * log p(y | x) - λ S / 2 without constants, and its gradient by x.
     *
     * @param sums receives S and its derivatives by μ and φ
     */
    double logDensity(
            double[] x,
            int at,
            double mu,
            double phi,
            double lambda,
            double[] gradient,
            int gradientAt,
            double[] sums) {
        for (int t = 0; t < size; t++) {
            gradient[gradientAt + t] = -x[at + t];
        }
        Kernels.exp(gradient, gradientAt, gradient, gradientAt, size);
        double likelihood = -Kernels.dot(half, 0, x, at, size) - Kernels.dot(halfSquare, 0, gradient, gradientAt, size);
        for (int t = 0; t < size; t++) {
            gradient[gradientAt + t] = halfSquare[t] * gradient[gradientAt + t] - half[t];
        }
        double share = 1 - phi * phi;
        double previous = x[at] - mu;
        double squares = share * previous * previous;
        double innovations = 0;
        double products = 0;
        double byPhi = -2 * phi * previous * previous;
        gradient[gradientAt] -= lambda * share * previous;
        double back = lambda * phi;
        for (int t = 1; t < size; t++) {
            double own = x[at + t] - mu;
            double innovation = own - phi * previous;
            squares += innovation * innovation;
            innovations += innovation;
            products += innovation * previous;
            gradient[gradientAt + t] -= lambda * innovation;
            gradient[gradientAt + t - 1] += back * innovation;
            previous = own;
        }
        sums[SQUARES] = squares;
        sums[BY_MU] = -2 * (share * (x[at] - mu) + (1 - phi) * innovations);
        sums[BY_PHI] = byPhi - 2 * products;
        return likelihood - 0.5 * lambda * squares;
    }

    /** 1ᵀK1, by which the variance of μ adds to the expected S; K is the precision of the autoregression for σ² = 1. */
    double level(double phi) {
        return (1 - phi) * (2 + (size - 2) * (1 - phi));
    }

    /** The derivative of {@link #level}. */
    double levelSlope(double phi) {
        return -2 - 2 * (size - 2) * (1 - phi);
    }

    /**
     * The precision a K(φ) + D of a normal approximation, with E[λ], E[λφ] and E[λφ²] given for λ = 1/σ².
     *
     * @param curvature D, the diagonal that the returns add
     */
    void precision(
            double lambda, double lambdaPhi, double lambdaPhi2, double[] curvature, double[] diagonal, double[] off) {
        for (int t = 0; t < size; t++) {
            boolean end = t == 0 || t == size - 1;
            diagonal[t] = lambda + (end ? 0 : lambdaPhi2) + curvature[t];
            off[t] = -lambdaPhi;
        }
    }
}
