package org.driftfield.meanfield;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.driftfield.InferenceException;
import org.driftfield.distribution.Distribution;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.State;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.kernel.RandomStream;
import org.driftfield.kernel.Workers;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Model;
import org.driftfield.model.ParameterSpace;

/**
 * Algorithm 1 of the paper for K factors: each iteration sweeps over the factors, the new state of one being used to update
 * the next. A factor with a closed form gets it; the particles of every other move on the expected log density.
 */
final class MeanField implements Algorithm, AutoCloseable {
    /** The subset over which an expectation is taken when neither the user nor the model says how. */
    private static final int AUTOMATIC_SUBSET = 64;

    private static final int START_TRIES = 100;

    /** Keys of random streams that belong to no particle. */
    private static final int SUBSET_KEY = -1;

    private static final int MINIBATCH_KEY = -2;
    private static final int ORDER_KEY = -3;

    private final Model model;
    private final PmfvbOptions options;
    private final ParameterSpace space;
    private final int d;
    private final int particles;
    private final List<Block> blocks;
    private final Factor[] factors;
    private final Tuning[] tunings;
    private final AveragedTarget[] averaged;
    private final FastTarget[] fast;
    private final double[] theta;
    private final CloudMarginals marginals;
    private final State state = new State();
    private final Workers workers;
    private final RandomStream[] streams;
    private final LowerBound lowerBound;
    private final double[] points;
    private final int[] minibatch;
    private final double[] acceptance;
    private final double[] steps;

    MeanField(Model model, PmfvbOptions options) {
        this.model = model;
        this.options = options;
        this.space = ParameterSpace.of(model.parameters());
        this.d = space.dimension();
        this.particles = options.particles();
        this.blocks = options.blocks().resolve(space);
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
        this.theta = new double[Math.multiplyExact(particles, d)];
        this.marginals = new CloudMarginals(theta, particles, d, blocks);
        this.factors = new Factor[k];
        this.tunings = new Tuning[k];
        this.averaged = new AveragedTarget[k];
        this.fast = new FastTarget[k];
        this.acceptance = new double[k];
        this.steps = new double[k];
        for (int f = 0; f < k; f++) {
            makeFactor(f);
        }
        int most = options.expectation() instanceof Expectation.Subset subset
                ? Math.min(subset.m(), particles)
                : options.expectation() instanceof Expectation.AllPairs ? 1 : Math.min(AUTOMATIC_SUBSET, particles);
        this.points = new double[Math.multiplyExact(most, d)];
        this.minibatch = options.minibatch() == 0 ? null : new int[options.minibatch()];
        this.lowerBound = new LowerBound(model, space, factors, theta, particles, options, workers, minibatch);
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
        String[] names = new String[block.size()];
        for (int j = 0; j < names.length; j++) {
            names[j] = space.names().get(block.coordinates()[j]);
        }
        boolean adjusted = options.dynamics() == Dynamics.ADJUSTED;
        factors[f] = new ParticleFactor(f, block, names, particles, adjusted, state);
        Preconditioner fromModel = knowing.flatMap(m -> m.preconditioner(block)).orElse(null);
        require(
                options.preconditioning() != Preconditioning.MODEL || fromModel != null,
                "preconditioning 'model' needs a model that offers a preconditioner for factor [%s]; this one has none",
                block.name());
        StepSchedule schedule = options.schedules().get(options.schedules().size() == 1 ? 0 : f);
        tunings[f] = new Tuning(
                f, block.size(), particles, options.dynamics(), schedule, options.preconditioning(), fromModel, state);
        averaged[f] = new AveragedTarget(model, space, block, options.threads());
        Optional<FactorDensity> density =
                options.minibatch() > 0 ? Optional.empty() : knowing.flatMap(m -> m.factorDensity(block));
        fast[f] =
                density.map(own -> new FastTarget(own, space, block, particles)).orElse(null);
        require(
                !(options.expectation() instanceof Expectation.Exact) || fast[f] != null,
                "the exact expectation needs a model that knows it for factor [%s]; this one does not",
                block.name());
    }

