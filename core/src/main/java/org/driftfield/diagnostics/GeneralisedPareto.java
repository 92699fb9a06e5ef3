package org.driftfield.diagnostics;

/** The generalised Pareto distribution with location zero, as fitted to the largest importance ratios. */
record GeneralisedPareto(double shape, double scale) {
    /** Weight of the prior on the shape, in observations, and its centre (Vehtari et al. 2024). */
    private static final double PRIOR_COUNT = 10;

    private static final double PRIOR_SHAPE = 0.5;

    /** Far from where products of doubles end. */
    private static final double SMALL = 1e-100;

    /**
     * The quasi-Bayesian estimate of Zhang and Stephens (2009), A new and efficient estimation method for the generalized
     * Pareto distribution, Technometrics 51(3), with the shape drawn a little towards 1/2.
     *
     * @param x positive values in ascending order
     */
    static GeneralisedPareto fit(double[] x) {
        int n = x.length;
        int grid = 30 + (int) Math.sqrt(n);
        double quartile = x[(int) (n / 4.0 + 0.5) - 1];
        double[] theta = new double[grid];
        double[] logLikelihood = new double[grid];
        double max = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < grid; j++) {
            theta[j] = 1 / x[n - 1] + (1 - Math.sqrt(grid / (j + 0.5))) / (3 * quartile);
            double k = meanLog(theta[j], x);
            logLikelihood[j] = n * (Math.log(-theta[j] / k) - k - 1);
            max = Math.max(max, logLikelihood[j]);
        }
        double sum = 0;
        double mean = 0;
        for (int j = 0; j < grid; j++) {
            double weight = Math.exp(logLikelihood[j] - max);
            sum += weight;
            mean += weight * theta[j];
        }
        double thetaHat = mean / sum;
        double k = meanLog(thetaHat, x);
        return new GeneralisedPareto((n * k + PRIOR_COUNT * PRIOR_SHAPE) / (n + PRIOR_COUNT), -k / thetaHat);
    }

    /** The mean of log(1 - theta x): the logarithms of products, which takes one of them in place of many. */
    private static double meanLog(double theta, double[] x) {
        double sum = 0;
        double product = 1;
        for (double v : x) {
            double factor = 1 - theta * v;
            double next = product * factor;
            if (next > SMALL && next < 1 / SMALL) {
                product = next;
            } else {
                sum += Math.log(product) + Math.log(factor);
                product = 1;
            }
        }
        return (sum + Math.log(product)) / x.length;
    }

    double quantile(double p) {
        double logSurvival = Math.log1p(-p);
        return shape == 0 ? -scale * logSurvival : scale * Math.expm1(-shape * logSurvival) / shape;
    }
}
