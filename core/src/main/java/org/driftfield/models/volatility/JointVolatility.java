package org.driftfield.models.volatility;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.Samplable;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.engine.Workers;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.model.Parameter;

/**
 * The posterior of a {@link VolatilitySpec} in the parameters θ, μ by the coordinate u of a {@link LevelScale}, and the
 * innovations e of a {@link DecoupledPath}, expanded at the mode of the {@link ParameterFit}. In these coordinates all of it is close to normal, with θ and e hardly dependent: one cloud, or a chain,
 * moves in all of them at once, and nothing is cut apart.
 */
final class JointVolatility implements MeanFieldModel, PathReader {
    /** Particles that start from fewer of the weighted points than this share are copies of each other. */
    private static final double FEWEST_EFFECTIVE = 0.05;

    private static final int CHUNK = 8;

    private final PathLikelihood likelihood;
    private final VolatilitySpec spec;
    private final int p;
    private final int size;
    private final DecoupledPath path;
    private final ParameterFit fit;
    private final LevelScale level;
    private final ThreadLocal<Point> points;
    private final ThreadLocal<PathMode> modes;

    private JointVolatility(PathLikelihood likelihood, DecoupledPath path, ParameterFit fit) {
        this.likelihood = likelihood;
        this.spec = likelihood.spec;
        this.p = spec.count();
        this.size = likelihood.times;
        this.path = path;
        this.fit = fit;
        this.level = fit == null ? LevelScale.of(likelihood, likelihood.level()) : fit.level();
        this.points = ThreadLocal.withInitial(Point::new);
        this.modes = ThreadLocal.withInitial(() -> new PathMode(likelihood));
    }

    /** The model of a series of returns. */
    static JointVolatility of(Returns returns, VolatilitySpec spec) {
        return of(returns, spec, 1);
    }

    /** The same by so many threads; their number changes nothing. */
    static JointVolatility of(Returns returns, VolatilitySpec spec, int threads) {
        PathLikelihood likelihood = new PathLikelihood(returns, spec);
        ParameterFit fit = new ParameterFit(likelihood, likelihood.plausible(), threads);
        PathMode mode = new PathMode(likelihood);
        mode.keep(fit.reference());
        mode.find(fit.mode());
        return new JointVolatility(likelihood, mode.decoupled().copy(), fit);
    }

    /** The same with the innovations of the prior, without a start. */
    static JointVolatility plain(Returns returns, VolatilitySpec spec) {
        PathLikelihood likelihood = new PathLikelihood(returns, spec);
        return new JointVolatility(likelihood, DecoupledPath.plain(spec, likelihood.times), null);
    }

    /** What one thread needs to evaluate a point. */
    private final class Point {
        private final DecoupledPath.Chain chain = path.new Chain();
        private final DecoupledPath.Reverse reverse = path.new Reverse();
        private final PathLikelihood.Work work = likelihood.new Work();
        private final double[] v = new double[size];
        private final double[] byV = new double[size];

        private final double[] theta = new double[p];

        double evaluate(double[] draw, int at, double[] gradient, int to) {
            double logSpread = path(draw, at);
            double prior = spec.logPrior(theta, 0, gradient, to);
            double density = likelihood.evaluate(theta, 0, v, byV, gradient, to, work);
            reverse.run(chain, v, byV, draw, at + p, gradient, to, to + p);
            double phi = theta[VolatilitySpec.PHI];
            double sigma2 = theta[VolatilitySpec.SIGMA2];
            level.chain(draw[at], phi, sigma2, gradient, to);
            return prior + logSpread + density + level.logJacobian(phi, sigma2);
        }

        /** Takes the parameters and the path of a draw; returns the log derivative of the path by the innovations. */
        double path(double[] draw, int at) {
            System.arraycopy(draw, at, theta, 0, p);
            theta[VolatilitySpec.MU] = level.mu(draw[at], theta[VolatilitySpec.PHI], theta[VolatilitySpec.SIGMA2]);
            work.take(theta, 0);
            double logSpread = chain.at(theta, 0, work.offset);
            chain.deviations(draw, at + p, v);
            return logSpread;
        }
    }

