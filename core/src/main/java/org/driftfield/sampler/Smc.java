package org.driftfield.sampler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.driftfield.InferenceException;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.Driver;
import org.driftfield.driver.Run;
import org.driftfield.driver.RunOptions;
import org.driftfield.driver.Session;
import org.driftfield.driver.State;
import org.driftfield.driver.StoppingRule;
import org.driftfield.driver.TraceColumns;
import org.driftfield.engine.Scratch;
import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Parameter;
import org.driftfield.model.ParameterSpace;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Sequential Monte Carlo over the parameters with an estimated likelihood (SMC²; Chopin, Jacob and Papaspiliopoulos 2013),
 * density-tempered (Duan and Fulop 2015): particles drawn from the prior are carried to the posterior through p(θ) p̂(y|θ)^a
 * as the temperature a rises from 0 to 1. Each rise is as large as the effective number of particles allows; they are
 * resampled and then moved by particle-marginal Metropolis-Hastings until they have forgotten where they were. Since p̂ is
 * unbiased, the end is exact: its noise costs moves, not accuracy. Where the noise grows too large the likelihood of all
 * particles is estimated anew with more effort, and the particles are reweighted by the ratio of the two estimates.
 *
 * <p>One iteration is one move of all particles, after the temperature was raised if that was due.
 */
public final class Smc implements Algorithm, AutoCloseable {
    private static final List<String> TRACE = List.of(
            TraceColumns.TEMPERATURE,
            "ess",
            TraceColumns.ACCEPTANCE,
            "moves",
            TraceColumns.CORRELATION,
            TraceColumns.LOG_EVIDENCE,
            "state_particles",
            "noise");

    /** The single numbers of the state: first those of the trace in its order, then others. */
    private static final int TEMPERATURE = 0;

    private static final int ESS = 1;
    private static final int ACCEPTANCE = 2;
    private static final int MOVES = 3;
    private static final int CORRELATION = 4;
    private static final int LOG_EVIDENCE = 5;
    private static final int STATE_PARTICLES = 6;
    private static final int NOISE = 7;
    private static final int STARTED = 8;
    private static final int FROZEN = 9;
    private static final int TEMPERATURES = 10;
    private static final int CUT_SHORT = 11;
    private static final int NUMBERS = 12;

    /** The temperature may rise so many times before the noise is looked at again. */
    private static final double FORESIGHT = 3;

    /** An increase by less is not worth the effective particles that it costs. */
    private static final double LEAST_GROWTH = 1.5;

    /** Estimates from which the noise is told, to 11 %. */
    private static final int REPLICATES = 40;

    private static final int CHUNK = 4;

    private final SmcOptions options;
    private final NoisyPosterior posterior;
    private final ParameterSpace space;
    private final int d;
    private final int n;
    private final State state = new State();
    private final double[] z;
    private final double[] start;
    private final double[] logPrior;
    private final double[] logLikelihood;
    private final double[] numbers = new double[NUMBERS];
    private final CloudProposal proposal;

    private final Workers workers;
    private final List<RandomStream> streams = new ArrayList<>();
    private final Scratch proposed;
    private final Scratch noise;
    private final double[] jump;
    private final double[] replicates = new double[REPLICATES];
    private final double[] base;
    private final double[] logWeights;
    private final double[] weights;
    private final int[] ancestors;

    private Smc(NoisyLikelihood model, SmcOptions options) {
        this.options = options;
        workers = new Workers(options.threads());
        posterior = new NoisyPosterior(model, workers);
        space = posterior.space();
        d = space.dimension();
        n = options.particles();
        z = new double[n * d];
        start = new double[n * d];
        logPrior = new double[n];
        logLikelihood = new double[n];
        state.put("z", z)
                .put("start", start)
                .put("log_prior", logPrior)
                .put("log_likelihood", logLikelihood)
                .put("numbers", numbers);
        proposal = new CloudProposal(d, state);
        for (int w = 0; w < options.threads(); w++) {
            streams.add(RandomStream.of(0, 0, 0, 0));
        }
        proposed = workers.scratch(d);
        noise = workers.scratch(d);
        jump = new double[n];
        base = new double[n];
        logWeights = new double[n];
        weights = new double[n];
        ancestors = new int[n];
        numbers[STATE_PARTICLES] = options.stateParticles();
        numbers[NOISE] = Double.NaN;
    }

    /** Particles that will start from the prior. */
    public static Smc of(NoisyLikelihood model, SmcOptions options) {
        return new Smc(model, options);
    }

    /** The posterior of a model. */
    public static Posterior fit(NoisyLikelihood model, SmcOptions options) {
        return fit(model, options, Session.NONE);
    }

    /** The posterior of a model, by a run that is watched, saved and resumed. */
    public static Posterior fit(NoisyLikelihood model, SmcOptions options, Session session) {
        try (Smc smc = of(model, options)) {
            Run run = smc.run(model, session);
            return Posterior.ofVariables(
                    model.parameters().stream().map(Parameter::variable).toList(),
                    Posterior.Kind.CLOUD,
                    run,
                    smc.warnings(),
                    smc.provenance(run));
        }
    }

