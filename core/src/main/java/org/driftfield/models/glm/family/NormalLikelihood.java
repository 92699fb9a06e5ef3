package org.driftfield.models.glm.family;

import org.driftfield.random.RandomStream;

/** A normal response: its rows are summed up once, by {@link GaussianPart}. */
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
    public Comparison check() {
        return Comparison.DENSITY;
    }
}
