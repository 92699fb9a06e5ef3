package org.driftfield.sampler.minibatch;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.driftfield.InferenceException;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.driver.State;
import org.driftfield.driver.TraceColumns;
import org.driftfield.dynamics.RankOneNormal;
import org.driftfield.engine.Workers;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.UnconstrainedDensity;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Gaussian variational Bayes (Tran, Nguyen, Nott and Kohn 2020): the normal distribution N(μ, b bᵀ + diag(c²)) on the
 * unconstrained scale that is closest to the posterior, found by following the natural gradient of the lower bound, estimated
 * from a few draws of it and a minibatch of observations that they share.
 *
 * <pre>{@code
 * Posterior posterior = GaussianVb.fit(model, GaussianVbOptions.defaults(1));
 * }</pre>
 */
public final class GaussianVb implements Algorithm, AutoCloseable {
    private static final List<String> TRACE = List.of(TraceColumns.LOWER_BOUND, "gradient_norm");

    /**
     * A step changes no c by more than this part of it, and leaves it no smaller than this part of b. Where b dominates a
     * coordinate its c hardly matters, so that the information on it vanishes: its natural gradient would drown all others,
     * and take c to 0, where there is no distribution left.
     */
    private static final double MOST_CHANGE = 0.1;

    private static final double LEAST_OF_FACTOR = 0.1;

    private final GaussianVbOptions options;
    private final MinibatchModel model;
    private final int d;
    private final Workers workers;
    private final UnconstrainedDensity[] densities;
    private final RandomStream[] streams;
    private final RowSample sample;
    private final State state = new State();
    private final double[] mu;
    private final double[] b;
    private final double[] c;
    private final double[] followed;
    private final double[][] points;
    private final double[][] normals;
    private final double[][] gradients;
    private final double[] factors;
    private final double[] logDensities;
    private final double[] gMu;
    private final double[] gB;
    private final double[] gC;
    private final double[] before;
    private double lowerBound = Double.NaN;
    private double norm = Double.NaN;

