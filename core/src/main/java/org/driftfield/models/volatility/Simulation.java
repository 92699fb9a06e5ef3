package org.driftfield.models.volatility;

import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.driftfield.random.RandomStream;

/**
 * A series of the model drawn step by step from given parameters, from where another left off or from the start. With leverage the next
 * log variance is drawn together with a return.
 */
final class Simulation {
    private final VolatilitySpec spec;
    private final double[] theta;
    private final double mu;
    private final double phi;
    private final double sigma;
    private final double[] recent;
    private double x;
    private boolean ahead;
    private double h;
    private double y;

    /**
     * Goes on after a series.
     *
     * @param theta the parameters, in the order of the specification
     * @param last the last log variance without what regressors add; with leverage, that of the first time to come
     * @param recent the last returns, the latest first
     */
    Simulation(VolatilitySpec spec, double[] theta, double last, double[] recent) {
        this.spec = spec;
        this.theta = theta;
        this.mu = theta[VolatilitySpec.MU];
        this.phi = theta[VolatilitySpec.PHI];
        this.sigma = Math.sqrt(theta[VolatilitySpec.SIGMA2]);
        this.recent = recent.clone();
        this.x = last;
        this.ahead = spec.leverage();
    }

    /** Starts a series where the autoregression is stationary, its returns before the first being 0. */
    static Simulation start(VolatilitySpec spec, double[] theta, RandomStream random) {
        double phi = theta[VolatilitySpec.PHI];
        double sd = Math.sqrt(theta[VolatilitySpec.SIGMA2] / (1 - phi * phi));
        double first = theta[VolatilitySpec.MU] + sd * random.nextNormal();
        Simulation simulation =
                new Simulation(spec, theta, first, new double[spec.mean().lags()]);
        simulation.ahead = true;
        return simulation;
    }

    /** Draws the next return; the columns have their values at time {@code k}. */
    void step(int k, Regressors mean, Regressors logVariance, RandomStream random) {
        if (!ahead) {
            x = mu + phi * (x - mu) + sigma * random.nextNormal();
        }
        h = x;
        for (int j = 0; j < logVariance.count(); j++) {
            h += theta[spec.gamma() + j] * logVariance.columns()[j][k];
        }
        double error = error(random);
        if (spec.leverage()) {
            double rho = theta[spec.rho()];
            double eta = random.nextNormal();
            error = rho * eta + Math.sqrt(1 - rho * rho) * error;
            x = mu + phi * (x - mu) + sigma * eta;
        }
        ahead = spec.leverage();
        y = level(k, mean) + Math.exp(0.5 * h) * error;
        if (recent.length > 0) {
            System.arraycopy(recent, 0, recent, 1, recent.length - 1);
            recent[0] = y;
        }
    }

    /** Puts another value in place of the return just drawn. */
    double given(double value) {
        y = value;
        recent[0] = value;
        return value;
    }

    private double level(int k, Regressors mean) {
        int at = spec.beta();
        double sum = spec.mean().constant() ? theta[at++] : 0;
        for (double before : recent) {
            sum += theta[at++] * before;
        }
        for (int j = 0; j < mean.count(); j++) {
            sum += theta[at++] * mean.columns()[j][k];
        }
        return sum;
    }

    /** An error of variance 1. */
    private double error(RandomStream random) {
        double normal = random.nextNormal();
        if (!spec.heavyTails()) {
            return normal;
        }
        double nu = theta[spec.nu()];
        double gamma =
                AhrensDieterMarsagliaTsangGammaSampler.of(random, 0.5 * nu, 1).sample();
        return normal * Math.sqrt(0.5 * (nu - VolatilitySpec.FEWEST_DEGREES) / gamma);
    }

    double logVariance() {
        return h;
    }

    double value() {
        return y;
    }
}
