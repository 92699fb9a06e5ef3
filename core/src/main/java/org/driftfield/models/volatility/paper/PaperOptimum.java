package org.driftfield.models.volatility.paper;

import java.util.List;
import java.util.Optional;
import org.driftfield.distribution.Distribution;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.Samplable;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanField;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityPriors;

/**
 * The optimum of the paper's factorisation q(μ) q(σ²) q(φ, x), found another way than by a fit, to check fits against: q(σ²) is held
 * while (φ, x) and μ come to their optimum, which tells how far its own update would move it; then it is held there, or on the way, until that is
 * nothing. Slow.
 *
 * @param mu the mean of μ
 * @param phi the mean of φ
 * @param logSigma2 the mean of log σ²
 * @param error how far log σ² is off at the last place held, in standard deviations of log σ²
 */
public record PaperOptimum(double mu, double phi, double logSigma2, double error) {
    private static final int MOST_PLACES = 8;
    private static final double NEAR = 0.02;

    /** Finds it with clouds of so many particles, which make so many sweeps at each place after as many that do not count. */
    public static PaperOptimum of(Returns returns, VolatilityPriors priors, int particles, int sweeps, long seed) {
        VolatilityModel model = VolatilityModel.of(returns, priors);
        GaussianFit fit = new GaussianFit(returns, priors);
        double shape = fit.sigma2().shape();
        double place = Math.log(fit.sigma2().meanInverse(0));
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(particles)
                .withBlocks(Blocks.of("mu | sigma2 | phi,x"))
                .withSeed(seed)
                .withThreads(1);
        PaperOptimum found = null;
        for (int k = 0; k < MOST_PLACES && (found == null || Math.abs(found.error) > NEAR); k++) {
            InverseGamma held = new InverseGamma(shape, shape / Math.exp(place));
            double[] sums = new double[3];
            try (MeanField field = MeanField.of(new Held(model, held), options)) {
                for (int iteration = 1; iteration <= 2 * sweeps; iteration++) {
                    field.step(iteration);
                    if (iteration > sweeps) {
                        Marginals all = field.marginals();
                        sums[0] += all.mean(VolatilityModel.MU) / sweeps;
                        sums[1] += all.mean(VolatilityModel.PHI) / sweeps;
                        sums[2] += model.shift(all) / sweeps;
                    }
                }
            }
            double sd = Math.sqrt(1 / shape);
            double off = fit.acceleration() * sums[2];
            found = new PaperOptimum(sums[0], sums[1], held.expect(0, Math::log), off / sd);
            place += off;
        }
        return found;
    }

    /** The model with q(σ²) held. */
    private record Held(VolatilityModel model, Distribution sigma2) implements MeanFieldModel {
        @Override
        public List<Parameter> parameters() {
            return model.parameters();
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            return model.logDensity(theta, gradient);
        }

        @Override
        public Optional<ClosedForm> closedForm(Block block) {
            return block.size() == 1 && block.coordinates()[0] == VolatilityModel.SIGMA2
                    ? Optional.of(others -> sigma2)
                    : model.closedForm(block);
        }

        @Override
        public Optional<FactorDensity> factorDensity(Block block) {
            return model.factorDensity(block);
        }

        @Override
        public Optional<Preconditioner> preconditioner(Block block) {
            return model.preconditioner(block);
        }

        @Override
        public Optional<? extends Samplable> start() {
            return model.start();
        }
    }
}
