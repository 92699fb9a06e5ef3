package org.driftfield.sampler.minibatch;

import static org.driftfield.InputException.require;

import java.util.List;
import java.util.Locale;
import org.driftfield.InferenceException;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.Session;
import org.driftfield.driver.State;
import org.driftfield.driver.TraceColumns;
import org.driftfield.engine.Workers;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.UnconstrainedDensity;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Stochastic gradient Langevin dynamics (Welling and Teh 2011) and its kin: Langevin moves along gradients that are estimated
 * from minibatches, on the unconstrained scale. Cheap a move, and biased by the step size and by the noise of the gradients.
 *
 * <pre>{@code
 * Posterior posterior = Sgld.fit(model, SgldOptions.defaults(StochasticLangevin.plain(), 1));
 * }</pre>
 */
public final class Sgld implements Algorithm, AutoCloseable {
    private static final double START_RANGE = 2;
    private static final List<String> TRACE = List.of(TraceColumns.LOG_DENSITY, TraceColumns.STEP_SIZE);

    private final SgldOptions options;
    private final MinibatchModel model;
    private final int observations;
    private final State state = new State();
    private final OneChain[] chains;
    private final Workers workers;

    private Sgld(MinibatchModel model, SgldOptions options) {
        this.options = options;
        this.model = model;
        this.observations = model.observations();
        require(observations >= 1, "a model with minibatches must have observations, got %d", observations);
        this.workers = new Workers(Math.min(options.threads(), options.chains()));
        this.chains = new OneChain[options.chains()];
        for (int c = 0; c < chains.length; c++) {
            chains[c] = new OneChain(model, c);
        }
    }

    /** The posterior of a model, by chains that start at random points. */
    public static Posterior fit(MinibatchModel model, SgldOptions options) {
        return fit(model, options, Session.NONE);
    }

    /** The same, by a run that is watched, saved and resumed. */
    public static Posterior fit(MinibatchModel model, SgldOptions options, Session session) {
        String settings = options.withThreads(1).toString();
        String fingerprint = "sgld " + settings + " " + model.fingerprint();
        try (Sgld sgld = of(model, options)) {
            Run run = Driver.run(
                    sgld, options.stoppingRule(), options.runOptions().in(session, fingerprint));
            return Posterior.of(
                    model,
                    Posterior.Kind.CHAINS,
                    run,
                    options.threads(),
                    List.of(),
                    Provenance.here(Method.SGLD, settings, options.seed(), run.seconds()));
        }
    }

    /** Chains that start at random points, uniform on (-2, 2) on the unconstrained scale. */
    public static Sgld of(MinibatchModel model, SgldOptions options) {
        Sgld sgld = new Sgld(model, options);
        for (OneChain chain : sgld.chains) {
            RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.SGLD_START, chain.number);
            for (int j = 0; j < chain.z.length; j++) {
                chain.z[j] = START_RANGE * (2 * random.nextDouble() - 1);
            }
        }
        return sgld;
    }

    /** Chains that start at the given points, one each, on the parameters' own scale. */
    public static Sgld of(MinibatchModel model, SgldOptions options, List<double[]> starts) {
        require(
                starts.size() == options.chains(),
                "there must be one starting point for each of the %d chains, got %d",
                options.chains(),
                starts.size());
        Sgld sgld = new Sgld(model, options);
        for (OneChain chain : sgld.chains) {
            double[] z = model.space().unconstrain(starts.get(chain.number));
            System.arraycopy(z, 0, chain.z, 0, z.length);
        }
        return sgld;
    }

    /** One chain and what it needs to move. */
    private final class OneChain {
        final int number;
        final UnconstrainedDensity density;
        final double[] z;
        final double[] memory;
        final double[] gradient;
        final double[] velocity;
        final RowSample sample;
        final RandomStream random = new RandomStream();
        double logDensity = Double.NaN;
        double stepSize = Double.NaN;

        OneChain(MinibatchModel model, int number) {
            this.number = number;
            density = model.evaluator();
            int d = density.dimension();
            z = new double[d];
            memory = new double[options.rule().memories() * d];
            gradient = new double[d];
            velocity = new double[d];
            sample = options.batch() < observations ? new RowSample(observations, options.batch()) : null;
            String prefix = "chain" + (number + 1) + ".";
            state.put(prefix + "position", z).put(prefix + "memory", memory);
        }

        void step(long iteration) {
            logDensity = sample == null
                    ? density.evaluate(z, gradient)
                    : density.evaluate(
                            z,
                            gradient,
                            sample.draw(random.reset(options.seed(), iteration, StreamKeys.SGLD_ROWS, number)));
            stepSize = options.rule()
                    .move(
                            z,
                            gradient,
                            memory,
                            options.step().at(iteration),
                            options.clip(),
                            random.reset(options.seed(), iteration, StreamKeys.SGLD_MOVE, number),
                            velocity);
            if (!Double.isFinite(logDensity) || !Double.isFinite(stepSize)) {
                throw new InferenceException(String.format(
                        Locale.ROOT,
                        "chain %d ran away in iteration %d: take smaller steps, now %s",
                        number + 1,
                        iteration,
                        options.step().at(iteration)));
            }
        }
    }

    /** Where a chain is, on the unconstrained scale: the live array. */
    public double[] position(int chain) {
        return chains[chain].z;
    }

    @Override
    public List<String> names() {
        return model.freeNames();
    }

    @Override
    public int units() {
        return chains.length;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public void restored() {}

    @Override
    public void step(long iteration) {
        workers.forEach(chains.length, 1, (worker, from, to) -> {
            for (int c = from; c < to; c++) {
                chains[c].step(iteration);
            }
        });
    }

    @Override
    public void freeze() {}

    @Override
    public List<String> traceColumns() {
        return TRACE;
    }

    /** Means over the chains of the estimated log density (unconstrained scale) before the move, and of the step size. */
    @Override
    public void trace(long iteration, double[] row) {
        row[0] = 0;
        row[1] = 0;
        for (OneChain chain : chains) {
            row[0] += chain.logDensity / chains.length;
            row[1] += chain.stepSize / chains.length;
        }
    }

    @Override
    public void draws(double[] out, int at) {
        for (int c = 0; c < chains.length; c++) {
            System.arraycopy(chains[c].z, 0, out, at + c * chains[c].z.length, chains[c].z.length);
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
