package org.driftfield.models.glm.family;

import org.apache.commons.numbers.gamma.Erfc;
import org.driftfield.random.RandomStream;

/** A normal response, whose rows are summed up once. */
public final class NormalLikelihood implements Likelihood {
    @Override
    public double inverseLink(double eta) {
        return eta;
    }

    @Override
    public boolean hasScale() {
        return true;
    }

    @Override
    public boolean allows(double y, double trials) {
        return Double.isFinite(y);
    }

    @Override
    public String expects(boolean given, double trials) {
        return "a finite number";
    }

    @Override
    public double draw(double mean, double trials, double sigma, RandomStream random) {
        return mean + sigma * random.nextNormal();
    }

    @Override
    public double cumulative(double y, double mean, double trials, double sigma) {
        return 0.5 * Erfc.value((mean - y) / (sigma * Math.sqrt(2)));
    }

    @Override
    public double variance(double mean, double trials) {
        return Double.NaN;
    }

    @Override
    public Comparison check() {
        return Comparison.DENSITY;
    }
}
