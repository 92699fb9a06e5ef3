package org.driftfield.models.volatility;

/**
 * What a particle filter of any of the models needs to propose with all returns in view: given θ, the chain of a {@link DecoupledPath}
 * around the most probable path, and how far the model differs from it. One instance serves one thread.
 */
public final class PathGuide {
    private final PathLikelihood likelihood;
    private final VolatilitySpec spec;
    private final PathMode mode;
    private final PathLikelihood.Work work;
    private final DecoupledPath plain;
    private DecoupledPath replacement;
    private DecoupledPath.Chain chain;
    private final double[] levels;
    private double[] theta;
    private double logConstant;

    public PathGuide(Returns returns, VolatilitySpec spec) {
        this.likelihood = new PathLikelihood(returns, spec);
        this.spec = spec;
        this.levels = likelihood.levels();
        this.mode = new PathMode(likelihood);
        this.work = likelihood.new Work();
        this.plain = DecoupledPath.plain(spec, likelihood.times);
    }

    /** How many log variances there are; with leverage one more than returns. */
    public int times() {
        return likelihood.times;
    }

    /**
     * Takes the parameters; returns the log of the integral over all paths of what the model is replaced by.
     */
    public double take(double[] parameters) {
        theta = parameters;
        logConstant = likelihood.logConstant(theta);
        work.take(theta, 0);
        mode.guess(theta, levels);
        double value = mode.find(theta);
        mode.widen();
        replacement = mode.decoupled();
        chain = mode.chain();
        double integral = chain.logIntegral(work.offset);
        if (!Double.isFinite(value) || !Double.isFinite(integral)) {
            // Proposals from the model itself, as in the bootstrap filter.
            replacement = plain;
            chain = plain.new Chain();
            chain.at(theta, 0, work.offset);
            integral = 0;
        }
        return integral;
    }

    /** The mean of the deviation of the log variance at a time is this times that before it … */
    public double gain(int t) {
        return chain.gain(t);
    }

    /** … plus this. */
    public double shift(int t) {
        return chain.shift(t);
    }

    /** Its standard deviation. */
    public double spread(int t) {
        return chain.spread(t);
    }

    /**
     * Writes the log of the model over its replacement, in all that is known once the deviation at time t is known, for the first n
     * particles.
     */
    public void logRatios(int t, double[] before, double[] v, double[] out, int n) {
        boolean leverage = spec.leverage();
        int seen = leverage ? t - 1 : t;
        double constant = seen >= 0 && likelihood.seen(seen) ? logConstant : 0;
        double sigma2 = theta[VolatilitySpec.SIGMA2];
        double phi = theta[VolatilitySpec.PHI];
        double variance = chain.variance(t);
        double drift = chain.drift(t);
        if (leverage && t > 0) {
            constant += 0.5 * Math.log(variance / sigma2);
        }
        for (int i = 0; i < n; i++) {
            double sum = constant;
            if (!leverage || t == likelihood.times - 1) {
                sum -= replaced(t, v[i]);
            }
            if (leverage && t > 0) {
                double step = v[i] - phi * before[i];
                sum += 0.5 * ((step - drift) * (step - drift) / variance - step * step / sigma2);
                sum -= replaced(t - 1, before[i]);
            }
            if (seen >= 0 && likelihood.seen(seen)) {
                sum += likelihood.logReturn(theta, seen, leverage ? before[i] : v[i], v[i], work);
            }
            out[i] = sum;
        }
    }

    private double replaced(int t, double v) {
        double h = theta[VolatilitySpec.MU] + v + work.offset[t];
        return (replacement.slope()[t] - 0.5 * replacement.curvature()[t] * h) * h;
    }
}
