package org.driftfield.meanfield;

import java.util.Arrays;
import org.driftfield.InferenceException;
import org.driftfield.diagnostics.Entropy;
import org.driftfield.engine.Scratch;
import org.driftfield.engine.Workers;
import org.driftfield.meanfield.MeanFieldModel.Conditioned;
import org.driftfield.meanfield.MeanFieldModel.FactorDensity;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Support;

/**
 * The lower bound L(q) = E_q[log π̃(θ)] + H(q) of the log normalising constant. The paper (eq. "LB estimate") puts log M for
 * the entropy, which makes it a trace but no bound; the honest one takes the exact entropy of closed-form factors and a
 * nearest-neighbour estimate of that of particle factors. Particle coordinates are on the unconstrained scale.
 */
final class LowerBound {
    /** Neighbours in the entropy estimate, and the most particles it looks at. */
    private static final int NEIGHBOURS = 3;

    private static final int MOST = 1000;

    /** Particles are dealt to threads in chunks of this many. */
    private static final int CHUNK = 8;

    private final FreeModel model;
    private final JointDensity density;
    private final Factor[] factors;
    private final JointCloud joint;
    private final int particles;
    private final int d;
    private final Workers workers;
    private final int[] minibatch;
    private final double[] values;

    /**
     * The one cloud, where its moves leave the expected log density at the particles behind, but for what is constant over
     * them; else null.
     */
    private final ParticleFactor cloud;

    /** What knows the constant; null where the cloud is all of the model. */
    private final FastTarget constant;

    /** The log densities averaged last. */
    private double[] averaged;

    private final Scratch points;
    private final Scratch gradients;

    /** The model's fast way to evaluate all coordinates of many draws; null where it has none. */
    private final FactorDensity fast;

    private final Scratch fastPoints;
    private final Scratch fastGradients;
    private final Scratch fastValues;

    /** Which coordinates do not have the real line for support. */
    private final boolean[] bounded;

    LowerBound(
            FreeModel model,
            JointDensity density,
            Factor[] factors,
            JointCloud joint,
            int particles,
            PmfvbOptions options,
            FastTarget[] targets,
            Workers workers,
            int[] minibatch) {
        this.model = model;
        this.density = density;
        this.factors = factors;
        this.joint = joint;
        this.particles = particles;
        this.d = joint.dimension();
        this.workers = workers;
        this.minibatch = minibatch;
        this.values = new double[particles];
        this.bounded = new boolean[d];
        for (int j = 0; j < d; j++) {
            bounded[j] = !joint.support(j).equals(Support.REAL);
        }
        this.cloud = onlyCloud(factors, options, targets);
        this.constant = cloud == null || factors.length == 1 ? null : targets[factors.length - 1];
        this.points = workers.scratch(d);
        this.gradients = workers.scratch(d);
        this.fast = minibatch == null && (cloud == null || constant != null) && model instanceof MeanFieldModel knowing
                ? knowing.factorDensity(Blocks.joint().resolve(model).get(0)).orElse(null)
                : null;
        int chunk = model.atOnce() ? particles : CHUNK;
        this.fastPoints = workers.scratch(fast == null ? 0 : chunk * d);
        this.fastGradients = workers.scratch(fast == null ? 0 : chunk * d);
        this.fastValues = workers.scratch(chunk);
    }

    private static ParticleFactor onlyCloud(Factor[] factors, PmfvbOptions options, FastTarget[] targets) {
        int last = factors.length - 1;
        boolean closed = Arrays.stream(factors, 0, last).allMatch(ConjugateFactor.class::isInstance);
        boolean exact = options.expectation() instanceof Expectation.Exact
                || options.expectation() instanceof Expectation.Automatic;
        boolean known = last == 0
                || (closed
                        && !options.randomOrder()
                        && exact
                        && targets[last] != null
                        && targets[last].density().subset() == 0);
        return known && options.dynamics().adjusted() && factors[last] instanceof ParticleFactor only ? only : null;
    }

    /** The average of log π̃ over the draws, with the Jacobian terms of particle coordinates. */
    double expectedLogDensity(CloudMarginals marginals, long iteration) {
        double rest = cloud == null
                ? Double.NaN
                : constant == null ? 0 : constant.last().constant(marginals);
        if (!Double.isNaN(rest)) {
            averaged = cloud.logDensity();
            return rest + ParticleFactor.mean(averaged);
        }
        averaged = values;
        Conditioned whole = fast == null ? null : fast.given(marginals);
        workers.forEach(particles, model.atOnce() ? particles : CHUNK, (worker, from, to) -> {
            double[] point = points.of(worker);
            double[] gradient = gradients.of(worker);
            if (fast != null) {
                System.arraycopy(joint.theta(), from * d, fastPoints.of(worker), 0, (to - from) * d);
                whole.evaluate(fastPoints.of(worker), 0, to - from, fastValues.of(worker), fastGradients.of(worker));
                System.arraycopy(fastValues.of(worker), 0, values, from, to - from);
            }
            for (int i = from; i < to; i++) {
                if (fast == null) {
                    System.arraycopy(joint.z(), i * d, point, 0, d);
                    values[i] = logDensity(worker, point, gradient, i, iteration);
                }
                for (Factor factor : factors) {
                    boolean free = factor instanceof ParticleFactor;
                    if (free == (fast != null)) {
                        values[i] +=
                                (free ? 1 : -1) * logJacobian(factor.block().coordinates(), i);
                    }
                }
            }
        });
        return ParticleFactor.mean(values);
    }

    /** The Jacobian terms of a block at one draw: of particles they count, of closed forms, which stay on their own scale, not. */
    private double logJacobian(int[] own, int i) {
        double sum = 0;
        for (int j : own) {
            if (bounded[j]) {
                sum += joint.support(j).logJacobian(joint.z()[i * d + j]);
            }
        }
        return sum;
    }

    private double logDensity(int worker, double[] point, double[] gradient, int i, long iteration) {
        try {
            return density.evaluate(worker, point, gradient, minibatch);
        } catch (RuntimeException e) {
            throw InferenceException.because(
                    e,
                    "the model failed at particle %d of all factors together after iteration %d, where %s is %.6g on the"
                            + " unconstrained scale: %s; check the model there",
                    i,
                    iteration,
                    model.freeNames().get(0),
                    point[0],
                    e);
        }
    }

    /** The standard deviation over draws of what {@link #expectedLogDensity} averaged last. */
    double spread() {
        double mean = ParticleFactor.mean(averaged);
        double squares = 0;
        for (double value : averaged) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (particles - 1));
    }

    /** The entropy of q: the sum over its factors. */
    double entropy(CloudMarginals marginals) {
        double sum = 0;
        for (int f = 0; f < factors.length; f++) {
            if (factors[f] instanceof ParticleFactor cloud) {
                int n = Math.min(particles, MOST);
                int own = cloud.block().size();
                sum += Entropy.nearestNeighbour(Arrays.copyOf(cloud.z(), n * own), n, own, NEIGHBOURS);
            } else {
                sum += marginals.closed(f).entropy();
            }
        }
        return sum;
    }
}
