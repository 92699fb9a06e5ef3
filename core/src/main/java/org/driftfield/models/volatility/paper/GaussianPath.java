package org.driftfield.models.volatility.paper;

/**
 * The best normal approximation, in the sense of Kullback and Leibler, of the log variances given the parameters: its
 * precision is H = λ K(φ) + D, where D is the expected curvature of the likelihood under the approximation itself (Opper and
 * Archambeau 2009). Found by Newton steps, each linear in the length of the series.
 */
final class GaussianPath {
    private static final int MOST_STEPS = 200;
    private static final int MOST_HALVINGS = 40;

    /** Steps end when the lower bound rises by less than this, relative to its size. */
    private static final double TOLERANCE = 1e-12;

    /** Far from the answer an expected curvature may overflow; any such number only tells where to go. */
    private static final double LARGEST_CURVATURE = 1e12;

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
    private final double[] gradient;
    private final double[] wanted;
    private final double[] oldMean;
    private final double[] oldCurvature;
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
        this.gradient = new double[n];
        this.wanted = new double[n];
        this.oldMean = new double[n];
        this.oldCurvature = new double[n];
        java.util.Arrays.fill(mean, level);
    }

    /**
     * Climbs to the best approximation. Each step is a natural-gradient one, of full length a Newton step, halved until the
     * lower bound rises, which some length always brings about.
     *
     * @return whether it arrived
     */
    boolean improve(double mu, double phi, double lambda) {
        this.mu = mu;
        this.phi = phi;
        this.lambda = lambda;
        factor();
        double value = lowerBound();
        if (!Double.isFinite(value)) {
            java.util.Arrays.fill(mean, mu);
            System.arraycopy(series.half, 0, curvature, 0, n);
            factor();
            value = lowerBound();
        }
        for (int step = 0; step < MOST_STEPS; step++) {
            for (int t = 0; t < n; t++) {
                wanted[t] = Math.min(series.halfSquare[t] * Math.exp(-mean[t] + 0.5 * variance[t]), LARGEST_CURVATURE);
                gradient[t] = wanted[t] - series.half[t] - lambda * pull(t, mu);
            }
            double better = climb(value);
            if (!(better - value > TOLERANCE * (1 + Math.abs(value)))) {
                return true;
            }
            value = better;
        }
        return false;
    }

    private double climb(double value) {
        System.arraycopy(mean, 0, oldMean, 0, n);
        System.arraycopy(curvature, 0, oldCurvature, 0, n);
        double part = 1;
        for (int halving = 0; halving < MOST_HALVINGS; halving++, part *= 0.5) {
            for (int t = 0; t < n; t++) {
                curvature[t] = oldCurvature[t] + part * (wanted[t] - oldCurvature[t]);
                move[t] = gradient[t];
            }
            factor();
            precision.solve(move);
            for (int t = 0; t < n; t++) {
                mean[t] = oldMean[t] + part * move[t];
            }
            double there = lowerBound();
            // At the top a step brings nothing but rounding.
            if (there > value - TOLERANCE * (1 + Math.abs(value))) {
                return there;
            }
        }
        System.arraycopy(oldMean, 0, mean, 0, n);
        System.arraycopy(oldCurvature, 0, curvature, 0, n);
        factor();
        return value;
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