    /** The posterior of a model whose density is known and nothing else, from a wide normal around what Pathfinder found. */
    public static Posterior fit(FreeModel model, SmcOptions options, Session session) {
        TemperedModel tempered = TemperedModel.of(model, options);
        try (Smc smc = of(tempered, options)) {
            Run run = smc.run(tempered, session);
            return Posterior.of(
                    model, Posterior.Kind.CLOUD, run, options.threads(), smc.warnings(), smc.provenance(run));
        }
    }

    private Run run(NoisyLikelihood model, Session session) {
        RunOptions drive = new RunOptions(
                Integer.MAX_VALUE,
                options.collect(),
                options.thin(),
                "smc " + names() + " " + model.fingerprint() + " " + settings(),
                session);
        return Driver.run(this, stoppingRule(), drive);
    }

    private String settings() {
        return options.withThreads(1).toString();
    }

    private Provenance provenance(Run run) {
        return Provenance.here(Method.SMC, settings(), options.seed(), run.seconds());
    }

    /** Settled when the particles have moved enough at temperature 1. */
    public StoppingRule stoppingRule() {
        return trace -> {
            int last = trace.rows() - 1;
            return last >= 0
                            && trace.get(last, TRACE.get(TEMPERATURE)) == 1
                            && options.enough(
                                    trace.get(last, TRACE.get(MOVES)), trace.get(last, TRACE.get(CORRELATION)))
                    ? Optional.of("reached temperature 1 and moved there")
                    : Optional.empty();
        };
    }

    private int stateParticles() {
        return (int) numbers[STATE_PARTICLES];
    }

    @Override
    public List<String> names() {
        return space.names();
    }

