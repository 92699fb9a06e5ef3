package org.driftfield.sampler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.InferenceException;
import org.driftfield.engine.Scratch;
import org.driftfield.engine.Workers;
import org.driftfield.model.ParameterSpace;
import org.driftfield.random.RandomStream;

/**
 * The two parts of a posterior with an estimated likelihood as functions on the whole of R^d, parameters mapped by their
 * supports, with what each worker thread needs to evaluate them.
 */
final class NoisyPosterior {
    private final NoisyLikelihood model;
    private final ParameterSpace space;
    private final List<NoisyLikelihood.Estimator> estimators = new ArrayList<>();
    private final Scratch theta;

    NoisyPosterior(NoisyLikelihood model, Workers workers) {
        this.model = model;
        space = ParameterSpace.of(model.parameters());
        for (int w = 0; w < workers.threads(); w++) {
            estimators.add(model.estimator());
        }
        theta = workers.scratch(space.dimension());
    }

    ParameterSpace space() {
        return space;
    }

    /** Writes a draw from the prior to {@code z[at …]}. */
    void samplePrior(int worker, RandomStream random, double[] z, int at) {
        double[] point = theta.of(worker);
        model.samplePrior(random, point);
        System.arraycopy(space.unconstrain(point), 0, z, at, point.length);
    }

    /**
     * The log density of the prior, Jacobian terms included; negative infinity also where a coordinate was rounded to the
     * end of its support and the density is not a number.
     */
    double logPrior(int worker, double[] z, int at) {
        double[] point = theta.of(worker);
        space.constrain(z, at, point, 0);
        double sum = model.logPrior(point);
        for (int j = 0; j < point.length; j++) {
            sum += space.support(j).logJacobian(z[at + j]);
        }
        return sum > Double.NEGATIVE_INFINITY ? sum : Double.NEGATIVE_INFINITY;
    }

    /** The log of an unbiased estimate of the likelihood. */
    double logLikelihood(int worker, double[] z, int at, int particles, RandomStream random) {
        double[] point = theta.of(worker);
        space.constrain(z, at, point, 0);
        double value = estimators.get(worker).logLikelihood(point, particles, random);
        if (Double.isNaN(value) || value == Double.POSITIVE_INFINITY) {
            throw new InferenceException(
                    "the estimate of the log likelihood must be a number below infinity, got %s at %s = %s",
                    value, space.names(), Arrays.toString(point));
        }
        return value;
    }
}
