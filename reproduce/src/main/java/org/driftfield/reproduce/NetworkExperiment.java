package org.driftfield.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.driftfield.driver.Session;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.models.network.Network;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.NetworkFit;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.RivalRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.report.Section;
import org.driftfield.reproduce.Contender.Way;

/** A table of the paper on Bayesian networks: the same network fitted by every method, scored on rows held out. */
final class NetworkExperiment implements Experiment {
    static final String VALIDATION_PPS = TraceColumns.VALIDATION_PPS;
    static final String TEST_PPS = "test.pps";
    static final String TEST_NLL = "test.nll";
    static final String TEST_MSE = "test.mse";
    static final String TEST_MSE_AT_MEAN = "test.mseAtMean";
    static final String TEST_MCR = "test.misclassification";

    /** Rows that a trace may have before it is thinned. */
    private static final int MOST_ROWS = 20_000;

    private final Request request;
    private final NetworkSource source;
    private int preparedFor;
    private NetworkData prepared;

    NetworkExperiment(Request request, NetworkSource source) {
        this.request = request;
        this.source = source;
    }

    @Override
    public String title() {
        return source.title();
    }

    @Override
    public String subtitle() {
        return "A table of Particle Mean Field Variational Bayes (Tran, Tseng and Kohn), repeated";
    }

    private NetworkOptions options(NetworkRecipe recipe) {
        return NetworkOptions.defaults()
                .withHidden(source.hidden().toArray(Integer[]::new))
                .withParticles(request.effort().of(source.particles(), 50, 10))
                .withRecipe(recipe)
                .withSeed(0)
                .withThreads(1);
    }

    /** The methods in the order of the table, with how each is run. */
    private Map<Contender, NetworkOptions> runs() {
        Effort effort = request.effort();
        int particles = request.effort().of(source.particles(), 50, 10);
        Map<Contender, NetworkOptions> runs = new LinkedHashMap<>();
        CloudRecipe.Standard standard = NetworkRecipe.standard();
        put(
                runs,
                Way.PMFVB,
                "PMFVB, default",
                particles + " particles, preconditioned Langevin moves, each particle on minibatches of its own, target"
                        + " standardised, beside a straight line; schedule and noise by short runs scored on the validation rows",
                standard.withIterations(effort.of(standard.iterations(), 2500, 60)));
        CloudRecipe.Paper paper = source.paperRecipe();
        put(
                runs,
                Way.PAPER,
                "PMFVB, paper",
                particles
                        + " particles, Algorithm 2 with the paper's settings"
                        + source.paperOtherwise()
                        + "; stops when the validation PPS has not improved for "
                        + source.paperPatience()
                        + " iterations (the paper: 100, the authors' program: 300)",
                paper.withIterations(effort.of(paper.iterations(), 2500 / source.dearer(), 60))
                        .withBatch(effort.of(paper.batch(), paper.batch(), 100)),
                source.paperPatience());
        String chain = "one chain over (w, log τ, log σ²), minibatches of "
                + NetworkRecipe.sgld().batch()
                + " rows, step and clip of the authors' program; after the burn-in the mean of the chain so far is scored now"
                + " and then, and it stops when the validation PPS has not improved for 50 scores";
        put(runs, Way.SGLD, "SGLD", chain, limited(NetworkRecipe.sgld()));
        put(runs, Way.PSGLD, "pSGLD", chain, limited(NetworkRecipe.psgld()));
        put(runs, Way.ADAM_SGLD, "Adam SGLD", chain, limited(NetworkRecipe.adamSgld()));
        RivalRecipe.GaussianVb vb = NetworkRecipe.gaussianVb();
        put(
                runs,
                Way.GAUSSIAN_VB,
                "Gaussian VB",
                "a normal distribution with covariance of rank one plus a diagonal, natural gradient with momentum, adaptive"
                        + " group lasso on the inputs, step "
                        + source.gaussianStep()
                        + "; stops when the validation PPS, which sways, has not improved for 1000 iterations",
                vb.withStepSize(source.gaussianStep())
                        .withIterations(effort.of(vb.iterations(), 4000 / source.dearer(), 60))
                        .withBatch(effort.of(vb.batch(), vb.batch(), 100)),
                1000);
        return runs;
    }

    private NetworkRecipe limited(RivalRecipe.Sgld recipe) {
        Effort effort = request.effort();
        return recipe.withBurnIn(effort.of(recipe.burnIn(), 5000 / source.dearer(), 20))
                .withScoreEvery(effort.of(recipe.scoreEvery(), recipe.scoreEvery(), 10))
                .withIterations(effort.of(recipe.iterations(), 20_000 / source.dearer(), 60))
                .withBatch(effort.of(recipe.batch(), recipe.batch(), 100));
    }

    private void put(Map<Contender, NetworkOptions> runs, Way way, String label, String rule, NetworkRecipe recipe) {
        put(runs, way, label, rule, recipe, 0);
    }

