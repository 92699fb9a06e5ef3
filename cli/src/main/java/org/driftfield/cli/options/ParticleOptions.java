package org.driftfield.cli.options;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.meanfield.PmfvbOptions;
import picocli.CommandLine.Option;

/** What may be said about a cloud of particles of any model; what was not said is null and left as the model has it. */
public class ParticleOptions {
    private static final Pattern DECAYING =
            Pattern.compile("([-+.0-9eE]+)\\s*/\\s*\\(\\s*([-+.0-9eE]+)\\s*\\+\\s*t\\s*\\)");

    @Option(names = "--particles", paramLabel = "M", description = "Size of the cloud.")
    public Integer particles;

    @Option(
            names = "--dynamics",
            paramLabel = "NAME",
            completionCandidates = DynamicsWords.class,
            description = "How particles move (default: automatic): ${COMPLETION-CANDIDATES}.")
    public String dynamics;

    @Option(
            names = "--step",
            paramLabel = "H",
            description = "Step size: auto (default), a number, or A/(B+t) at iteration t; one for all factors or one"
                    + " for each, separated by commas.")
    public String step;

    @Option(
            names = "--window",
            paramLabel = "N",
            description = "Iterations the stopping rule looks back (default: 50, from 2000 particles on 25).")
    public Integer window;

    @Option(
            names = "--tolerance",
            paramLabel = "X",
            description = "Change of the lower bound over the window that is too small to matter (default: 0.001).")
    public Double tolerance;

    @Option(
            names = "--max-iterations",
            paramLabel = "N",
            description = "The most iterations to settle in (default: 2000).")
    public Integer maxIterations;

    @Option(
            names = "--collect",
            paramLabel = "N",
            description =
                    "How often the settled cloud is added to the draws (default: for some 10,000 to 20,000 draws).")
    public Integer collect;

    @Option(names = "--thin", paramLabel = "N", description = "Iterations between these (default: a few).")
    public Integer thin;

    /** All dynamics with what they do, as one text for the help. */
    static final class DynamicsWords implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of(Arrays.stream(Dynamics.values())
                            .map(each -> each.name().toLowerCase(Locale.ROOT) + ": " + each.words())
                            .collect(Collectors.joining("; ")))
                    .iterator();
        }
    }

    /** The given settings of a model with what was said here in their place. */
    public final PmfvbOptions applied(PmfvbOptions base) {
        require(window == null || window >= 10, "--window must be at least 10 iterations, got %d", window);
        PmfvbOptions options = base.withStopping(
                        window == null ? base.window() : window,
                        tolerance == null ? base.tolerance() : tolerance,
                        maxIterations == null ? base.maximum() : maxIterations)
                .withCollect(collect == null ? base.collect() : collect, thin == null ? base.thin() : thin);
        if (particles != null) {
            options = options.withParticles(particles);
        }
        if (dynamics != null) {
            options = options.withDynamics(Words.choice("--dynamics", dynamics, Dynamics.values()));
        }
        return step == null ? options : options.withSchedules(schedules());
    }

    private StepSchedule[] schedules() {
        List<StepSchedule> schedules = new ArrayList<>();
        for (String part : step.split(",", -1)) {
            String trimmed = part.trim();
            Matcher decaying = DECAYING.matcher(trimmed);
            if (trimmed.equals("auto")) {
                schedules.add(StepSchedule.AUTOMATIC);
            } else if (decaying.matches()) {
                schedules.add(StepSchedule.decaying(
                        Words.number("--step", decaying.group(1), Double::parseDouble),
                        Words.number("--step", decaying.group(2), Double::parseDouble)));
            } else {
                schedules.add(StepSchedule.constant(
                        Words.number("--step (auto, a number or A/(B+t))", trimmed, Double::parseDouble)));
            }
        }
        return schedules.toArray(StepSchedule[]::new);
    }
}
