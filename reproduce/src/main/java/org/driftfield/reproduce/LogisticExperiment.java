package org.driftfield.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.Prior;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.reproduce.Contender.Way;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;

/** The paper's logistic regression: n = 200, x ~ N(0, 1), β ~ N(0, 4), two blocks of two coefficients. */
final class LogisticExperiment extends PosteriorExperiment {
    private static final int ROWS = 200;
    private static final double PRIOR_SD = 2;
    private static final int PAPER_ITERATIONS = 300;

    /** h_t = 0.02 · 100/(100 + 2t), as in the authors' program. */
    private static final StepSchedule PAPER_STEPS = StepSchedule.decaying(1, 50);

    private final Request request;
    private final PmfvbOptions accurate;
    private final PmfvbOptions plugIn;
    private final int paperIterations;
    private GlmModel model;

    LogisticExperiment(Request request) {
        this.request = request;
        Effort effort = request.effort();
        Blocks blocks = Blocks.of("Intercept,x1 | x2,x3");
        int particles = effort.of(3000, 1000, 50);
        this.paperIterations = effort.of(PAPER_ITERATIONS, PAPER_ITERATIONS, 30);
        PmfvbOptions defaults = PmfvbOptions.defaults();
        this.accurate = defaults.withParticles(particles)
                .withBlocks(blocks)
                .withStopping(defaults.window(), defaults.tolerance(), effort.of(defaults.maximum(), 500, 60));
        this.plugIn = PmfvbOptions.paper(PAPER_STEPS, 1)
                .withParticles(particles)
                .withBlocks(blocks)
                .withExpectation(Expectation.PARTICLE_MEAN)
                .withSpread(1)
                .withBoundEvery(1, 0)
                .withStopping(defaults.window(), defaults.tolerance(), paperIterations);
    }

    private NutsOptions nuts(long seed) {
        Effort effort = request.effort();
        return NutsOptions.defaults(seed)
                .withMetric(Metric.DENSE)
                .withWarmup(effort.of(1000, 500, 100))
                .withDraws(effort.of(2500, 500, 50));
    }

    @Override
    public String title() {
        return "Bayesian logistic regression";
    }

    @Override
    public String subtitle() {
        return "The first example of Particle Mean Field Variational Bayes (Tran, Tseng and Kohn), repeated";
    }

    @Override
    List<Shown> parameters() {
        return List.of(
                Shown.real("Intercept", "β0"), Shown.real("x1", "β1"), Shown.real("x2", "β2"), Shown.real("x3", "β3"));
    }

    @Override
    public List<Contender> methods() {
        int particles = accurate.particles();
        return List.of(
                new Contender(
                        Way.PMFVB,
                        "PMFVB, default",
                        accurate.withSeed(0).withThreads(1).toString(),
                        particles + " particles, blocks {β0, β1} and {β2, β3}; the expectation over the other block by"
                                + " quadrature, Metropolis-adjusted moves of automatic size; stops when lower bound and"
                                + " cloud have no trend that matters, then collects the settled cloud"),
                new Contender(
                        Way.PAPER,
                        "PMFVB as in the paper",
                        plugIn.withSeed(0).withThreads(1).toString(),
                        particles + " particles, the same blocks; the particle mean plugged in for the other block,"
                                + " unadjusted moves of step h = 2/(100 + 2t), start N(0, 1); stops after "
                                + paperIterations + " iterations, the cloud taken as it stands"),
                new Contender(
                        Way.NUTS,
                        "NUTS",
                        nuts(0).withThreads(1).toString(),
                        "4 chains of " + nuts(0).warmup() + " iterations to warm up and " + nuts(0).draws()
                                + " draws (the paper: 1,000 and 10,000 in all, by PyMC)"));
    }

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    /** The data of a replicate: coefficients from their prior, then inputs and responses. */
    private static GlmModel model(long seed) {
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.LOGISTIC_DATA, 0);
        double[] beta = new double[4];
        for (int j = 0; j < 4; j++) {
            beta[j] = PRIOR_SD * random.nextNormal();
        }
        double[] y = new double[ROWS];
        double[][] x = new double[3][ROWS];
        for (int i = 0; i < ROWS; i++) {
            double eta = beta[0];
            for (int j = 0; j < 3; j++) {
                x[j][i] = random.nextNormal();
                eta += beta[j + 1] * x[j][i];
            }
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        List<Column> columns = new ArrayList<>(List.of(Column.of("y", y)));
        for (int j = 0; j < 3; j++) {
            columns.add(Column.of("x" + (j + 1), x[j]));
        }
        Design design =
                Design.of(Formula.parse("y ~ x1 + x2 + x3"), Table.of("simulated data", columns), NaPolicy.ERROR);
        Prior prior = new Prior.Normal(0, PRIOR_SD);
        return GlmModel.of(design, Family.BERNOULLI, new GlmPriors(prior, prior, Map.of(), null));
    }

    /** The density alone, without what the model knows about itself: the particles then start where the paper's do. */
    private record Plain(GlmModel model) implements Model {
        @Override
        public List<Parameter> parameters() {
            return model.parameters();
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            return model.logDensity(theta, gradient);
        }
    }

    @Override
    public void prepare(int replicate) {
        model = model(request.seedOf(replicate));
    }

    @Override
    public Outcome run(Contender method, int replicate, Session session) {
        long seed = request.seedOf(replicate);
        Posterior posterior = switch (method.way()) {
            case PMFVB -> Pmfvb.fit(model, accurate.withSeed(seed).withThreads(request.threads()), session);
            case PAPER ->
                Pmfvb.fit(
                        new Plain(model),
                        plugIn.withSeed(seed).withThreads(request.threads()),
                        StoppingRule.after(paperIterations),
                        session);
            default -> Nuts.fit(model, nuts(seed).withThreads(request.threads()), session);
        };
        return outcome(posterior, parameters());
    }

    @Override
    public Map<String, PaperRow> paper() {
        return Map.of(
                Way.PAPER.key(),
                new PaperRow("PMFVB", 1, Map.of(Replicate.WALL, new Estimate(18, Double.NaN, 1))),
                Way.NUTS.key(),
                new PaperRow("HMC by PyMC", 1, Map.of(Replicate.WALL, new Estimate(54, Double.NaN, 1))));
    }

    @Override
    public Map<String, String> description() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("Model", "y ~ Bernoulli(logit⁻¹(β0 + β1 x1 + β2 x2 + β3 x3)), βj ~ N(0, 4)");
        words.put("Data", ROWS + " rows; x ~ N(0, 1), β drawn from its prior, all from the seed");
        return words;
    }

    @Override
    public String otherwise() {
        return "The authors' own data are not at hand: theirs is one draw, this is another. PMFVB as in the paper takes M,"
                + " step sizes, start and number of iterations from the authors' program. The default differs by an"
                + " accurate expectation and adjusted moves. Times include Java's warming up, which the first method pays most of.";
    }
}
