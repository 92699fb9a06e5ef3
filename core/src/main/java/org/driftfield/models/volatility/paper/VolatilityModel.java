package org.driftfield.models.volatility.paper;

import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.Normal;
import org.driftfield.distribution.Samplable;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Kernels;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.PathReader;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityPriors;

/**
 * The stochastic volatility model with parameters {@code mu}, {@code sigma2}, {@code phi} and the log variances {@code x}.
 * It knows the closed forms of q(μ) and q(σ²) and the expected log densities of the two factorisations of Tran, Tseng and
 * Kohn, q(μ) q(σ²) q(φ, x) and q(μ, σ², φ) q(x).
 */
public final class VolatilityModel implements MeanFieldModel, PathReader {
    public static final int MU = 0;
    public static final int SIGMA2 = 1;
    public static final int PHI = 2;
    static final int X = 3;

    private final Series series;
    private final VolatilityPriors priors;
    private final Returns returns;
    private final JointDensity joint;
    private final boolean plain;
    private GaussianFit fit;

    /** How far log σ² was from its fixed point when q(σ²) was last renewed; NaN where that is not known. */
    private double residual = Double.NaN;

    private VolatilityModel(Returns returns, VolatilityPriors priors, boolean plain) {
        this.plain = plain;
        this.series = new Series(returns);
        this.priors = priors;
        this.returns = returns;
        this.joint = new JointDensity(series, priors);
    }

    /** The model of a series, with q(σ²) from expectations that are taken with little noise. */
    public static VolatilityModel of(Returns returns, VolatilityPriors priors) {
        return new VolatilityModel(returns, priors, false);
    }

