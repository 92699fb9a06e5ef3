package org.driftfield.cli;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Expectation;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
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

    private static final Pattern DECAYING =
            Pattern.compile("([-+.0-9eE]+)\\s*/\\s*\\(\\s*([-+.0-9eE]+)\\s*\\+\\s*t\\s*\\)");
    private static final int LAPLACE_DRAWS = 4000;

    /** Rows times columns times particles above which a sweep takes so long that fewer particles are the better choice. */
    private static final double LARGE = 2e9;

    private static final int FEWEST_PARTICLES = 64;
    private static final int SHORT_WINDOW = 20;

    private final GlmOptions asked;

    GlmSettings(GlmOptions asked) {
        this.asked = asked;
    }

    Formula formula() {
        return Formula.parse(asked.model.formula);
    }

    Family family() {
        return asked.model.family == null ? Family.GAUSSIAN : Family.of(asked.model.family);
    }

    Method method() {
        return asked.method.method == null ? Method.PMFVB : choice("--method", asked.method.method, Method.values());
    }

    long seed() {
        return asked.method.seed == null ? 1 : asked.method.seed;
    }

    private int threads() {
        int all = Math.min(1024, Runtime.getRuntime().availableProcessors());
        return asked.method.threads == null ? all : asked.method.threads;
    }

    NaPolicy missing() {
        return asked.model.onMissing == null
                ? NaPolicy.DROP
                : choice("--on-missing", asked.model.onMissing, NaPolicy.values());
    }

    CsvOptions csv(Formula formula) {
        CsvOptions options = CsvOptions.defaults().withColumnsOf(formula);
        if (!asked.model.na.isEmpty()) {
            Set<String> tokens = new LinkedHashSet<>(asked.model.na);
            tokens.add("");
            options = options.withMissing(tokens);
        }
        String separator = asked.model.separator;
        if (separator == null) {
            return options;
        }
        String character = separator.equals("tab") || separator.equals("\\t") ? "\t" : separator;
        require(character.length() == 1, "--separator must be one character or 'tab', got '%s'", separator);
        return options.withSeparator(character.charAt(0));
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

    /** Refuses options that the chosen method would ignore. */
    void requireFitting() {
        GlmOptions.ParticleOptions p = asked.particles;
        GlmOptions.SamplerOptions s = asked.sampler;
        Map<String, Object> particle = new LinkedHashMap<>();
        particle.put("--blocks", p.blocks);
        particle.put("--expectation", p.expectation);
        particle.put("--dynamics", p.dynamics);
        particle.put("--preconditioning", p.preconditioning);
        particle.put("--step", p.step);
        particle.put("--particles", p.particles);
        particle.put("--minibatch", p.minibatch);
        particle.put("--window", p.window);
        particle.put("--tolerance", p.tolerance);
        particle.put("--max-iterations", p.maxIterations);
        particle.put("--collect", p.collect);
        particle.put("--thin", p.thin);
        Map<String, Object> chain = new LinkedHashMap<>();
        chain.put("--chains", s.chains);
        chain.put("--warmup", s.warmup);
        chain.put("--metric", s.metric);
        chain.put("--target-acceptance", s.targetAcceptance);
        Method method = method();
        if (method != Method.PMFVB) {
            refuse(particle, "pmfvb");
        } else {
            refuse(Map.of("--draws", s.draws == null ? "" : s.draws), "nuts or laplace");
        }
        if (method != Method.NUTS) {
            refuse(chain, "nuts");
        }
    }

    private void refuse(Map<String, Object> options, String owner) {
        options.forEach((name, value) -> require(
                value == null || value.equals(""),
                "%s belongs to --method %s, got --method %s",
                name,
                owner,
                word(method())));
    }

    /** The settings of a mean-field fit; what the program decides for very large data is added to the notes. */
    PmfvbOptions pmfvb(GlmModel model, List<String> notes) {
        GlmOptions.ParticleOptions p = asked.particles;
        PmfvbOptions base = PmfvbOptions.defaults();
        int particles = p.particles == null ? base.particles() : p.particles;
        int window = p.window == null ? base.window() : p.window;
        double cells = (double) model.observations() * model.parameters().size();
        if (model.family() != Family.GAUSSIAN && p.particles == null && cells * particles > LARGE) {
            particles = Math.max(FEWEST_PARTICLES, (int) (LARGE / cells));
            window = p.window == null ? SHORT_WINDOW : window;
            notes.add(String.format(
                    Locale.ROOT,
                    "%d particles in place of %d and a stopping window of %d, since the data are large; --particles and"
                            + " --window decide otherwise",
                    particles,
                    base.particles(),
                    window));
        }
        Dynamics dynamics = p.dynamics == null ? base.dynamics() : choice("--dynamics", p.dynamics, Dynamics.values());
        if (p.minibatch != null && p.dynamics == null) {
            dynamics = Dynamics.UNADJUSTED;
            notes.add("minibatch gradients need unadjusted dynamics: the finite step widens the answer a little");
        }
        return base.withParticles(particles)
                .withBlocks(blocks(model))
                .withExpectation(expectation())
                .withDynamics(dynamics)
                .withMinibatch(p.minibatch == null ? 0 : p.minibatch)
                .withPreconditioning(preconditioning())
                .withSchedules(schedules())
                .withStopping(
                        window,
                        p.tolerance == null ? base.tolerance() : p.tolerance,
                        p.maxIterations == null ? base.maximum() : p.maxIterations)
                .withCollect(p.collect == null ? base.collect() : p.collect, p.thin == null ? base.thin() : p.thin)
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
        return silent && model.family() == Family.GAUSSIAN ? Blocks.of(blocks + " | " + last) : blocks;
    }

    private Expectation expectation() {
        String text = asked.particles.expectation;
        if (text == null) {
            return Expectation.AUTOMATIC;
        }
        if (text.startsWith("subset:")) {
            return Expectation.subset(
                    (int) number("--expectation subset:M", text.substring("subset:".length()), Integer::parseInt));
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
                : choice("--preconditioning", text, Preconditioning.values());
    }

    private StepSchedule[] schedules() {
        String text = asked.particles.step == null ? "auto" : asked.particles.step;
        List<StepSchedule> schedules = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String trimmed = part.trim();
            Matcher decaying = DECAYING.matcher(trimmed);
            if (trimmed.equals("auto")) {
                schedules.add(StepSchedule.AUTOMATIC);
            } else if (decaying.matches()) {
                schedules.add(StepSchedule.decaying(
                        number("--step", decaying.group(1), Double::parseDouble),
                        number("--step", decaying.group(2), Double::parseDouble)));
            } else {
                schedules.add(StepSchedule.constant(
                        number("--step (auto, a number or A/(B+t))", trimmed, Double::parseDouble)));
            }
        }
        return schedules.toArray(StepSchedule[]::new);
    }

    NutsOptions nuts() {
        GlmOptions.SamplerOptions s = asked.sampler;
        NutsOptions base = NutsOptions.defaults(seed());
        return base.withChains(s.chains == null ? base.chains() : s.chains)
                .withWarmup(s.warmup == null ? base.warmup() : s.warmup)
                .withDraws(s.draws == null ? base.draws() : s.draws)
                .withMetric(s.metric == null ? Metric.DENSE : choice("--metric", s.metric, Metric.values()))
                .withTargetAcceptance(s.targetAcceptance == null ? base.targetAcceptance() : s.targetAcceptance)
                .withThreads(threads());
    }

    int laplaceDraws() {
        return asked.sampler.draws == null ? LAPLACE_DRAWS : asked.sampler.draws;
    }

    private static double number(String option, String text, Function<String, ? extends Number> parse) {
        try {
            return parse.apply(text.trim()).doubleValue();
        } catch (NumberFormatException e) {
            throw new InputException(option + ": expected a number, got '" + text.trim() + "'", e);
        }
    }

    static <T extends Enum<T>> T choice(String option, String text, T[] all) {
        List<String> words = new ArrayList<>();
        for (T value : all) {
            if (word(value).equals(text.toLowerCase(Locale.ROOT))) {
                return value;
            }
            words.add(word(value));
        }
        throw new InputException(option + " must be one of " + String.join(", ", words) + ", got '" + text + "'");
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
