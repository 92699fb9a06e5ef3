package org.driftfield.reproduce;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.driftfield.InferenceException;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Session;
import org.driftfield.posterior.Provenance;
import org.driftfield.report.Durations;

/** Runs every method on every replicate, keeps what is finished, and writes the tables and the page. */
final class Reproduction {
    /** Scores that are told when a replicate is finished; a table holds all. */
    private static final int TOLD = 3;

    private final String name;
    private final Experiment experiment;
    private final Request request;
    private final ResultFolder folder;
    private final Reproduce.Screen screen;
    private final List<Contender> methods;

    Reproduction(String name, Experiment experiment, Request request, ResultFolder folder, Reproduce.Screen screen) {
        this.name = name;
        this.experiment = experiment;
        this.request = request;
        this.folder = folder;
        this.screen = screen;
        this.methods = chosen(experiment.methods(), request.methods());
    }

    private static List<Contender> chosen(List<Contender> all, List<String> keys) {
        for (String key : keys) {
            require(
                    all.stream().anyMatch(method -> method.key().equals(key)),
                    "--methods must be among %s, got '%s'",
                    String.join(",", all.stream().map(Contender::key).toList()),
                    key);
        }
        return keys.isEmpty()
                ? all
                : all.stream().filter(method -> keys.contains(method.key())).toList();
    }

    /** What finished results depend on besides the method. */
    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("experiment", name);
        settings.put("version", Provenance.libraryVersion());
        settings.put("seed", String.valueOf(request.seed()));
        settings.put("effort", request.effort().text());
        settings.putAll(experiment.settings());
        return settings;
    }

    /** Runs what is not finished yet. */
    Results run() {
        folder.begin(settings());
        TimeLeft left = new TimeLeft(methods, request.replicates());
        Map<String, Replicate> finished = new LinkedHashMap<>();
        for (int k = 1; k <= request.replicates(); k++) {
            for (Contender method : methods) {
                Optional<Replicate> kept = folder.finished(method.key(), k);
                if (kept.isPresent()) {
                    require(
                            kept.get().settings().equals(method.settings()),
                            "%s was made with other settings of %s; remove it and it is run again, or give another folder"
                                    + " with --out",
                            folder.of(method.key(), k),
                            method.key());
                    finished.put(method.key() + k, kept.get());
                    left.finished(method.key(), kept.get().wallSeconds());
                }
            }
        }
        try (ProgressLine line = new ProgressLine(screen, experiment.watched(), left, request.replicates())) {
            if (!finished.isEmpty()) {
                line.finished(String.format(
                        Locale.ROOT,
                        "%d of %d runs are finished in %s and kept",
                        finished.size(),
                        methods.size() * request.replicates(),
                        folder.path()));
            }
            for (int k = 1; k <= request.replicates(); k++) {
                for (Contender method : methods) {
                    if (!finished.containsKey(method.key() + k)) {
                        Replicate replicate = run(method, k, line);
                        finished.put(method.key() + k, replicate);
                        left.finished(method.key(), replicate.wallSeconds());
                        line.finished(told(method, replicate));
                        results(finished).write();
                    }
                }
            }
        }
        Results results = results(finished);
        results.write();
        return results;
    }

    private Replicate run(Contender method, int k, ProgressLine line) {
        folder.prepare(method.key(), k);
        experiment.prepare(k);
        line.begin(method.key(), k);
        if (!Files.exists(folder.checkpoint(method.key(), k))) {
            // Nothing of an earlier session is left to go on with, and its time is not of this run.
            folder.forgetSpent(method.key(), k);
        }
        Stopwatch watch = new Stopwatch(folder.spent(method.key(), k));
        Progress progress = event -> {
            watch.tick();
            line.update(event);
        };
        Session session = Session.NONE
                .savedTo(folder.checkpoint(method.key(), k), request.checkpointSeconds())
                .watchedBy(progress);
        Outcome outcome = null;
        String failed = null;
        try {
            outcome = experiment.run(method, k, session);
        } catch (InferenceException e) {
            failed = e.getMessage();
        }
        Stopwatch.Spent spent = watch.spent();
        Replicate replicate = new Replicate(
                method.key(),
                method.settings(),
                k,
                request.seedOf(k),
                outcome == null ? Map.of() : outcome.scores(),
                spent.cpu(),
                spent.wall(),
                outcome == null ? 0 : outcome.iterations(),
                outcome != null && outcome.settled(),
                outcome == null ? "failed" : outcome.stopped(),
                failed);
        folder.finish(replicate, outcome);
        return replicate;
    }

    private String told(Contender method, Replicate replicate) {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%s %d/%d: ", method.key(), replicate.replicate(), request.replicates()));
        if (replicate.failed() != null) {
            return text.append("failed: ").append(replicate.failed()).toString();
        }
        experiment.columns().stream()
                .filter(column -> !Double.isNaN(replicate.scores().getOrDefault(column.key(), Double.NaN)))
                .limit(TOLD)
                .forEach(column -> text.append(column.label())
                        .append(' ')
                        .append(column.text(replicate.value(column.key())))
                        .append(", "));
        return text.append(replicate.iterations())
                .append(" iterations in ")
                .append(Durations.text(replicate.wallSeconds()))
                .toString();
    }

    /** In the order of the table, replicate after replicate. */
    private Results results(Map<String, Replicate> finished) {
        List<Replicate> ordered = new ArrayList<>();
        for (int k = 1; k <= request.replicates(); k++) {
            for (Contender method : methods) {
                if (finished.containsKey(method.key() + k)) {
                    ordered.add(finished.get(method.key() + k));
                }
            }
        }
        return new Results(name, experiment, request, folder, methods, experiment.compared(ordered));
    }
}
