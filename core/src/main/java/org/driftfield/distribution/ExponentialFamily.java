package org.driftfield.distribution;

/**
 * A distribution with density exp(η·T(x) - A(η)) in its own coordinates: what a closed-form factor is updated by is its natural
 * parameters η, and what other factors need of it is E[T(x)], the gradient of A.
 */
public interface ExponentialFamily extends Samplable {
    /** η. */
    double[] natural();

    /** E[T(x)], in the order of η. */
    double[] expectedStatistics();

    /** A(η), the logarithm of the normaliser. */
    double logPartition();

    /** -E[log q(x)] = A(η) - η·E[T(x)]. */
    default double entropy() {
        double[] natural = natural();
        double[] statistics = expectedStatistics();
        double sum = logPartition();
        for (int k = 0; k < natural.length; k++) {
            // 0 log 0 is nothing.
            sum -= statistics[k] == 0 ? 0 : natural[k] * statistics[k];
        }
        return sum;
    }
}