    private void put(
            Map<Contender, NetworkOptions> runs,
            Way way,
            String label,
            String rule,
            NetworkRecipe recipe,
            int patience) {
        NetworkOptions options = options(recipe).withPatience(patience);
        runs.put(new Contender(way, label, options.toString(), rule), options);
    }

    @Override
    public List<Contender> methods() {
        return List.copyOf(runs().keySet());
    }

    @Override
    public Map<String, String> settings() {
        return source.settings();
    }

    @Override
    public Outcome run(Contender method, int replicate, Session session) {
        NetworkOptions options =
                runs().get(method).withSeed(request.seedOf(replicate)).withThreads(request.threads());
        NetworkFit fit = Network.fit(prepared, options, session);
        Map<String, Double> scores = new LinkedHashMap<>();
        fit.validation().toMap().forEach((name, value) -> scores.put("validation." + name, value));
        fit.test().toMap().forEach((name, value) -> scores.put("test." + name, value));
        boolean schedule = !fit.run().settled() && options.recipe().scheduled();
        return new Outcome(
                scores,
                thinned(fit.run().trace()),
                fit.run().trace().rows(),
                fit.run().settled() || schedule,
                schedule
                        ? "went through its schedule of " + fit.run().trace().rows() + " iterations"
                        : fit.run().reason(),
                null);
    }

    /** Of a very long trace every so many iterations, and those with a score. */
    private static Trace thinned(Trace trace) {
        int stride = 1 + trace.rows() / MOST_ROWS;
        double[] scores = trace.column(VALIDATION_PPS);
        double[] kept = IntStream.range(0, trace.rows())
                .filter(i -> i % stride == 0 || !Double.isNaN(scores[i]))
                .boxed()
                .flatMapToDouble(i -> trace.columns().stream().mapToDouble(column -> trace.get(i, column)))
                .toArray();
        return Trace.of(trace.columns(), kept);
    }

    /** The methods of a replicate share its rows. */
    @Override
    public void prepare(int replicate) {
        if (preparedFor != replicate) {
            prepared = source.data(request.seedOf(replicate));
            preparedFor = replicate;
        }
    }

    @Override
    public List<Score> columns() {
        List<Score> columns = new ArrayList<>(List.of(
                Score.ranked(VALIDATION_PPS, "validation PPS", "partial predictive score on the validation rows", 4),
                Score.ranked(
                        TEST_PPS,
                        "test PPS",
                        "partial predictive score on the test rows: minus the mean log density at the posterior mean of the"
                                + " parameters, for a regression without its constant",
                        4)));
        if (source.task() == Task.REGRESSION) {
            columns.add(Score.ranked(
                    TEST_MSE_AT_MEAN,
                    "test MSE",
                    "mean squared error on the test rows of the network at the posterior mean of its weights",
                    4));
            columns.add(Score.ranked(
                            TEST_MSE,
                            "test MSE of mixture",
                            "mean squared error of the mean prediction of all particles or draws",
                            4)
                    .asMinor());
        } else {
            columns.add(Score.ranked(
                    TEST_MCR, "test MCR", "share of the test rows whose most probable class is not theirs", 4));
        }
        columns.add(Score.ranked(
                TEST_NLL,
                "test NLL",
                "minus the mean log of the posterior predictive density, averaged over particles or draws, with its"
                        + " constant: the honest score",
                4));
        columns.add(Score.cpuMinutes());
        columns.add(Score.wallMinutes());
        return columns;
    }

    @Override
    public Map<String, PaperRow> paper() {
        return source.paper();
    }

    @Override
    public Watched watched() {
        return new Watched("best PPS", List.of(VALIDATION_PPS), true);
    }

    @Override
    public Map<String, String> description() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(
                "Network",
                "hidden layers of "
                        + source.hidden().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + " rectified units, biases in every layer");
        words.put(
                "Priors",
                "wj ~ N(0, τj), τj ~ inverse-Gamma(1, 0.01)"
                        + (source.task() == Task.REGRESSION
                                ? ", p(σ²) ∝ 1/σ²; the default recipe has noise of Student's distribution, ν ~ Gamma(2, 0.1)"
                                : "; the default recipe has inverse-Gamma(1, 0.1)"));
        words.putAll(source.description());
        return words;
    }

    @Override
    public String otherwise() {
        return "PPS and MSE are at the posterior mean of the weights, as in the paper; the NLL averages the prediction over all"
                + " particles or draws, which is what a user gets. PMFVB, paper, is Algorithm 2 with its slips corrected;"
                + " where the paper is silent, it and the other methods follow the authors' program as far as that is known and gets"
                + " somewhere on these data; what was run tells where not. The default recipe is ours:"
                + " other moves, own minibatches for each particle, several groups of particles, "
                + (source.task() == Task.REGRESSION
                        ? "a standardised target, noise with heavy tails"
                        : "a weaker prior, probabilities sharpened on the validation rows")
                + ". Each method stops by its own rule.";
    }

    @Override
    public List<Section> sections(ResultFolder folder, List<Replicate> replicates) {
        return new NetworkCharts(methods(), paper(), folder).sections(replicates);
    }
}
