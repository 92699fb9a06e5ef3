package org.driftfield.meanfield;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.InferenceException;
import org.driftfield.distribution.Distribution;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.State;
import org.driftfield.driver.TraceColumns;
import org.driftfield.dynamics.ParticleDynamics;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.engine.Workers;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.model.FreeModel;
import org.driftfield.model.MinibatchModel;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Algorithm 1 of the paper for K factors: each iteration sweeps over the factors, the new state of one being used to update
 * the next. A factor with a closed form gets it; the particles of every other move on the expected log density.
 */
public final class MeanField implements Algorithm, AutoCloseable {
    /** The subset over which an expectation is taken when neither the user nor the model says how. */
    private static final int AUTOMATIC_SUBSET = 64;

    /** How often it is looked at what the particles remember of their start. */
    private static final int MEMORY_EVERY = 5;

    private final FreeModel model;
    private final JointDensity density;
    private final PmfvbOptions options;
    private final int d;
    private final int particles;
    private final List<Block> blocks;
    private final Factor[] factors;
    private final Tuning[] tunings;
    private final AveragedTarget[] averaged;
    private final FastTarget[] fast;
    private final JointCloud joint;
    private final CloudMarginals marginals;
    private final State state = new State();
    private final Workers workers;
    private final RandomStream[] streams;
    private final LowerBound lowerBound;
    private final double[] points;
    private final RandomSubset subset;

    /** The subsets that densities of the model ask for; null where they ask for none. */
    private final RandomSubset[] ownSubsets;

    private final double[][] ownPoints;
    private final int[] minibatch;
    private final int[] order;
    private final double[] acceptance;
    private final double[] steps;

    /** The algorithm with its starting cloud drawn; {@link Pmfvb} runs it from there to a posterior. */
    public static MeanField of(FreeModel model, PmfvbOptions options) {
        return new MeanField(model, options);
    }

    private MeanField(FreeModel model, PmfvbOptions options) {
        this.model = model;
        this.options = options;
        this.d = model.dimension();
        this.particles = options.particles();
        this.blocks = options.blocks().resolve(model);
        int k = blocks.size();
        require(
                options.schedules().size() == 1 || options.schedules().size() == k,
                "there must be one step schedule or one for each of the %d factors, got %d",
                k,
                options.schedules().size());
        require(
                options.minibatch() == 0 || model instanceof MinibatchModel,
                "a minibatch needs a model with a minibatch gradient; this one has none");
        this.workers = new Workers(options.threads());
        this.streams = new RandomStream[options.threads()];
        for (int t = 0; t < streams.length; t++) {
            streams[t] = new RandomStream();
        }
        require(
                (long) particles * d <= Integer.MAX_VALUE - 8,
                "%d particles of %d coordinates are more numbers than an array can hold; use fewer particles",
                particles,
                d);
        this.joint = new JointCloud(model, particles, workers);
        this.density = new JointDensity(model, workers);
        this.marginals = new CloudMarginals(joint.theta(), particles, d, blocks, workers);
        this.factors = new Factor[k];
        this.tunings = new Tuning[k];
        this.averaged = new AveragedTarget[k];
        this.fast = new FastTarget[k];
        this.acceptance = new double[k];
        this.steps = new double[k];
        for (int f = 0; f < k; f++) {
            makeFactor(f);
        }
        boolean matched = options.expectation() instanceof Expectation.Automatic;
        int asked = options.expectation() instanceof Expectation.Subset chosen
                ? chosen.m()
                : matched ? AUTOMATIC_SUBSET : 1;
        int m = Math.min(asked, particles);
        this.points = new double[Math.multiplyExact(m, d)];
        this.subset = new RandomSubset(joint, factors, marginals, particles, m, matched);
        this.ownSubsets = new RandomSubset[k];
        this.ownPoints = new double[k][];
        for (int f = 0; f < k && k > 1; f++) {
            int wanted =
                    fast[f] == null ? 0 : Math.min(particles, fast[f].density().subset());
            if (wanted > 0) {
                ownSubsets[f] = new RandomSubset(joint, factors, marginals, particles, wanted, true);
                ownPoints[f] = new double[Math.multiplyExact(wanted, d)];
            }
        }
        this.order = new int[k];
        this.minibatch = options.minibatch() == 0 ? null : new int[options.minibatch()];
        this.lowerBound = new LowerBound(model, density, factors, joint, particles, options, fast, workers, minibatch);
        start();
    }

