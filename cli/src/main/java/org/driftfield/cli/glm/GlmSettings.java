package org.driftfield.cli.glm;

import static org.driftfield.InputException.require;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.cli.options.ComputeOptions;
import org.driftfield.cli.options.DataOptions;
import org.driftfield.cli.options.Words;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.LargeData;
import org.driftfield.models.glm.Prior;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.NutsOptions;

/** Reads the words of the command line into the library's settings. */
final class GlmSettings {
    enum Method {
        PMFVB,
        NUTS,
        LAPLACE
    }

    private static final int LAPLACE_DRAWS = 4000;

    private final DataOptions data;
    private final GlmOptions asked;
    private final ComputeOptions compute;

    GlmSettings(DataOptions data, GlmOptions asked, ComputeOptions compute) {
        this.data = data;
        this.asked = asked;
        this.compute = compute;
    }

    /** The same with another seed, on one thread. */
    GlmSettings alone(long seed) {
        return new GlmSettings(data, asked, ComputeOptions.alone(seed));
    }

    Formula formula() {
        return Formula.parse(asked.model.formula);
    }

    String formulaText() {
        return asked.model.formula;
    }

    Family family() {
        return asked.model.family == null ? Family.GAUSSIAN : Family.of(asked.model.family);
    }

    Method method() {
        return asked.method.method == null
                ? Method.PMFVB
                : Words.choice("--method", asked.method.method, Method.values());
    }

    long seed() {
        return compute.seed();
    }

    int threads() {
        return compute.threads();
    }

    NaPolicy missing() {
        return asked.model.onMissing == null
                ? NaPolicy.DROP
                : Words.choice("--on-missing", asked.model.onMissing, NaPolicy.values());
    }

    CsvOptions csv(Formula formula) {
        return data.csv().withColumnsOf(formula);
    }

    GlmPriors priors() {
        Map<String, Prior> each = new LinkedHashMap<>();
        for (String entry : asked.model.priorFor) {
            // Names may hold '=', priors do not.
            int at = entry.lastIndexOf('=');
            require(at > 0, "--prior-for must look like 'x1=normal(0,1)', got '%s'", entry);
            Prior old = each.put(entry.substring(0, at).trim(), Prior.of(entry.substring(at + 1)));
            require(
                    old == null,
                    "--prior-for names '%s' twice",
                    entry.substring(0, at).trim());
        }
        return new GlmPriors(
                prior(asked.model.prior), prior(asked.model.priorIntercept), each, prior(asked.model.priorSigma));
    }

    private static Prior prior(String text) {
        return text == null ? null : Prior.of(text);
    }

    /** The settings of a mean-field fit; what the program decides for very large data is added to the notes. */
    PmfvbOptions pmfvb(GlmModel model, List<String> notes) {
        GlmOptions.GlmParticleOptions p = asked.particles;
        PmfvbOptions base = PmfvbOptions.defaults();
        if (p.particles == null) {
            LargeData large = LargeData.of(model, base, p.window == null ? 0 : p.window);
            base = large.options();
            if (!large.note().isEmpty()) {
                notes.add(large.note());
            }
        }
        require(
                p.minibatch == null || p.minibatch <= model.observations(),
                "--minibatch must be at most the number of rows, %d, got %s",
                model.observations(),
                p.minibatch);
        if (p.minibatch != null && p.dynamics == null) {
            base = base.withDynamics(Dynamics.UNADJUSTED);
            notes.add("minibatch gradients need unadjusted dynamics: the finite step widens the answer a little");
        }
        return p.applied(base)
                .withBlocks(blocks(model))
                .withExpectation(expectation())
                .withMinibatch(p.minibatch == null ? 0 : p.minibatch)
                .withPreconditioning(preconditioning())
                .withSeed(seed())
                .withThreads(threads());
    }

    /** The user thinks of coefficients: a residual standard deviation that is not named gets a factor of its own. */
    private Blocks blocks(GlmModel model) {
        if (asked.particles.blocks == null) {
            return Blocks.joint();
        }
        Blocks blocks = Blocks.of(asked.particles.blocks);
        String last = model.parameters().get(model.parameters().size() - 1).name();
        boolean silent =
                !blocks.groups().isEmpty() && blocks.groups().stream().noneMatch(group -> group.contains(last));
        return silent && model.family().hasScale() ? Blocks.of(blocks + " | " + last) : blocks;
    }

    private Expectation expectation() {
        String text = asked.particles.expectation;
        if (text == null) {
            return Expectation.AUTOMATIC;
        }
        if (text.startsWith("subset:")) {
            return Expectation.subset((int)
                    Words.number("--expectation subset:M", text.substring("subset:".length()), Integer::parseInt));
        }
        return switch (text) {
            case "auto" -> Expectation.AUTOMATIC;
            case "exact" -> Expectation.EXACT;
            case "all" -> Expectation.ALL_PAIRS;
            case "mean" -> Expectation.PARTICLE_MEAN;
            default ->
                throw new InputException(
                        "--expectation must be auto, exact, all, mean or subset:M, got '" + text + "'");
        };
    }

    private Preconditioning preconditioning() {
        String text = asked.particles.preconditioning;
        return text == null || text.equals("auto")
                ? Preconditioning.AUTOMATIC
                : Words.choice("--preconditioning", text, Preconditioning.values());
    }

    NutsOptions nuts() {
        GlmOptions.GlmChainOptions s = asked.sampler;
        return s.applied(NutsOptions.defaults(seed()))
                .withMetric(s.metric == null ? Metric.DENSE : Words.choice("--metric", s.metric, Metric.values()))
                .withThreads(threads());
    }

    int laplaceDraws() {
        return asked.sampler.draws == null ? LAPLACE_DRAWS : asked.sampler.draws;
    }
}
