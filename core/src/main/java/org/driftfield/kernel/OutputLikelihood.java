package org.driftfield.kernel;

/** How the outputs f of a {@link Perceptron} speak of the target y of a row: the log-likelihood that is differentiated. */
public enum OutputLikelihood {
    /** -(y - f)² / 2, one output: the normal log-likelihood at unit variance, without its constant. */
    NORMAL,
    /** y f - log(1 + e^f), one output, y in {0, 1}. */
    BERNOULLI,
    /** f_y - log Σ_k e^f_k, one output a class, y in {0, …, K-1}. */
    CATEGORICAL
}