    @Override
    public int units() {
        return n;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public void restored() {}

    @Override
    public void step(long iteration) {
        if (numbers[STARTED] == 0) {
            drawFromPrior();
            numbers[STARTED] = 1;
            raise(iteration);
        } else if (numbers[FROZEN] == 0 && options.enough(numbers[MOVES], numbers[CORRELATION])) {
            countCutShort();
            raise(iteration);
        }
        move(iteration);
    }

    private void drawFromPrior() {
        workers.forEach(n, CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                RandomStream random = streams.get(worker).reset(options.seed(), 0, StreamKeys.SMC_PRIOR, i);
                posterior.samplePrior(worker, random, z, i * d);
                logPrior[i] = posterior.logPrior(worker, z, i * d);
                logLikelihood[i] = posterior.logLikelihood(worker, z, i * d, stateParticles(), random);
            }
        });
    }

    /** Raises the temperature, resamples and learns how to move. */
    private void raise(long iteration) {
        double before = numbers[TEMPERATURE];
        Arrays.fill(base, 0);
        if (before > 0) {
            improveEstimates(iteration, before);
        }
        double rise = Weights.largestRise(base, logLikelihood, 1 - before, options.ess() * n, logWeights, weights);
        double temperature = rise == 1 - before ? 1 : before + rise;
        Weights.combine(rise, base, logLikelihood, logWeights);
        double logMean = Weights.normalise(logWeights, weights);
        if (logMean == Double.NEGATIVE_INFINITY) {
            throw new InferenceException(
                    "the likelihood is zero at all %d particles: the data contradict the prior", n);
        }
        numbers[TEMPERATURE] = temperature;
        numbers[LOG_EVIDENCE] += logMean;
        numbers[ESS] = Weights.effective(weights);
        numbers[TEMPERATURES]++;
        proposal.learn(z, weights);
        resample(iteration);
        numbers[MOVES] = 0;
        numbers[CORRELATION] = 1;
    }

    /** Estimates all likelihoods anew with more effort where the noise at coming temperatures would be too large. */
    private void improveEstimates(long iteration, double temperature) {
        Arrays.fill(weights, 1.0 / n);
        proposal.learn(z, weights);
        double sd = noiseAt(proposal.mean(), iteration);
        double ratio = Math.min(1, FORESIGHT * temperature) * sd / options.noise();
        numbers[NOISE] = sd;
        double more = Math.min(options.mostStateParticles(), Math.ceil(stateParticles() * ratio * ratio));
        if (!(more >= LEAST_GROWTH * stateParticles())) {
            return;
        }
        numbers[NOISE] = sd * Math.sqrt(stateParticles() / more);
        numbers[STATE_PARTICLES] = more;
        workers.forEach(n, CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                RandomStream random = streams.get(worker).reset(options.seed(), iteration, StreamKeys.SMC_EXCHANGE, i);
                double before = logLikelihood[i];
                logLikelihood[i] = posterior.logLikelihood(worker, z, i * d, stateParticles(), random);
                base[i] = temperature * (logLikelihood[i] - before);
            }
        });
    }

    /** The standard deviation of estimates of the log likelihood at one point. */
    private double noiseAt(double[] point, long iteration) {
        workers.forEach(REPLICATES, 1, (worker, from, to) -> {
            for (int r = from; r < to; r++) {
                RandomStream random =
                        streams.get(worker).reset(options.seed(), iteration, StreamKeys.SMC_REPLICATION, r);
                replicates[r] = posterior.logLikelihood(worker, point, 0, stateParticles(), random);
            }
        });
        double mean = 0;
        for (double value : replicates) {
            mean += value / REPLICATES;
        }
        double squares = 0;
        for (double value : replicates) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (REPLICATES - 1));
    }

    private void resample(long iteration) {
        Weights.resample(
                weights, streams.get(0).reset(options.seed(), iteration, StreamKeys.SMC_RESAMPLING, 0), ancestors);
        double[] priors = logPrior.clone();
        double[] likelihoods = logLikelihood.clone();
        for (int i = 0; i < n; i++) {
            System.arraycopy(z, ancestors[i] * d, start, i * d, d);
            logPrior[i] = priors[ancestors[i]];
            logLikelihood[i] = likelihoods[ancestors[i]];
        }
        System.arraycopy(start, 0, z, 0, z.length);
    }

    /** One move of every particle by particle-marginal Metropolis-Hastings (Andrieu, Doucet and Holenstein 2010). */
    private void move(long iteration) {
        int kind = proposal.kind((int) numbers[MOVES]);
        double temperature = numbers[TEMPERATURE];
        workers.forEach(n, CHUNK, (worker, from, to) -> {
            RandomStream random = streams.get(worker);
            double[] target = proposed.of(worker);
            for (int i = from; i < to; i++) {
                random.reset(options.seed(), iteration, StreamKeys.SMC_MOVE, i);
                double gain = proposal.propose(kind, z, i * d, random, noise.of(worker), target);
                double logUniform = Math.log(random.nextDouble());
                double prior = posterior.logPrior(worker, target, 0);
                jump[i] = 0;
                if (prior == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                double likelihood = posterior.logLikelihood(worker, target, 0, stateParticles(), random);
                gain += temperature * (likelihood - logLikelihood[i]) + prior - logPrior[i];
                if (logUniform < gain) {
                    jump[i] = proposal.distance(target, 0, z, i * d, noise.of(worker));
                    System.arraycopy(target, 0, z, i * d, d);
                    logPrior[i] = prior;
                    logLikelihood[i] = likelihood;
                }
            }
        });
        double accepted = 0;
        double distance = 0;
        for (int i = 0; i < n; i++) {
            accepted += jump[i] > 0 ? 1 : 0;
            distance += jump[i];
        }
        numbers[ACCEPTANCE] = accepted / n;
        numbers[MOVES]++;
        numbers[CORRELATION] = largestCorrelation();
        if (numbers[FROZEN] == 0) {
            proposal.tune(kind, accepted / n, distance / n);
        }
    }

    /** The largest correlation of a coordinate with its value after the last resampling, 1 - E(z - z₀)² / (2 var z). */
    private double largestCorrelation() {
        double largest = -1;
        for (int j = 0; j < d; j++) {
            double mean = 0;
            for (int i = 0; i < n; i++) {
                mean += z[i * d + j] / n;
            }
            double variance = 0;
            double change = 0;
            for (int i = 0; i < n; i++) {
                double here = z[i * d + j];
                variance += (here - mean) * (here - mean);
                change += (here - start[i * d + j]) * (here - start[i * d + j]);
            }
            largest = Math.max(largest, 1 - change / (2 * variance));
        }
        return largest;
    }

    private void countCutShort() {
        numbers[CUT_SHORT] += (numbers[CORRELATION] > options.correlation() ? 1 : 0);
    }

    @Override
    public void freeze() {
        countCutShort();
        numbers[FROZEN] = 1;
    }

    @Override
    public List<String> traceColumns() {
        return TRACE;
    }

    @Override
    public void trace(long iteration, double[] row) {
        System.arraycopy(numbers, 0, row, 0, TRACE.size());
    }

    @Override
    public void draws(double[] out, int at) {
        for (int i = 0; i < n; i++) {
            space.constrain(z, i * d, out, at + i * d);
        }
    }

    /** The logarithm of the evidence p(y), estimated; it is that of the posterior once temperature 1 is reached. */
    public double logEvidence() {
        return numbers[LOG_EVIDENCE];
    }

    /** What should make a reader doubt the draws, one line each; empty when nothing does. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        int cutShort = (int) numbers[CUT_SHORT];
        if (cutShort > 0) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "at %d of %.0f temperatures the particles had not forgotten where they were after %d moves: the answer"
                            + " rests on fewer particles than it seems; allow more moves or less noise",
                    cutShort,
                    numbers[TEMPERATURES],
                    options.mostMoves()));
        }
        if (numbers[NOISE] > 2 * options.noise()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "the estimate of the log likelihood has a standard deviation of %.1f with %d particles: moves are seldom"
                            + " accepted; allow more of them",
                    numbers[NOISE],
                    stateParticles()));
        }
        return warnings;
    }

    /** Ends the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
