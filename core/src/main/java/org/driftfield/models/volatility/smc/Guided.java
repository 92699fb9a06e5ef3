package org.driftfield.models.volatility.smc;

import org.driftfield.models.volatility.PathGuide;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilitySpec;

/** The proposal for any of the models. */
record Guided(PathGuide guide) implements Proposal {
    static Guided of(Returns returns, VolatilitySpec spec) {
        return new Guided(new PathGuide(returns, spec));
    }

    @Override
    public int times() {
        return guide.times();
    }

    @Override
    public double take(double[] theta) {
        return guide.take(theta);
    }

    @Override
    public double gain(int t) {
        return guide.gain(t);
    }

    @Override
    public double shift(int t) {
        return guide.shift(t);
    }

    @Override
    public double spread(int t) {
        return guide.spread(t);
    }

    @Override
    public boolean differs(int t) {
        return true;
    }

    @Override
    public void logRatios(int t, double[] before, double[] v, double[] out, int n) {
        guide.logRatios(t, before, v, out, n);
    }
}