    private GaussianVb(MinibatchModel model, GaussianVbOptions options, double[] start) {
        this.options = options;
        this.model = model;
        this.d = model.dimension();
        int n = model.observations();
        require(n >= 1, "a model with minibatches must have observations, got %d", n);
        this.mu = start == null ? new double[d] : model.space().unconstrain(start);
        this.b = new double[d];
        this.c = new double[d];
        RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.GAUSSIAN_VB_START, 0);
        for (int j = 0; j < d; j++) {
            b[j] = options.start() * random.nextDouble();
            c[j] = options.start();
        }
        this.followed = new double[3 * d];
        state.put("mean", mu).put("factor", b).put("diagonal", c).put("gradient", followed);
        this.sample = options.batch() < n ? new RowSample(n, options.batch()) : null;
        int samples = options.samples();
        this.workers = new Workers(Math.min(options.threads(), samples));
        this.densities = new UnconstrainedDensity[workers.threads()];
        this.streams = new RandomStream[workers.threads()];
        for (int w = 0; w < densities.length; w++) {
            densities[w] = model.evaluator();
            streams[w] = new RandomStream();
        }
        this.points = new double[samples][d];
        this.normals = new double[samples][d];
        this.gradients = new double[samples][d];
        this.factors = new double[samples];
        this.logDensities = new double[samples];
        this.gMu = new double[d];
        this.gB = new double[d];
        this.gC = new double[d];
        this.before = new double[d];
    }

    /** The posterior of a model, from around the origin of the unconstrained scale. */
    public static Posterior fit(MinibatchModel model, GaussianVbOptions options) {
        return fit(model, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static Posterior fit(MinibatchModel model, GaussianVbOptions options, Session session) {
        String settings = options.withThreads(1).toString();
        String fingerprint = "gaussian vb " + settings + " " + model.fingerprint();
        try (GaussianVb vb = of(model, options)) {
            Run run =
                    Driver.run(vb, options.stoppingRule(), options.runOptions().in(session, fingerprint));
            return Posterior.of(
                    model,
                    Posterior.Kind.INDEPENDENT,
                    run,
                    options.threads(),
                    List.of(),
                    Provenance.here(Method.GAUSSIAN_VB, settings, options.seed(), run.seconds()));
        }
    }

    /** Starts around the origin of the unconstrained scale. */
    public static GaussianVb of(MinibatchModel model, GaussianVbOptions options) {
        return new GaussianVb(model, options, null);
    }

    /** Starts around a point on the parameters' own scale. */
    public static GaussianVb of(MinibatchModel model, GaussianVbOptions options, double[] start) {
        return new GaussianVb(model, options, start);
    }

    @Override
    public void step(long iteration) {
        int[] rows = sample == null
                ? null
                : sample.draw(streams[0].reset(options.seed(), iteration, StreamKeys.GAUSSIAN_VB_ROWS, 0));
        workers.forEach(options.samples(), 1, (worker, from, to) -> {
            for (int s = from; s < to; s++) {
                evaluate(worker, s, rows, iteration);
            }
        });
        average();
        RankOneNormal.naturalGradient(b, c, gMu, gB, gC);
        double most = MOST_CHANGE / options.step().at(iteration);
        for (int j = 0; j < d; j++) {
            gC[j] = Math.max(-most * c[j], Math.min(most * c[j], gC[j]));
        }
        norm = Math.sqrt(squares(gMu) + squares(gB) + squares(gC));
        if (!Double.isFinite(norm) || !Double.isFinite(lowerBound)) {
            throw new InferenceException(String.format(
                    Locale.ROOT,
                    "the distribution ran away in iteration %d: take smaller steps, now %s",
                    iteration,
                    options.step().at(iteration)));
        }
        double scale = norm > options.clip() ? options.clip() / norm : 1;
        follow(gMu, 0, mu, scale, iteration);
        follow(gB, d, b, scale, iteration);
        System.arraycopy(c, 0, before, 0, d);
        follow(gC, 2 * d, c, scale, iteration);
        for (int j = 0; j < d; j++) {
            c[j] = Math.max((1 - MOST_CHANGE) * before[j], Math.min((1 + MOST_CHANGE) * before[j], c[j]));
            c[j] = Math.max(LEAST_OF_FACTOR * Math.abs(b[j]), c[j]);
        }
    }

    /** log p at one draw of the distribution, and the gradient of log p - log q there. */
    private void evaluate(int worker, int s, int[] rows, long iteration) {
        RandomStream random = streams[worker].reset(options.seed(), iteration, StreamKeys.GAUSSIAN_VB_SAMPLE, s);
        double[] e = normals[s];
        factors[s] = random.nextNormal();
        for (int j = 0; j < d; j++) {
            e[j] = random.nextNormal();
        }
        RankOneNormal.place(mu, b, c, factors[s], e, points[s]);
        logDensities[s] = rows == null
                ? densities[worker].evaluate(points[s], gradients[s])
                : densities[worker].evaluate(points[s], gradients[s], rows);
        RankOneNormal.subtractScore(b, c, factors[s], e, gradients[s]);
    }

    /** The gradients in μ, b and c, and the lower bound, averaged over the draws. */
    private void average() {
        int samples = options.samples();
        Arrays.fill(gMu, 0);
        Arrays.fill(gB, 0);
        Arrays.fill(gC, 0);
        lowerBound = RankOneNormal.entropy(b, c);
        for (int s = 0; s < samples; s++) {
            lowerBound += logDensities[s] / samples;
            double factor = factors[s];
            double[] e = normals[s];
            double[] g = gradients[s];
            for (int j = 0; j < d; j++) {
                double part = g[j] / samples;
                gMu[j] += part;
                gB[j] += factor * part;
                gC[j] += e[j] * part;
            }
        }
    }

    private void follow(double[] gradient, int at, double[] parameter, double scale, long iteration) {
        double kept = iteration == 1 ? 0 : options.momentum();
        double h = options.step().at(iteration);
        for (int j = 0; j < d; j++) {
            followed[at + j] = kept * followed[at + j] + (1 - kept) * scale * gradient[j];
            parameter[j] += h * followed[at + j];
        }
    }

    private static double squares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }

    /** μ on the unconstrained scale: the live array. */
    public double[] mean() {
        return mu;
    }

    /** b on the unconstrained scale: the live array. */
    public double[] factor() {
        return b;
    }

    /** c on the unconstrained scale: the live array. */
    public double[] diagonal() {
        return c;
    }

    /** The lower bound at the last iteration, up to the model's constant: its log density averaged, its entropy exact. */
    public double lowerBound() {
        return lowerBound;
    }

    @Override
    public List<String> names() {
        return model.freeNames();
    }

    @Override
    public int units() {
        return options.draws();
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public void restored() {}

    @Override
    public void freeze() {}

    @Override
    public List<String> traceColumns() {
        return TRACE;
    }

    @Override
    public void trace(long iteration, double[] row) {
        row[0] = lowerBound;
        row[1] = norm;
    }

    @Override
    public void draws(double[] out, int at) {
        RandomStream random = streams[0];
        double[] e = new double[d];
        double[] z = new double[d];
        for (int i = 0; i < options.draws(); i++) {
            random.reset(options.seed(), 0, StreamKeys.GAUSSIAN_VB_DRAW, i);
            double factor = random.nextNormal();
            for (int j = 0; j < d; j++) {
                e[j] = random.nextNormal();
            }
            RankOneNormal.place(mu, b, c, factor, e, z);
            System.arraycopy(z, 0, out, at + i * d, d);
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