    VolatilitySpec spec() {
        return spec;
    }

    /** How many log variances there are; with leverage one more than returns. */
    int times() {
        return size;
    }

    LevelScale levelScale() {
        return level;
    }

    ParameterFit fit() {
        return fit;
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(spec.parameters());
        all.set(VolatilitySpec.MU, Parameter.real("u"));
        all.add(Parameter.real("e", size));
        return all;
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        return points.get().evaluate(theta, 0, gradient, 0);
    }

    /** Writes μ over its coordinate u, and the log variances h over the innovations, of the draw at {@code draws[at …]}. */
    void toLogVariances(double[] draws, int at) {
        Point point = points.get();
        point.path(draws, at);
        draws[at] = point.theta[VolatilitySpec.MU];
        for (int t = 0; t < size; t++) {
            draws[at + p + t] = draws[at] + point.v[t] + point.work.offset[t];
        }
    }

    @Override
    public boolean started() {
        return fit != null && fit.converged() && fit.evenness() >= FEWEST_EFFECTIVE;
    }

    @Override
    public double level(double[] draws, int at) {
        return level.mu(draws[at], draws[at + VolatilitySpec.PHI], draws[at + VolatilitySpec.SIGMA2]);
    }

    /** The last log variance of a draw whose innovations were replaced by them, without what regressors add. */
    @Override
    public double last(double[] draws, int at, int width) {
        double h = draws[at + p + size - 1];
        Regressors columns = spec.logVariance();
        for (int j = 0; j < columns.count() && !spec.leverage(); j++) {
            double value = columns.columns()[j][size - 1];
            h -= Double.isNaN(value) ? 0 : draws[at + spec.gamma() + j] * value;
        }
        return h;
    }

    /** The parameters of each draw, and its log variances after them. */
    @Override
    public double[] read(Marginals all, Workers workers) {
        double[] draws = all.draws().clone();
        workers.forEach(all.particles(), CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                toLogVariances(draws, i * (p + size));
            }
        });
        return draws;
    }

    @Override
    public Optional<FactorDensity> factorDensity(Block block) {
        return block.size() == p + size ? Optional.of(new Density()) : Optional.empty();
    }

    /** All coordinates at once: there are no others to take an expectation over. */
    private final class Density implements FactorDensity, Conditioned {
        @Override
        public Conditioned given(Marginals others) {
            return this;
        }

        @Override
        public void evaluate(double[] draws, int from, int to, double[] logDensity, double[] gradient) {
            Point point = points.get();
            for (int i = from; i < to; i++) {
                int at = i * (p + size);
                double value = point.evaluate(draws, at, gradient, at);
                if (logDensity != null) {
                    logDensity[i] = value;
                }
            }
        }
    }

    @Override
    public Optional<Preconditioner> preconditioner(Block block) {
        if (fit == null || block.size() != p + size) {
            return Optional.empty();
        }
        Preconditioner.Dense ofTheta = (Preconditioner.Dense) Preconditioner.covariance(fit.covariance(), p);
        return Optional.of(new BorderPreconditioner(ofTheta.factor(), p, size));
    }

    @Override
    public Optional<? extends Samplable> start() {
        return fit == null
                ? Optional.empty()
                : Optional.of((random, out, at) -> {
                    PathMode mode = modes.get();
                    Point point = points.get();
                    double[] theta = new double[p];
                    double[] e = new double[size];
                    fit.sample(random, out, at);
                    fit.parameters(out, at, theta);
                    mode.keep(fit.reference());
                    mode.find(theta);
                    random.nextNormals(e, 0, size);
                    mode.chain().deviations(e, 0, point.v);
                    point.work.take(theta, 0);
                    point.chain.at(theta, 0, point.work.offset);
                    point.chain.innovations(point.v, out, at + p);
                });
    }
}
