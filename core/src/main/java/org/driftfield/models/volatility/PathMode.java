package org.driftfield.models.volatility;

import java.util.Arrays;

/**
 * The most probable path given θ and the normal approximation around it, by Newton's method: each step goes as far towards the
 * mean of the chain as log p(y, x | θ) rises. One instance serves one thread.
 */
final class PathMode {
    private static final int MOST_STEPS = 50;
    private static final int MOST_HALVINGS = 30;
    private static final double TOLERANCE = 1e-7;

    /** A log squared return tells of x about as much as a normal observation with this precision would. */
    private static final double FIRST_CURVATURE = 0.25;

    private final PathLikelihood model;
    private final DecoupledPath decoupled;
    private final DecoupledPath.Chain chain;
    private final PathLikelihood.Work work;
    private final double[] zeros;
    private final double[] v;
    private final double[] kept;
    private final double[] tried;
    private final double[] ignored;
    private final double[] theta;
    private final double[] byTheta;
    private double logSpread;

    PathMode(PathLikelihood model) {
        this.model = model;
        int n = model.times;
        this.decoupled = DecoupledPath.plain(model.spec, n);
        this.chain = decoupled.new Chain();
        this.work = model.new Work();
        this.zeros = new double[n];
        this.v = new double[n];
        this.kept = new double[n];
        this.tried = new double[n];
        this.ignored = new double[n];
        this.theta = new double[model.spec.count()];
        this.byTheta = new double[theta.length];
    }

    /** Starts all further searches from the path found last. */
    void keep() {
        System.arraycopy(v, 0, kept, 0, v.length);
    }

    /** Starts all further searches from the given path. */
    void keep(double[] deviations) {
        System.arraycopy(deviations, 0, kept, 0, kept.length);
    }

    double[] deviations() {
        return v;
    }

    DecoupledPath decoupled() {
        return decoupled;
    }

    /** The chain around the path found last, from which paths are drawn. */
    DecoupledPath.Chain chain() {
        return chain;
    }

    /** Finds the path; returns log p(y, x | θ) there. */
    double find(double[] parameters) {
        System.arraycopy(parameters, 0, theta, 0, theta.length);
        System.arraycopy(kept, 0, v, 0, v.length);
        double value = density(v);
        if (!Double.isFinite(value)) {
            Arrays.fill(v, 0);
            value = density(v);
        }
        for (int step = 0; step < MOST_STEPS; step++) {
            expand();
            chain.deviations(zeros, 0, tried);
            double largest = 0;
            for (int t = 0; t < v.length; t++) {
                tried[t] -= v[t];
                largest = Math.max(largest, Math.abs(tried[t]));
            }
            if (!(largest > TOLERANCE)) {
                return value;
            }
            double better = uphill(value);
            boolean done = !(better - value > 1e-9 * (1 + Math.abs(value)));
            value = better;
            if (done) {
                break;
            }
        }
        expand();
        return value;
    }

    /** Moves along the step in {@link #tried}, halved until it goes uphill; leaves the path alone where it never does. */
    private double uphill(double value) {
        double part = 1;
        double[] there = new double[v.length];
        for (int halving = 0; halving < MOST_HALVINGS; halving++, part *= 0.5) {
            for (int t = 0; t < v.length; t++) {
                there[t] = v[t] + part * tried[t];
            }
            double density = density(there);
            if (density > value) {
                System.arraycopy(there, 0, v, 0, v.length);
                return density;
            }
        }
        return value;
    }

    private double density(double[] deviations) {
        return model.evaluate(theta, 0, deviations, ignored, byTheta, 0, work);
    }

    private void expand() {
        model.expand(theta, v, decoupled, work);
        if (model.spec.leverage()) {
            // The expansion takes the shocks as known; with its slopes mended the search ends at the mode itself.
            density(v);
            decoupled.match(theta, work.offset, v, ignored);
        }
        logSpread = chain.at(theta, 0, work.offset);
    }

    /**
     * Makes the chain around the path found last wide enough to propose from: the peak of a t distribution is narrower than that
     * of a normal one, but its tails are not.
     */
    void widen() {
        if (model.spec.heavyTails() && model.spec.leverage()) {
            double[] noise = decoupled.noise();
            for (int t = 0; t < noise.length; t++) {
                noise[t] = Math.max(1, noise[t]);
            }
            density(v);
            decoupled.match(theta, work.offset, v, ignored);
            logSpread = chain.at(theta, 0, work.offset);
        }
    }

    /** A first path, from smoothed log squared returns. */
    void guess(double[] parameters, double[] levels) {
        System.arraycopy(parameters, 0, theta, 0, theta.length);
        for (int t = 0; t < v.length; t++) {
            boolean known = t < levels.length && model.seen(t);
            decoupled.curvature()[t] = known ? FIRST_CURVATURE : 0;
            decoupled.slope()[t] = known ? FIRST_CURVATURE * levels[t] : 0;
            decoupled.shock()[t] = 0;
            decoupled.noise()[t] = Double.POSITIVE_INFINITY;
        }
        work.take(theta, 0);
        chain.at(theta, 0, work.offset);
        chain.deviations(zeros, 0, kept);
    }

    /** log p(θ | y) by Laplace's method without its constant, on the parameters' own scale. */
    double logMarginal(double[] parameters) {
        double value = find(parameters);
        return value + logSpread + model.spec.logPrior(parameters, 0, null, 0);
    }
}
