package org.driftfield.sampler;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.model.Model;
import org.driftfield.model.ParameterSpace;
import org.driftfield.model.UnconstrainedDensity;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * The Laplace approximation of a posterior: on the unconstrained scale, the normal distribution around the mode whose
 * covariance is the inverse of the curvature there. Quick, and good where there are many observations per parameter.
 */
public final class Laplace {
    private static final int START_TRIES = 100;

    private final ParameterSpace space;
    private final double[] mode;
    private final double[] covariance;
    private final double logDensity;
    private final int iterations;

    private Laplace(ParameterSpace space, double[] mode, double[] covariance, double logDensity, int iterations) {
        this.space = space;
        this.mode = mode;
        this.covariance = covariance;
        this.logDensity = logDensity;
        this.iterations = iterations;
    }

    /** Finds the mode and the curvature there; refuses a model without an interior mode and names the parameters at fault. */
    public static Laplace of(Model model, LaplaceOptions options) {
        UnconstrainedDensity density = new UnconstrainedDensity(model);
        ModeSearch search = new ModeSearch(density, options, start(density, options));
        search.run();
        return new Laplace(
                density.space(), search.mode(), search.curvature().inverse(), search.value(), search.iterations());
    }

    private static double[] start(UnconstrainedDensity density, LaplaceOptions options) {
        double[] z = options.start() == null
                ? new double[density.dimension()]
                : density.space().unconstrain(options.start());
        double[] gradient = new double[z.length];
        RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.LAPLACE_START, 0);
        for (int attempt = 0; attempt <= START_TRIES; attempt++) {
            double value = density.evaluate(z, gradient);
            if (Double.isFinite(value) && Arrays.stream(gradient).allMatch(Double::isFinite)) {
                return z;
            }
            require(options.start() == null, "the log density must be finite at the start, got %s", value);
            for (int j = 0; j < z.length; j++) {
                z[j] = 4 * random.nextDouble() - 2;
            }
        }
        require(false, "the log density must be finite near the origin of the unconstrained scale; give a start");
        return z;
    }

    /** The names of the coordinates. */
    public List<String> names() {
        return space.names();
    }

    /** The mode on the unconstrained scale. */
    public double[] mode() {
        return mode.clone();
    }

    /** The mode of the unconstrained scale, taken to the parameters' own scale. */
    public double[] constrainedMode() {
        double[] theta = new double[mode.length];
        space.constrain(mode, 0, theta, 0);
        return theta;
    }

    /** The covariance on the unconstrained scale, row-major. */
    public double[] covariance() {
        return covariance.clone();
    }

    /** The log density at the mode, Jacobian terms of the transforms included, up to the model's constant. */
    public double logDensity() {
        return logDensity;
    }

    /** How many steps the search made. */
    public int iterations() {
        return iterations;
    }

    /** Independent draws on the parameters' own scale: coordinate j of draw i at {@code i * names + j}. */
    public double[] draws(int n, long seed) {
        require(n >= 1, "draws must be at least 1, got %d", n);
        MultivariateNormal normal = MultivariateNormal.ofCovariance(mode, covariance);
        int d = mode.length;
        double[] out = new double[Math.multiplyExact(n, d)];
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.LAPLACE_DRAW, 0);
        for (int i = 0; i < n; i++) {
            normal.sample(random.reset(seed, 0, StreamKeys.LAPLACE_DRAW, i), out, i * d);
            space.constrain(out, i * d, out, i * d);
        }
        return out;
    }
}
