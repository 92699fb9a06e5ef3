package org.driftfield.sampler;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * The Laplace approximation of a posterior: on the unconstrained scale, the normal distribution around the mode whose
 * covariance is the inverse of the curvature there. Quick, and good where there are many observations per parameter.
 *
 * <pre>{@code
 * Posterior posterior = Laplace.fit(model, LaplaceOptions.defaults(1));
 * }</pre>
 */
public final class Laplace {
    private static final int START_TRIES = 100;

    private final FreeModel model;
    private final double[] mode;
    private final double[] covariance;
    private final double logDensity;
    private final int iterations;

    private Laplace(FreeModel model, double[] mode, double[] covariance, double logDensity, int iterations) {
        this.model = model;
        this.mode = mode;
        this.covariance = covariance;
        this.logDensity = logDensity;
        this.iterations = iterations;
    }

    /** Finds the mode and the curvature there; refuses a model without an interior mode and names the parameters at fault. */
    public static Laplace of(FreeModel model, LaplaceOptions options) {
        FreeModel.Evaluator density = model.evaluator();
        ModeSearch search = new ModeSearch(model, density, options, start(model, density, options));
        search.run();
        return new Laplace(model, search.mode(), search.curvature().inverse(), search.value(), search.iterations());
    }

    /** Draws from the approximation, corrected by importance weights where asked, as a posterior. */
    public static Posterior fit(FreeModel model, LaplaceOptions options) {
        long from = System.nanoTime();
        Laplace laplace = of(model, options);
        int n = options.draws();
        ImportanceSample sample = options.proposals() == 0
                ? null
                : ImportanceSample.of(
                        model.evaluator(), laplace.mode, laplace.covariance, options.proposals(), options.seed());
        double[] draws = sample == null ? laplace.freeDraws(n, options.seed()) : sample.draws(n);
        double seconds = (System.nanoTime() - from) / 1e9;
        Trace none = Trace.of(List.of(Trace.ITERATION), new double[0]);
        Run run = new Run(none, draws, n, 1, laplace.iterations, true, "found the mode", seconds);
        String settings = "draws=" + n + ", proposals=" + options.proposals();
        Posterior posterior = Posterior.of(
                model,
                Posterior.Kind.INDEPENDENT,
                run,
                1,
                List.of(),
                Provenance.here(Method.LAPLACE, settings, options.seed(), seconds));
        return sample == null ? posterior : posterior.withResampling(sample.resampling());
    }

    private static double[] start(FreeModel model, FreeModel.Evaluator density, LaplaceOptions options) {
        double[] z = options.start() == null ? new double[model.dimension()] : options.start();
        require(z.length == model.dimension(), "a start must have %d values, got %d", model.dimension(), z.length);
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

    /** The mode on the unconstrained scale. */
    public double[] mode() {
        return mode.clone();
    }

    /** The variables at the mode of the unconstrained scale, all elements end to end. */
    public double[] constrainedMode() {
        double[] out =
                new double[model.variables().stream().mapToInt(Variable::size).sum()];
        model.writer().write(mode, 0, RandomStream.of(0, 0, StreamKeys.GENERATED, 0), out, 0);
        return out;
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

    private double[] freeDraws(int n, long seed) {
        MultivariateNormal normal = MultivariateNormal.ofCovariance(mode, covariance);
        int d = mode.length;
        double[] out = new double[Math.multiplyExact(n, d)];
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.LAPLACE_DRAW, 0);
        for (int i = 0; i < n; i++) {
            normal.sample(random.reset(seed, 0, StreamKeys.LAPLACE_DRAW, i), out, i * d);
        }
        return out;
    }
}
