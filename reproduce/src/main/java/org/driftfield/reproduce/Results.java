package org.driftfield.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.driftfield.reproduce.Contender.Way;
import org.driftfield.store.folder.FileTrouble;
import org.driftfield.store.folder.Replacing;

/** What an experiment has come to so far, with its tables. */
record Results(
        String name,
        Experiment experiment,
        Request request,
        ResultFolder folder,
        List<Contender> methods,
        List<Replicate> replicates) {
    static final String PAGE = "index.html";
    private static final String CSV = "table.csv";
    private static final String MARKDOWN = "table.md";

    ResultTable table() {
        return ResultTable.of(methods, experiment.columns(), replicates, paper());
    }

    /** The paper's one PMFVB stands under its own recipe, or where that was not asked for under the default. */
    private Map<String, PaperRow> paper() {
        Map<String, PaperRow> rows = new LinkedHashMap<>(experiment.paper());
        if (methods.stream().noneMatch(method -> method.key().equals(Way.PAPER.key()))) {
            rows.put(Way.PMFVB.key(), rows.remove(Way.PAPER.key()));
        }
        return rows;
    }

    /** Writes the tables and the page. */
    void write() {
        Replacing.write(folder.file(CSV), beside -> table().writeCsv(beside, request.effort()));
        String markdown = table().markdown(heading(), notes());
        Replacing.write(folder.file(MARKDOWN), beside -> Files.writeString(beside, markdown));
        try {
            ResultPage.of(this).write(folder.file(PAGE));
        } catch (IOException e) {
            throw FileTrouble.cannot("write", folder.file(PAGE), e);
        }
    }

    String heading() {
        return experiment.title() + (request.effort() == Effort.FULL ? "" : " (rough version)");
    }

    private int finishedReplicates() {
        return (int) IntStream.rangeClosed(1, request.replicates())
                .filter(k -> replicates.stream().filter(r -> r.replicate() == k).count() == methods.size())
                .count();
    }

    /** What a reader of the table must know. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (request.effort() != Effort.FULL) {
            notes.add(rough());
        }
        int done = finishedReplicates();
        notes.add(
                done == request.replicates()
                        ? (done == 1
                                        ? "1 replicate, seed " + request.seed()
                                        : done + " replicates, seeds from " + request.seed()
                                                + " on: mean (standard deviation)")
                                + ". The best of ours in bold."
                        : "Not finished: " + done + " of " + request.replicates()
                                + " replicates have all methods. Mean (standard deviation) of what there is.");
        replicates.stream()
                .filter(r -> r.failed() != null)
                .forEach(r -> notes.add(String.format(
                        Locale.ROOT, "%s failed in replicate %d: %s.", r.method(), r.replicate(), r.failed())));
        List<String> capped = methods.stream()
                .filter(method -> replicates.stream()
                        .anyMatch(r -> r.method().equals(method.key()) && r.failed() == null && !r.settled()))
                .map(Contender::key)
                .toList();
        if (!capped.isEmpty()) {
            notes.add("Ended by the most iterations they may make, at least once, rather than by their rule: "
                    + String.join(", ", capped) + ".");
        }
        return notes;
    }

    String rough() {
        return request.effort() == Effort.QUICK
                ? "A rough version (--quick): fewer particles and iterations than in the paper, and fewer data where they are"
                        + " simulated. Do not quote these numbers."
                : "A trial run that only shows that everything works: its numbers mean nothing.";
    }

    Reproduce.Told told() {
        List<String> starred = notes().stream()
                .map(note -> note.replace(" in bold", " with a star"))
                .toList();
        return new Reproduce.Told(heading(), table().starred(), starred, folder.file(PAGE), json());
    }

    private Map<String, Object> json() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("experiment", name);
        result.put("effort", request.effort().text());
        result.put("notes", notes());
        result.put("replicates", replicates);
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("folder", folder.path().toString());
        paths.put("page", folder.file(PAGE).toString());
        paths.put("csv", folder.file(CSV).toString());
        paths.put("markdown", folder.file(MARKDOWN).toString());
        result.put("paths", paths);
        return result;
    }
}
