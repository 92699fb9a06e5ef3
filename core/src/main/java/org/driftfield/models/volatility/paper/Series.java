package org.driftfield.models.volatility.paper;

import org.driftfield.kernel.Kernels;
import org.driftfield.models.volatility.Returns;

/**
 * The part of the log density that depends on the log variances x: the likelihood of the returns, and the autoregression
 * through S = (1-φ²)(x_1-μ)² + Σ (x_t - μ - φ(x_t-1 - μ))², the sum of squared innovations.
 */
final class Series {
    /** Places in the array of derivatives of {@link #logDensity}. */
    static final int SQUARES = 0;

    static final int BY_MU = 1;
    static final int BY_PHI = 2;
    static final int SUMS = 3;

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
     * @param innovations scratch space for one number more than there are times
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
            double[] innovations,
            int innovationsAt,
            double[] sums,
            int sumsAt) {
        for (int t = 0; t < size; t++) {
            gradient[gradientAt + t] = -x[at + t];
        }
        Kernels.exp(gradient, gradientAt, gradient, gradientAt, size);
        double likelihood = -Kernels.dot(half, 0, x, at, size) - Kernels.dot(halfSquare, 0, gradient, gradientAt, size);
        // The innovation of x_t stands at t; neither x_1 nor what would follow the last has one.
        int e = innovationsAt;
        innovations[e] = 0;
        Kernels.innovations(x, at, phi, mu * (1 - phi), innovations, e + 1, size - 1);
        innovations[e + size] = 0;
        Kernels.pathGradient(half, halfSquare, innovations, e, lambda, lambda * phi, gradient, gradientAt, size);
        double share = 1 - phi * phi;
        double first = x[at] - mu;
        gradient[gradientAt] -= lambda * share * first;
        double total = Kernels.sum(innovations, e, size);
        double products = Kernels.dot(innovations, e + 1, x, at, size - 1) - mu * total;
        double squares = share * first * first + Kernels.dot(innovations, e, innovations, e, size);
        sums[sumsAt + SQUARES] = squares;
        sums[sumsAt + BY_MU] = -2 * (share * first + (1 - phi) * total);
        sums[sumsAt + BY_PHI] = -2 * (phi * first * first + products);
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