    /** The same with q(σ²) from plain averages over the particles, as in the paper. */
    public static VolatilityModel plain(Returns returns, VolatilityPriors priors) {
        return new VolatilityModel(returns, priors, true);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.real("mu"),
                Parameter.positive("sigma2"),
                Parameter.interval("phi", -1, 1),
                Parameter.real("x", series.size));
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        return joint.evaluate(theta, 0, gradient, 0, new double[series.size + 1]);
    }

    @Override
    public Optional<ClosedForm> closedForm(Block block) {
        if (block.size() != 1) {
            return Optional.empty();
        }
        return switch (block.coordinates()[0]) {
            case MU -> Optional.of(this::updateMu);
            case SIGMA2 -> Optional.of(plain ? this::updateSigma2 : new Sigma2());
            default -> Optional.empty();
        };
    }

    /**
     * q(μ) = N(B/A, 1/A) with A = 1/σ0² + E[1/σ²] E[1-φ² + (T-1)(1-φ)²] and
     * B = μ0/σ0² + E[1/σ²] E[(1-φ²)x_1 + (1-φ) Σ (x_t - φ x_t-1)]. The paper prints a factor T-1 before the last sum, which
     * does not belong there.
     */
    private Normal updateMu(Marginals others) {
        double lambda = others.meanInverse(SIGMA2);
        double[] means = others.average(2, 0, (draws, at, scratch, out, outAt) -> {
            double phi = draws[at + PHI];
            double first = draws[at + X];
            double last = draws[at + X + series.size - 1];
            double sum = Kernels.sum(draws, at + X, series.size);
            out[outAt] = series.level(phi);
            out[outAt + 1] = (1 - phi * phi) * first + (1 - phi) * (sum - first - phi * (sum - last));
        });
        double a = 1 / priors.muVariance() + lambda * means[0];
        double b = priors.muMean() / priors.muVariance() + lambda * means[1];
        return new Normal(b / a, 1 / a);
    }

    /** q(σ²) = inverse-gamma(α0 + T/2, β0 + E[S]/2), S the sum of squared innovations. */
    private InverseGamma updateSigma2(Marginals others) {
        double mu = others.mean(MU);
        double variance = others.covariance(MU, MU);
        double squares = others.average(1, 0, (draws, at, scratch, out, outAt) -> {
            double phi = draws[at + PHI];
            double previous = draws[at + X] - mu;
            double sum = (1 - phi * phi) * previous * previous;
            for (int t = 1; t < series.size; t++) {
                double own = draws[at + X + t] - mu;
                double innovation = own - phi * previous;
                sum += innovation * innovation;
                previous = own;
            }
            out[outAt] = sum + variance * series.level(phi);
        })[0];
        return ofSquares(squares);
    }

    private InverseGamma ofSquares(double squares) {
        return new InverseGamma(priors.sigma2Shape() + 0.5 * series.size, priors.sigma2Scale() + 0.5 * squares);
    }

    /**
     * The same with little noise, and faster. Alternating between the factors would approach the optimum of all slowly: each
     * round goes as much further as that takes, less and less as the run goes on (Robbins and Monro 1951), so that what noise
     * there is averages out.
     */
    private final class Sigma2 implements ClosedForm {
        private static final double FALL = 3;
        private static final double LARGEST_MOVE = 0.7;

        @Override
        public InverseGamma update(Marginals others) {
            return updateSigma2(others);
        }

        @Override
        public InverseGamma update(Marginals all, long iteration) {
            InverseGamma optimum = optimum(all);
            double before = all.meanInverse(SIGMA2);
            residual = -fit().acceleration() * Math.log(optimum.meanInverse(0) / before);
            double move = -residual * Math.min(1, FALL / iteration);
            double after = before * Math.exp(Math.max(-LARGEST_MOVE, Math.min(LARGEST_MOVE, move)));
            return new InverseGamma(optimum.shape(), optimum.shape() / after);
        }
    }

    /** The optimal q(σ²) given the others, its expectation taken with little noise. */
    private InverseGamma optimum(Marginals all) {
        ExpectedSquares squares = new ExpectedSquares(
                series, priors, fit(), all.mean(MU), all.covariance(MU, MU), all.meanInverse(SIGMA2));
        return ofSquares(squares.mean(all));
    }

    /** By how much log E[1/σ²] would move in one update. */
    double shift(Marginals all) {
        return Math.log(optimum(all).meanInverse(0) / all.meanInverse(SIGMA2));
    }

    @Override
    public double[] read(Marginals all, Workers workers) {
        return all.draws();
    }

    @Override
    public boolean started() {
        return fit().converged();
    }

    @Override
    public double level(double[] draws, int at) {
        return draws[at + MU];
    }

    @Override
    public double residual() {
        return residual;
    }

    @Override
    public Optional<FactorDensity> factorDensity(Block block) {
        if (block.size() == series.size + X) {
            return Optional.of(joint);
        } else if (isRun(block, PHI, series.size + 1)) {
            return Optional.of(new PathDensity(series, priors));
        } else if (isRun(block, X, series.size)) {
            return Optional.of(new LatentDensity(series));
        }
        return isRun(block, MU, X) ? Optional.of(new ParametersDensity(series, priors)) : Optional.empty();
    }

    @Override
    public Optional<Preconditioner> preconditioner(Block block) {
        if (isRun(block, PHI, series.size + 1)) {
            return Optional.of(new ArrowPreconditioner(fit().spread(), fit().slope(), precision()));
        }
        return isRun(block, X, series.size)
                ? Optional.of(new TridiagonalPreconditioner(precision()))
                : Optional.empty();
    }

    private Tridiagonal precision() {
        return fit().precision(fit().sigma2().meanInverse(0));
    }

    /** Whether the block consists of so many coordinates from the first on. */
    private static boolean isRun(Block block, int first, int size) {
        return block.size() == size
                && block.coordinates()[0] == first
                && block.coordinates()[size - 1] == first + size - 1;
    }

    @Override
    public Optional<? extends Samplable> start() {
        return Optional.of(fit());
    }

    private synchronized GaussianFit fit() {
        if (fit == null) {
            fit = new GaussianFit(returns, priors);
        }
        return fit;
    }
}
