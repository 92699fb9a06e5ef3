package org.driftfield.models.volatility.smc;

import java.util.Arrays;
import java.util.List;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.NoisyLikelihood;

/**
 * The posterior of the parameters of a stochastic volatility model, the log variances integrated out by a particle filter.
 */
public final class VolatilityLikelihood implements NoisyLikelihood {
    private final Returns returns;
    private final VolatilitySpec spec;
    private final boolean lookAhead;
    private final List<Parameter> parameters;

    private VolatilityLikelihood(Returns returns, VolatilitySpec spec, boolean lookAhead) {
        this.returns = returns;
        this.spec = spec;
        this.lookAhead = lookAhead;
        this.parameters = spec.parameters();
    }

    /** Of the plain model, with a filter whose proposals have all returns in view: a few particles are enough. */
    public static VolatilityLikelihood of(Returns returns, VolatilityPriors priors) {
        return of(returns, VolatilitySpec.plain(priors));
    }

    /** The same of any model. */
    public static VolatilityLikelihood of(Returns returns, VolatilitySpec spec) {
        return new VolatilityLikelihood(returns, spec, true);
    }

    /** With the bootstrap filter, which proposes from the model alone, as is most often done in the literature. */
    public static VolatilityLikelihood bootstrap(Returns returns, VolatilityPriors priors) {
        return new VolatilityLikelihood(returns, VolatilitySpec.plain(priors), false);
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    @Override
    public double logPrior(double[] theta) {
        return spec.logPrior(theta);
    }

    @Override
    public void samplePrior(RandomStream random, double[] theta) {
        double[] drawn = spec.drawPrior(random);
        System.arraycopy(drawn, 0, theta, 0, drawn.length);
    }

    @Override
    public String fingerprint() {
        return "returns " + Arrays.hashCode(returns.toArray()) + ", " + spec.fingerprint()
                + (lookAhead ? ", look-ahead filter" : ", bootstrap filter");
    }

    @Override
    public Estimator estimator() {
        return filter();
    }

    ParticleFilter filter() {
        return new ParticleFilter(
                spec.isPlain() ? new LookAhead(returns.toArray(), lookAhead) : Guided.of(returns, spec));
    }
}
