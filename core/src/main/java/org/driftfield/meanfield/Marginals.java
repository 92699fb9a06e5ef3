package org.driftfield.meanfield;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.distribution.Distribution;

/**
 * The factors as they are now, as a model sees them that computes an expectation over them. Coordinates are those of the
 * model, values on the parameters' own scale; moments of closed-form factors are exact, of particle factors averages over
 * particles.
 */
public interface Marginals {
    /** E[θ_j]. */
    double mean(int j);

    /** Cov(θ_j, θ_k); zero across factors. */
    double covariance(int j, int k);

    /** E[1/θ_j]. */
    double meanInverse(int j);

    /** E[f(θ_j)]. */
    double expect(int j, DoubleUnaryOperator f);

    /**
     * The closed form of the factor that coordinate j belongs to, for what no single coordinate tells, such as the expected
     * log determinant of a matrix: see {@link org.driftfield.distribution.ExponentialFamily#expectedStatistics}. Empty for
     * particles, and at the start of a run, when there are draws only; of a product the part with the coordinate.
     */
    default Optional<Distribution> closedForm(int j) {
        return Optional.empty();
    }

    /**
     * The averages over the draws of {@code width} numbers computed from each. In a run all threads share the work; the sums
     * are in the order of the draws.
     *
     * @param scratch how many numbers of scratch space the function needs
     */
    default double[] average(int width, int scratch, DrawFunction f) {
        int d = draws().length / particles();
        double[] each = new double[particles() * width];
        double[] space = new double[scratch];
        for (int i = 0; i < particles(); i++) {
            f.apply(draws(), i * d, space, each, i * width);
        }
        double[] mean = new double[width];
        Moments.mean(each, particles(), width, mean);
        return mean;
    }

    /** Numbers computed from one draw. */
    @FunctionalInterface
    interface DrawFunction {
        /** Writes the numbers computed from the draw at {@code draws[at …]} to {@code out[outAt …]}. */
        void apply(double[] draws, int at, double[] scratch, double[] out, int outAt);
    }

    /** The number M of draws. */
    int particles();

    /** M draws of all coordinates from the product of the factors, row-major; not to be written to. */
    double[] draws();
}
