package org.driftfield.sampler;

import java.util.List;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Parameter;
import org.driftfield.random.RandomStream;

/**
 * A model of which only the density is known, cut into a prior and a likelihood that sequential Monte Carlo can carry one into
 * the other, on the free scale: the prior is a wide normal around the best approximation that Pathfinder found, the likelihood
 * what the density is beyond it. The evidence is then that of the model, and modes that the normal reaches are weighed.
 */
final class TemperedModel implements NoisyLikelihood {
    /** So many times as wide as the approximation, which is often too narrow. */
    private static final double WIDTH = 2;

    private final FreeModel model;
    private final List<Parameter> parameters;
    private final LowRankNormal normal;
    private final double logVolume;

    private TemperedModel(FreeModel model, LowRankNormal normal) {
        this.model = model;
        this.normal = normal;
        parameters = model.freeNames().stream().map(Parameter::real).toList();
        logVolume = model.dimension() * Math.log(WIDTH);
    }

    static TemperedModel of(FreeModel model, SmcOptions options) {
        PathfinderOptions search = PathfinderOptions.defaults(options.seed()).withThreads(options.threads());
        return new TemperedModel(model, Pathfinder.of(model, search).bestNormal());
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    @Override
    public double logPrior(double[] theta) {
        double[] mean = normal.mean();
        double[] narrow = new double[theta.length];
        for (int j = 0; j < narrow.length; j++) {
            narrow[j] = mean[j] + (theta[j] - mean[j]) / WIDTH;
        }
        return normal.logDensity(narrow) - logVolume;
    }

    @Override
    public void samplePrior(RandomStream random, double[] theta) {
        normal.sample(random, theta);
        double[] mean = normal.mean();
        for (int j = 0; j < theta.length; j++) {
            theta[j] = mean[j] + WIDTH * (theta[j] - mean[j]);
        }
    }

    @Override
    public String fingerprint() {
        return model.fingerprint();
    }

    @Override
    public Estimator estimator() {
        FreeModel.Evaluator density = model.evaluator();
        double[] gradient = new double[model.dimension()];
        return (theta, particles, random) -> {
            double value = density.evaluate(theta, gradient);
            return value < Double.POSITIVE_INFINITY && value > Double.NEGATIVE_INFINITY
                    ? value - logPrior(theta)
                    : Double.NEGATIVE_INFINITY;
        };
    }
}
