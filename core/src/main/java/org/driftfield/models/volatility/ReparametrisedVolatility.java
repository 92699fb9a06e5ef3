package org.driftfield.models.volatility;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.Samplable;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.model.Parameter;

/**
 * The volatility model for the factorisation q(μ, φ, σ²) q(e), where the log variances x are a function of the parameters and of
 * innovations e that hardly depend on them (Tan 2021): x = m(θ) + L(θ)⁻ᵀ e, with m and L from the normal approximation of x given
 * θ that a quadratic expansion of the likelihood gives. The expansion is that of the {@link GaussianFit}. Cutting the
 * posterior into these two factors costs far less than cutting between the parameters and x itself.
 */
final class ReparametrisedVolatility implements MeanFieldModel {
    private static final int SCALARS = NonCentredVolatility.SCALARS;

    /** Points over which the expectations are taken. The innovations are many, but tell little of the parameters. */
    private static final int INNOVATION_POINTS = 8;

    private static final int PARAMETER_POINTS = 4;

    private final int size;
    private final VolatilityPriors priors;
    private final GaussianFit fit;
    private final DecoupledPath path;
    private final NonCentredVolatility joint;
    private final ThreadLocal<DecoupledPath.Chain> chains;
    private final ThreadLocal<DecoupledPath.Work> works;

    ReparametrisedVolatility(Returns returns, VolatilityPriors priors) {
        Series series = new Series(returns);
        this.size = series.size;
        this.priors = priors;
        this.fit = new GaussianFit(series, priors, returns.typical());
        double[] curvature = fit.middle().curvature;
        double[] slope = new double[size];
        for (int t = 0; t < size; t++) {
            slope[t] = curvature[t] * (1 + fit.middle().mean[t]) - series.half[t];
        }
        this.path = new DecoupledPath(series, slope, curvature);
        this.joint = NonCentredVolatility.of(path, priors);
        this.chains = ThreadLocal.withInitial(() -> path.new Chain());
        this.works = ThreadLocal.withInitial(() -> path.new Work());
    }

    @Override
    public List<Parameter> parameters() {
        return joint.parameters();
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        return joint.logDensity(theta, gradient);
    }

    /** The log variances of each draw, after its parameters. */
    double[] logVariances(Marginals all) {
        double[] draws = all.draws().clone();
        for (int i = 0; i < all.particles(); i++) {
            joint.toLogVariances(draws, i * (SCALARS + size));
        }
        return draws;
    }

    @Override
    public Optional<FactorDensity> factorDensity(Block block) {
        if (block.size() == SCALARS && block.coordinates()[SCALARS - 1] == SCALARS - 1) {
            return Optional.of(new ParametersDensity());
        }
        return isInnovations(block) ? Optional.of(new InnovationsDensity()) : Optional.empty();
    }

    private boolean isInnovations(Block block) {
        return block.size() == size && block.coordinates()[0] == SCALARS;
    }

    @Override
    public Optional<Preconditioner> preconditioner(Block block) {
        return isInnovations(block) ? Optional.of(Preconditioner.identity(size)) : Optional.empty();
    }

    @Override
    public Optional<? extends Samplable> start() {
        return Optional.of((random, out, at) -> {
            double[] full = new double[size + VolatilityModel.X];
            fit.sample(random, full, 0);
            out[at] = full[VolatilityModel.MU];
            out[at + 1] = full[VolatilityModel.PHI];
            // The fit knows little of the spread of σ².
            out[at + 2] = full[VolatilityModel.SIGMA2] + 0.3 * random.nextNormal();
            for (int t = 0; t < size; t++) {
                out[at + SCALARS + t] = random.nextNormal();
            }
        });
    }

    /** The expected log density of the parameters: an average over innovations. */
    private final class ParametersDensity implements FactorDensity {
        private double[] points;
        private int count;

        @Override
        public int subset() {
            return INNOVATION_POINTS;
        }

        @Override
        public void condition(Marginals others) {
            conditionOnPoints(others.draws(), others.particles());
        }

        @Override
        public boolean conditionOnPoints(double[] draws, int number) {
            points = draws;
            count = number;
            return true;
        }

        @Override
        public void evaluate(double[] theta, int from, int to, double[] logDensity, double[] gradient) {
            DecoupledPath.Chain chain = chains.get();
            DecoupledPath.Work work = works.get();
            double[] slopes = new double[SCALARS];
            for (int i = from; i < to; i++) {
                int at = i * SCALARS;
                double value = priors.logDensity(theta[at], theta[at + 1], theta[at + 2], slopes)
                        + chain.at(theta[at], theta[at + 1], theta[at + 2]);
                work.clear();
                for (int s = 0; s < count; s++) {
                    int innovations = s * (SCALARS + size) + SCALARS;
                    value += work.likelihood(chain, points, innovations) / count;
                    work.byCoefficients(chain, 1.0 / count, points, innovations);
                }
                work.byParameters(chain, slopes, 0);
                System.arraycopy(slopes, 0, gradient, at, SCALARS);
                if (logDensity != null) {
                    logDensity[i] = value;
                }
            }
        }
    }

    /** The expected log density of the innovations: an average over parameters. */
    private final class InnovationsDensity implements FactorDensity {
        private DecoupledPath.Chain[] conditions = new DecoupledPath.Chain[0];

        @Override
        public int subset() {
            return PARAMETER_POINTS;
        }

        @Override
        public void condition(Marginals others) {
            conditionOnPoints(others.draws(), others.particles());
        }

        @Override
        public boolean conditionOnPoints(double[] draws, int number) {
            if (conditions.length != number) {
                conditions = new DecoupledPath.Chain[number];
                Arrays.setAll(conditions, k -> path.new Chain());
            }
            for (int k = 0; k < number; k++) {
                int at = k * (SCALARS + size);
                conditions[k].at(draws[at], draws[at + 1], draws[at + 2]);
            }
            return true;
        }

        @Override
        public void evaluate(double[] e, int from, int to, double[] logDensity, double[] gradient) {
            DecoupledPath.Work work = works.get();
            for (int i = from; i < to; i++) {
                int at = i * size;
                double value = 0;
                for (int t = at; t < at + size; t++) {
                    value -= 0.5 * e[t] * e[t];
                    gradient[t] = -e[t];
                }
                for (DecoupledPath.Chain chain : conditions) {
                    value += work.likelihood(chain, e, at) / conditions.length;
                    work.byInnovations(chain, 1.0 / conditions.length, gradient, at);
                }
                if (logDensity != null) {
                    logDensity[i] = value;
                }
            }
        }
    }
}