    private void makeFactor(int f) {
        Block block = blocks.get(f);
        Optional<MeanFieldModel> knowing = model instanceof MeanFieldModel m ? Optional.of(m) : Optional.empty();
        Optional<MeanFieldModel.ClosedForm> closed = knowing.flatMap(m -> m.closedForm(block));
        if (closed.isPresent()) {
            factors[f] = new ConjugateFactor(f, block, closed.get(), state);
            state.put("factor" + f + ".draws", new double[Math.multiplyExact(particles, block.size())]);
            return;
        }
        List<String> all = model.freeNames();
        String[] names = Arrays.stream(block.coordinates()).mapToObj(all::get).toArray(String[]::new);
        ParticleDynamics dynamics = options.dynamics().strategy();
        factors[f] = new ParticleFactor(f, block, names, particles, dynamics, state, workers.threads(), model.atOnce());
        Preconditioner fromModel = knowing.flatMap(m -> m.preconditioner(block)).orElse(null);
        require(
                options.preconditioning() != Preconditioning.MODEL || fromModel != null,
                "preconditioning 'model' needs a model that offers a preconditioner for factor [%s]; this one has none",
                block.name());
        StepSchedule schedule = options.schedules().get(options.schedules().size() == 1 ? 0 : f);
        tunings[f] =
                new Tuning(f, block.size(), particles, dynamics, schedule, options.preconditioning(), fromModel, state);
        averaged[f] = new AveragedTarget(density, d, block, workers);
        Optional<FactorDensity> density =
                options.minibatch() > 0 ? Optional.empty() : knowing.flatMap(m -> m.factorDensity(block));
        fast[f] = density.map(own -> new FastTarget(own, joint, block, workers)).orElse(null);
        require(
                !(options.expectation() instanceof Expectation.Exact) || fast[f] != null,
                "the exact expectation needs a model that knows it for factor [%s]; this one does not",
                block.name());
    }

