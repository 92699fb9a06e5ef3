package org.driftfield.models.volatility;

/**
 * The best normal approximation, in the sense of Kullback and Leibler, of the log variances given the parameters: its
 * precision is H = λ K(φ) + D, where D is the expected curvature of the likelihood under the approximation itself (Opper and
 * Archambeau 2009). Found by Newton steps, each linear in the length of the series.
 */
final class GaussianPath {
    /** No log variance moves further than this in one Newton step: the likelihood is exponential on one side. */
    private static final double LARGEST_MOVE = 2;

    private final Series series;
    private final int n;
    final double[] mean;
    final double[] variance;

    /** Covariances of neighbours. */
    final double[] neighbour;

    /** D. */
    final double[] curvature;

    final Tridiagonal precision;
    private final double[] diagonal;
    private final double[] off;
    private final double[] move;
    private double phi;
    private double mu;
    private double lambda;

    GaussianPath(Series series, double level) {
        this.series = series;
        this.n = series.size;
        this.mean = new double[n];
        this.variance = new double[n];
        this.neighbour = new double[n];
        this.curvature = series.half.clone();
        this.precision = new Tridiagonal(n);
        this.diagonal = new double[n];
        this.off = new double[n];
        this.move = new double[n];
        java.util.Arrays.fill(mean, level);
    }

    /** Makes Newton steps until the mean moves by less than {@code tolerance}, at the most {@code steps}. */
    void improve(double mu, double phi, double lambda, int steps, double tolerance) {
        this.mu = mu;
        this.phi = phi;
        this.lambda = lambda;
        double largest = Double.POSITIVE_INFINITY;
        for (int step = 0; step < steps && largest > tolerance; step++) {
            factor();
            for (int t = 0; t < n; t++) {
                curvature[t] = curvatureAt(t);
                move[t] = curvature[t] - series.half[t] - lambda * pull(t, mu);
            }
            factor();
            precision.solve(move);
            largest = 0;
            for (int t = 0; t < n; t++) {
                double by = Math.max(-LARGEST_MOVE, Math.min(LARGEST_MOVE, move[t]));
                mean[t] += by;
                largest = Math.max(largest, Math.abs(by));
            }
        }
        factor();
    }

    private double curvatureAt(int t) {
        // An expected curvature far above that at the mode of a return's own likelihood only tells that the start is
        // bad.
        return Math.min(series.halfSquare[t] * Math.exp(-mean[t] + 0.5 * variance[t]), 50);
    }

    private void factor() {
        series.precision(lambda, lambda * phi, lambda * phi * phi, curvature, diagonal, off);
        precision.factor(diagonal, off).inverse(variance, neighbour);
    }

    /** K (mean - μ) for another μ. */
    double[] pull(double level) {
        double[] out = new double[n];
        for (int t = 0; t < n; t++) {
            out[t] = pull(t, level);
        }
        return out;
    }

    /** Element t of K (mean - μ). */
    private double pull(int t, double mu) {
        boolean end = t == 0 || t == n - 1;
        double sum = (end ? 1 : 1 + phi * phi) * (mean[t] - mu);
        sum -= t > 0 ? phi * (mean[t - 1] - mu) : 0;
        return sum - (t < n - 1 ? phi * (mean[t + 1] - mu) : 0);
    }

    /** E[S] for the μ of the approximation. */
    double expectedSquares() {
        double sum = 0;
        for (int t = 0; t < n; t++) {
            boolean end = t == 0 || t == n - 1;
            sum += (mean[t] - mu) * pull(t, mu) + (end ? 1 : 1 + phi * phi) * variance[t];
            sum -= t < n - 1 ? 2 * phi * neighbour[t] : 0;
        }
        return sum;
    }

    /** E[1ᵀ K x], from which the optimal mean of μ is made. */
    double expectedLevel() {
        double sum = 0;
        for (int t = 0; t < n; t++) {
            boolean end = t == 0 || t == n - 1;
            sum += (end ? 1 : 1 - phi) * mean[t];
        }
        return (1 - phi) * sum;
    }

    /** E[log p(y | x) - λ S / 2] plus the entropy, without constants. */
    double lowerBound() {
        double sum = -0.5 * lambda * expectedSquares() - 0.5 * precision.logDeterminant();
        for (int t = 0; t < n; t++) {
            sum -= series.half[t] * mean[t] + series.halfSquare[t] * Math.exp(-mean[t] + 0.5 * variance[t]);
        }
        return sum;
    }
}
