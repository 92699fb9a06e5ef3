package org.driftfield.bench;

import java.util.List;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/** A Gaussian in which each coordinate depends on its two neighbours: an evaluation costs a few operations a coordinate. */
record Neighbours(int d) implements Model {
    private static final double COUPLING = 0.4;

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.real("x", d));
    }

    @Override
    public double logDensity(double[] x, double[] gradient) {
        double value = 0;
        for (int j = 0; j < d; j++) {
            double around = (j > 0 ? x[j - 1] : 0) + (j < d - 1 ? x[j + 1] : 0);
            gradient[j] = COUPLING * around - x[j];
            value += 0.5 * gradient[j] * x[j];
        }
        return value;
    }
}