    /** Draws the starting cloud and gives each closed-form factor its first optimum. */
    private void start() {
        MultivariateNormal rough = model instanceof MeanFieldModel m ? m.start().orElse(null) : null;
        workers.forEach(particles, ParticleFactor.CHUNK, (worker, from, to) -> {
            double[] z = new double[d];
            double[] point = new double[d];
            double[] gradient = new double[d];
            for (int i = from; i < to; i++) {
                RandomStream random = streams[worker].reset(options.seed(), 0, 0, i);
                int tries = 0;
                do {
                    if (tries++ == START_TRIES) {
                        throw new InferenceException(
                                "no starting point with a finite log density and gradient found for particle %d in %d tries;"
                                        + " check the model, or choose another spread than %s",
                                i, START_TRIES, options.spread());
                    }
                    if (rough != null) {
                        rough.sample(random, z, 0);
                    } else {
                        for (int j = 0; j < d; j++) {
                            z[j] = options.spread() * random.nextNormal();
                        }
                    }
                    space.constrain(z, 0, point, 0);
                } while (!finite(model.logDensity(point, gradient), gradient));
                for (Factor factor : factors) {
                    int[] own = factor.block().coordinates();
                    for (int j = 0; j < own.length; j++) {
                        if (factor instanceof ParticleFactor cloud) {
                            cloud.z()[i * own.length + j] = z[own[j]];
                        }
                        theta[i * d + own[j]] = point[own[j]];
                    }
                }
            }
        });
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ConjugateFactor conjugate) {
                update(f, conjugate, 0);
            }
        }
    }

    private static boolean finite(double value, double[] gradient) {
        boolean finite = Double.isFinite(value);
        for (double g : gradient) {
            finite &= Double.isFinite(g);
        }
        return finite;
    }

    @Override
    public void step(long iteration) {
        if (minibatch != null) {
            RandomStream random = streams[0].reset(options.seed(), iteration, MINIBATCH_KEY, 0);
            int n = ((MinibatchModel) model).observations();
            for (int r = 0; r < minibatch.length; r++) {
                minibatch[r] = random.nextInt(n);
            }
        }
        for (int f : order(iteration)) {
            if (factors[f] instanceof ConjugateFactor conjugate) {
                update(f, conjugate, iteration);
            } else {
                move(f, (ParticleFactor) factors[f], iteration);
            }
        }
    }

    private int[] order(long iteration) {
        int[] order = new int[factors.length];
        RandomStream random = streams[0].reset(options.seed(), iteration, ORDER_KEY, 0);
        for (int f = 0; f < order.length; f++) {
            int swap = options.randomOrder() ? random.nextInt(f + 1) : f;
            order[f] = order[swap];
            order[swap] = f;
        }
        return order;
    }

    private void update(int f, ConjugateFactor factor, long iteration) {
        Distribution optimum = factor.update(marginals);
        marginals.set(f, optimum);
        double[] draws = state.get("factor" + f + ".draws");
        int own = factor.block().size();
        workers.forEach(particles, ParticleFactor.CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                optimum.sample(streams[worker].reset(options.seed(), iteration, f, i), draws, i * own);
            }
        });
        scatter(f, draws);
    }

    private void move(int f, ParticleFactor factor, long iteration) {
        boolean alone = factors.length == 1;
        Target target = target(f, iteration);
        if (!alone || minibatch != null) {
            factor.forget();
        }
        tunings[f].before(iteration, factor.z(), target);
        steps[f] = tunings[f].step(iteration);
        acceptance[f] =
                factor.move(options.seed(), iteration, target, steps[f], tunings[f].preconditioner(), workers, streams);
        tunings[f].after(acceptance[f]);
        scatter(f, factor.z());
    }

    /** The expected log density of factor f over the others as they are now. */
    private Target target(int f, long iteration) {
        Expectation how = options.expectation();
        if (fast[f] != null
                && (factors.length == 1 || how instanceof Expectation.Exact || how instanceof Expectation.Automatic)) {
            fast[f].density().condition(marginals);
            return fast[f];
        }
        double[] at = points;
        int count = 1;
        if (factors.length == 1) {
            count = 1;
        } else if (how instanceof Expectation.ParticleMean) {
            for (int j = 0; j < d; j++) {
                points[j] = marginals.mean(j);
            }
        } else if (how instanceof Expectation.AllPairs) {
            at = theta;
            count = particles;
        } else {
            count = points.length / d;
            choose(f, iteration, count);
        }
        if (fast[f] != null && fast[f].density().conditionOnPoints(at, count)) {
            return fast[f];
        }
        averaged[f].condition(at, count, minibatch);
        return averaged[f];
    }

    /** Fills the points with a fresh random subset: for each other factor on its own, particles drawn without return. */
    private void choose(int f, long iteration, int count) {
        int[] deck = new int[particles];
        for (int other = 0; other < factors.length; other++) {
            if (other == f) {
                continue;
            }
            RandomStream random = streams[0].reset(options.seed(), iteration, f, SUBSET_KEY - other);
            for (int i = 0; i < particles; i++) {
                deck[i] = i;
            }
            for (int s = 0; s < count; s++) {
                int swap = s + random.nextInt(particles - s);
                int chosen = deck[swap];
                deck[swap] = deck[s];
                for (int j : blocks.get(other).coordinates()) {
                    points[s * d + j] = theta[chosen * d + j];
                }
            }
        }
    }

    /** Carries a factor's values over to the matrix of draws on the parameters' own scale. */
    private void scatter(int f, double[] values) {
        int[] own = blocks.get(f).coordinates();
        boolean transform = factors[f] instanceof ParticleFactor;
        workers.forEach(particles, 8 * ParticleFactor.CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < own.length; j++) {
                    double value = values[i * own.length + j];
                    theta[i * d + own[j]] = transform ? space.support(own[j]).constrain(value) : value;
                }
            }
        });
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
                scatter(f, state.get("factor" + f + ".draws"));
            } else {
                tunings[f].restored();
                ((ParticleFactor) factors[f]).forget();
                scatter(f, ((ParticleFactor) factors[f]).z());
            }
        }
    }

    @Override
    public List<String> names() {
        return space.names();
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
        List<String> columns = new ArrayList<>(List.of(LowerBound.PAPER, LowerBound.HONEST));
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ParticleFactor) {
                columns.add("acceptance." + (f + 1));
                columns.add("step." + (f + 1));
            }
        }
        return columns;
    }

    @Override
    public void trace(long iteration, double[] row) {
        boolean honest = options.entropyEvery() > 0 && iteration % options.entropyEvery() == 0;
        double expected = lowerBound.expectedLogDensity();
        row[0] = expected + Math.log(particles);
        row[1] = honest ? expected + lowerBound.entropy(marginals) : Double.NaN;
        int at = 2;
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ParticleFactor) {
                row[at++] = acceptance[f];
                row[at++] = steps[f];
            }
        }
    }

    @Override
    public void draws(double[] out, int at) {
        System.arraycopy(theta, 0, out, at, theta.length);
    }

    List<Block> blocks() {
        return blocks;
    }

    @Override
    public void close() {
        workers.close();
    }
}
