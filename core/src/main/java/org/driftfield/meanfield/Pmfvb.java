package org.driftfield.meanfield;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.driftfield.driver.Driver;
import org.driftfield.driver.ForgottenRule;
import org.driftfield.driver.Run;
import org.driftfield.driver.RunOptions;
import org.driftfield.driver.Session;
import org.driftfield.driver.StoppingRule;
import org.driftfield.driver.TraceColumns;
import org.driftfield.driver.TrendRule;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Summary;

/**
 * Particle mean-field variational Bayes (Tran, Tseng and Kohn): approximates a posterior by a product of factors, each a
 * closed form or a cloud of particles moved by Langevin dynamics.
 */
public final class Pmfvb {
    /** An acceptance rate below this after tuning means that the particles hardly move. */
    private static final double LOW_ACCEPTANCE = 0.2;

    /** Fewer effective draws than this of each particle, over so many snapshots, mean that it stayed where it was. */
    private static final double FEW_PER_PARTICLE = 1.2;

    private static final int ENOUGH_SNAPSHOTS = 20;

    private Pmfvb() {}

    /** The posterior of a model with the default options. */
    public static Posterior fit(FreeModel model) {
        return fit(model, PmfvbOptions.defaults());
    }

    /** The posterior of a model. */
    public static Posterior fit(FreeModel model, PmfvbOptions options) {
        return fit(model, options, Session.NONE);
    }

    /** The posterior of a model, by a run that is watched, saved and resumed. */
    public static Posterior fit(FreeModel model, PmfvbOptions options, Session session) {
        return fit(model, options, rule(model, options), session);
    }

    /**
     * The rule by which a run has settled unless another is given: neither the lower bound nor the size of the cloud has a
     * trend that matters, and the particles have forgotten their start.
     */
    public static StoppingRule rule(FreeModel model, PmfvbOptions options) {
        int window = options.lookBack();
        // In a window that was shortened a drift that matters shows by so much less.
        double part = options.window() > 0 ? 1 : (double) window / PmfvbOptions.WINDOW;
        int d = model.dimension();
        // Correlations of independent clouds are noise of size 1/√M, the largest of many a few times that;
        // the logarithm of a standard deviation has noise 1/√(2M).
        double noise = 1 / Math.sqrt(options.particles());
        return new TrendRule(
                        TraceColumns.LOWER_BOUND,
                        "the lower bound",
                        TraceColumns.LOG_DENSITY_SD,
                        part * (0.1 + 3 * noise),
                        window,
                        part * options.tolerance())
                .and(new TrendRule(
                        TraceColumns.LOG_VOLUME,
                        "the size of the cloud",
                        null,
                        0,
                        window,
                        part * (0.05 + 3 * noise) * Math.sqrt(d)))
                .and(forgotten(options));
    }

    /** The part of {@link #rule} that the particles have forgotten their start. */
    public static StoppingRule forgotten(PmfvbOptions options) {
        return new ForgottenRule(TraceColumns.MEMORY, Math.min(0.9, 0.1 + 3 / Math.sqrt(options.particles())));
    }

    /** The posterior of a model, with another rule for when the cloud has settled. */
    public static Posterior fit(FreeModel model, PmfvbOptions options, StoppingRule rule, Session session) {
        try (MeanField algorithm = MeanField.of(model, options)) {
            Run run = Driver.run(algorithm, rule, drive(model, options, session));
            return judged(
                    Posterior.of(
                            model, Posterior.Kind.CLOUD, run, options.threads(), List.of(), provenance(options, run)),
                    run,
                    algorithm,
                    options);
        }
    }

    /** The posterior of what is kept of the draws. */
    public static Posterior fit(
            FreeModel model, PmfvbOptions options, StoppingRule rule, Session session, Function<MeanField, Kept> view) {
        try (MeanField algorithm = MeanField.of(model, options)) {
            Kept kept = view.apply(algorithm);
            Run run = Driver.run(kept, rule, drive(model, options, session));
            return judged(
                    Posterior.ofVariables(
                            kept.variables(), Posterior.Kind.CLOUD, run, List.of(), provenance(options, run)),
                    run,
                    algorithm,
                    options);
        }
    }

    private static RunOptions drive(FreeModel model, PmfvbOptions options, Session session) {
        String fingerprint = settings(options) + " " + model.fingerprint();
        return new RunOptions(options.maximum(), options.timesCollected(), options.thin(), fingerprint, session);
    }

    private static Provenance provenance(PmfvbOptions options, Run run) {
        return Provenance.here(Method.PMFVB, settings(options), options.seed(), run.seconds());
    }

    private static Posterior judged(Posterior posterior, Run run, MeanField algorithm, PmfvbOptions options) {
        return posterior
                .withWarnings(noticed(run, posterior, algorithm, options))
                .withFactors(algorithm.blocks().stream().map(Block::coordinates).toList());
    }

    private static String settings(PmfvbOptions options) {
        return options.withThreads(1).toString();
    }

    private static List<String> noticed(Run run, Posterior posterior, MeanField algorithm, PmfvbOptions options) {
        List<String> warnings = new ArrayList<>();
        List<String> still = posterior.summary().rows().stream()
                .filter(row -> options.dynamics().adjusted()
                        && posterior.snapshots() >= ENOUGH_SNAPSHOTS
                        && row.ess() < FEW_PER_PARTICLE * options.particles())
                .map(Summary.Row::parameter)
                .toList();
        if (!still.isEmpty()) {
            warnings.add("The particles hardly moved in " + shortened(still) + " while draws were collected, so that"
                    + " nothing shows that they had settled. Collect over more iterations.");
        }
        for (int f = 0; f < algorithm.blocks().size(); f++) {
            double misfit = algorithm.misfit(f);
            if (misfit < 1 || misfit > 1) {
                warnings.add(String.format(
                        Locale.ROOT,
                        "The cloud of factor [%s] is about %.2g times %s than its target in some direction: it has not"
                                + " taken the target's shape. Allow more iterations, or start the particles closer.",
                        algorithm.blocks().get(f).name(),
                        misfit > 1 ? misfit : 1 / misfit,
                        misfit > 1 ? "wider" : "narrower"));
            }
        }
        if (algorithm.blocks().size() > 1) {
            List<String> slow = posterior.names().stream()
                    .filter(name -> Wobble.isSlow(posterior, name))
                    .toList();
            if (!slow.isEmpty()) {
                warnings.add("The clouds of " + shortened(slow) + " were still swaying as a whole while draws were"
                        + " collected, since their factors depend on each other: the Monte Carlo error shown is a lower"
                        + " bound. Collect longer, or put the dependent parameters in one block.");
            }
        }
        if (options.dynamics().adjusted() && run.trace().rows() > 0) {
            for (int f = 0; f < algorithm.blocks().size(); f++) {
                String column = TraceColumns.acceptanceOf(f);
                if (run.trace().has(column) && run.trace().get(run.trace().rows() - 1, column) < LOW_ACCEPTANCE) {
                    warnings.add(String.format(
                            Locale.ROOT,
                            "Factor [%s] accepts only %.0f %% of its moves: its particles hardly move, and the draws say"
                                    + " little. Use a smaller step size or the automatic one.",
                            algorithm.blocks().get(f).name(),
                            100 * run.trace().get(run.trace().rows() - 1, column)));
                }
            }
        }
        return warnings;
    }

    private static String shortened(List<String> items) {
        return items.size() <= 5
                ? String.join(", ", items)
                : String.join(", ", items.subList(0, 5)) + " and " + (items.size() - 5) + " more";
    }
}