    /** Draws the starting cloud and gives each closed-form factor its first optimum. */
    private void start() {
        new StartingCloud(model, density, options.spread()).draw(options.seed(), workers, streams, factors, joint);
        for (Factor factor : factors) {
            if (factor instanceof ParticleFactor cloud) {
                cloud.remember();
            }
        }
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ConjugateFactor conjugate) {
                update(f, conjugate, 0);
            }
        }
    }

    @Override
    public void step(long iteration) {
        if (minibatch != null) {
            RandomStream random = streams[0].reset(options.seed(), iteration, StreamKeys.MEAN_FIELD_ROWS, 0);
            int n = ((MinibatchModel) model).observations();
            for (int r = 0; r < minibatch.length; r++) {
                minibatch[r] = random.nextInt(n);
            }
        }
        shuffle(iteration);
        for (int f : order) {
            if (factors[f] instanceof ConjugateFactor conjugate) {
                update(f, conjugate, iteration);
            } else {
                move(f, (ParticleFactor) factors[f], iteration);
            }
        }
    }

    /** Puts the factors in the order in which this iteration sweeps them. */
    private void shuffle(long iteration) {
        RandomStream random = streams[0].reset(options.seed(), iteration, StreamKeys.MEAN_FIELD_ORDER, 0);
        for (int f = 0; f < order.length; f++) {
            int swap = options.randomOrder() ? random.nextInt(f + 1) : f;
            order[f] = order[swap];
            order[swap] = f;
        }
    }

    private void update(int f, ConjugateFactor factor, long iteration) {
        Distribution optimum = optimum(factor, iteration);
        marginals.set(f, optimum);
        double[] draws = state.get("factor" + f + ".draws");
        int own = factor.block().size();
        workers.forEach(particles, ParticleFactor.CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                optimum.sample(streams[worker].reset(options.seed(), iteration, f, i), draws, i * own);
            }
        });
        joint.put(factor.block(), draws, false);
    }

    private Distribution optimum(ConjugateFactor factor, long iteration) {
        try {
            return factor.update(marginals, iteration);
        } catch (RuntimeException e) {
            throw InferenceException.because(
                    e,
                    "the closed form of factor [%s] failed in iteration %d: %s; check the model's update",
                    factor.block().name(),
                    iteration,
                    e.getMessage());
        }
    }

    private void move(int f, ParticleFactor factor, long iteration) {
        boolean alone = factors.length == 1;
        Target target = target(f, iteration);
        if (!alone || minibatch != null) {
            factor.forget();
        }
        if (tunings[f].due(iteration)) {
            factor.prepare(iteration, target, workers);
            if (tunings[f].gathers(iteration)
                    && factor.gather(streams[0].reset(options.seed(), iteration, f, StreamKeys.NoParticle.GATHER))) {
                factor.forget();
                factor.prepare(iteration, target, workers);
            }
            tunings[f].renew(iteration, factor.z(), factor.gradient(), target);
        }
        steps[f] = tunings[f].step(iteration);
        acceptance[f] = factor.move(options.seed(), iteration, target, tunings[f], steps[f], workers, streams);
        tunings[f].after(acceptance[f], factor::aim);
        joint.put(factor.block(), factor.z(), true);
    }

    /** The expected log density of factor f over the others as they are now. */
    private Target target(int f, long iteration) {
        Expectation how = options.expectation();
        if (fast[f] != null && how instanceof Expectation.Automatic && ownPoints[f] != null) {
            ownSubsets[f].draw(f, options.seed(), iteration, streams[0], ownPoints[f]);
            int own = ownPoints[f].length / d;
            Optional<Conditioned> averaged = fast[f].density().averaged(joint.own(ownPoints[f], own), own);
            return fast[f].given(averaged.orElseThrow());
        }
        if (fast[f] != null
                && (factors.length == 1 || how instanceof Expectation.Exact || how instanceof Expectation.Automatic)) {
            return fast[f].given(fast[f].density().given(marginals));
        }
        double[] at = points;
        int count = 1;
        if (factors.length == 1) {
            count = 1;
        } else if (how instanceof Expectation.ParticleMean) {
            for (int j = 0; j < d; j++) {
                points[j] = joint.support(j).unconstrain(marginals.mean(j));
            }
        } else if (how instanceof Expectation.AllPairs) {
            at = joint.z();
            count = particles;
        } else {
            count = points.length / d;
            subset.draw(f, options.seed(), iteration, streams[0], points);
        }
        Optional<Conditioned> known =
                fast[f] == null ? Optional.empty() : fast[f].density().averaged(joint.own(at, count), count);
        if (known.isPresent()) {
            return fast[f].given(known.get());
        }
        return averaged[f].given(at, count, minibatch);
    }

    @Override
    public void freeze() {
        for (Tuning tuning : tunings) {
            if (tuning != null) {
                tuning.freeze();
            }
        }
    }

    @Override
    public void restored() {
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ConjugateFactor conjugate) {
                marginals.set(f, conjugate.stored());
                joint.put(blocks.get(f), state.get("factor" + f + ".draws"), false);
            } else {
                tunings[f].restored();
                ((ParticleFactor) factors[f]).forget();
                joint.put(blocks.get(f), ((ParticleFactor) factors[f]).z(), true);
            }
        }
    }

    @Override
    public List<String> names() {
        return model.freeNames();
    }

    @Override
    public int units() {
        return particles;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public List<String> traceColumns() {
        List<String> columns = new ArrayList<>(List.of(
                TraceColumns.LOWER_BOUND,
                TraceColumns.LOWER_BOUND_HONEST,
                TraceColumns.LOG_DENSITY_SD,
                TraceColumns.MEMORY,
                TraceColumns.LOG_VOLUME));
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ParticleFactor) {
                columns.add(TraceColumns.acceptanceOf(f));
                columns.add(TraceColumns.stepOf(f));
            }
        }
        return columns;
    }

    @Override
    public void trace(long iteration, double[] row) {
        PmfvbOptions.BoundEvery every = options.boundEvery();
        boolean honest = every.honest() > 0 && iteration % every.honest() == 0;
        boolean wanted = honest || iteration % every.paper() == 0;
        double expected = wanted ? lowerBound.expectedLogDensity(marginals, iteration) : Double.NaN;
        row[0] = expected + Math.log(particles);
        row[1] = honest ? expected + lowerBound.entropy(marginals) : Double.NaN;
        row[2] = wanted ? lowerBound.spread() : Double.NaN;
        row[3] = iteration % MEMORY_EVERY == 0 ? memory() : Double.NaN;
        row[4] = logVolume();
        int at = 5;
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ParticleFactor) {
                row[at++] = acceptance[f];
                row[at++] = steps[f];
            }
        }
    }

    private double logVolume() {
        double sum = 0;
        for (Factor factor : factors) {
            if (factor instanceof ParticleFactor cloud) {
                sum += cloud.logVolume(workers);
            }
        }
        return sum;
    }

    private double memory() {
        double largest = 0;
        for (Factor factor : factors) {
            if (factor instanceof ParticleFactor cloud) {
                largest = Math.max(largest, cloud.memory(workers));
            }
        }
        return largest;
    }

    @Override
    public void draws(double[] out, int at) {
        System.arraycopy(joint.z(), 0, out, at, joint.z().length);
    }

    /** The factors as they are now. */
    public Marginals marginals() {
        return marginals;
    }

    /** The threads of the run, for work of the same kind on its draws. */
    public Workers workers() {
        return workers;
    }

    List<Block> blocks() {
        return blocks;
    }

    /**
     * How many times wider or narrower than its target the cloud of factor f is, see {@link CloudCurvature#misfit}; NaN where
     * it cannot be told, as for closed forms and unadjusted moves, which leave no gradients at the particles behind.
     */
    double misfit(int f) {
        boolean known =
                factors[f] instanceof ParticleFactor && options.dynamics().adjusted();
        return known ? ((ParticleFactor) factors[f]).misfit() : Double.NaN;
    }

    @Override
    public void close() {
        workers.close();
    }
}
