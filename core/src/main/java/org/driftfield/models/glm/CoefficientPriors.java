package org.driftfield.models.glm;

import java.util.Collection;

/** The independent normal or flat priors of the coefficients. */
final class CoefficientPriors {
    private final double[] mean;
    private final double[] precision;
    private final double constant;

    CoefficientPriors(Collection<Prior> priors) {
        mean = new double[priors.size()];
        precision = new double[priors.size()];
        double sum = 0;
        int j = 0;
        for (Prior prior : priors) {
            if (prior instanceof Prior.Normal normal) {
                mean[j] = normal.mean();
                precision[j] = 1 / (normal.sd() * normal.sd());
                sum -= 0.5 * Math.log(2 * Math.PI) + Math.log(normal.sd());
            }
            j++;
        }
        constant = sum;
    }

    /** Zero for a flat prior. */
    double precision(int j) {
        return precision[j];
    }

    double mean(int j) {
        return mean[j];
    }

    /** The part of the log density that no coefficient changes. */
    double constant() {
        return constant;
    }

    /** log density of coefficient j without its constant. */
    double log(int j, double value) {
        return -0.5 * precision[j] * (value - mean[j]) * (value - mean[j]);
    }

    double slope(int j, double value) {
        return -precision[j] * (value - mean[j]);
    }
}
