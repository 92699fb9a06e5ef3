package org.driftfield.cli.reproduce;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.cli.FileTrouble;
import org.driftfield.cli.Shell;
import org.driftfield.cli.Terminal;
import org.driftfield.kernel.Kernels;
import org.driftfield.posterior.Provenance;
import org.driftfield.report.Content;
import org.driftfield.report.Level;
import org.driftfield.report.Page;
import org.driftfield.report.Section;
import org.driftfield.report.Table;

/** What an experiment has come to so far, as tables and as a page. */
record Results(
        String name,
        Experiment experiment,
        Request request,
        ResultFolder folder,
        List<Method> methods,
        List<Replicate> replicates) {
    static final String PAGE = "index.html";
    private static final String CSV = "table.csv";
    private static final String MARKDOWN = "table.md";

    ResultTable table() {
        return ResultTable.of(methods, experiment.columns(), replicates, experiment.paper());
    }

    /** Writes the tables and the page. */
    void write() {
        Replacing.write(folder.file(CSV), beside -> table().writeCsv(beside, request.effort()));
        String markdown = table().markdown(heading(), notes());
        Replacing.write(folder.file(MARKDOWN), beside -> Files.writeString(beside, markdown));
        try {
            page().write(folder.file(PAGE));
        } catch (java.io.IOException e) {
            throw FileTrouble.cannot("write", folder.file(PAGE), e);
        }
    }

    private String heading() {
        return experiment.title() + (request.effort() == Effort.FULL ? "" : " (rough version)");
    }

    private int finishedReplicates() {
        return (int) java.util.stream.IntStream.rangeClosed(1, request.replicates())
                .filter(k -> replicates.stream().filter(r -> r.replicate() == k).count() == methods.size())
                .count();
    }

    /** What a reader of the table must know. */
    private List<String> notes() {
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
                .map(Method::key)
                .toList();
        if (!capped.isEmpty()) {
            notes.add("Ended by the most iterations they may make, at least once, rather than by their rule: "
                    + String.join(", ", capped) + ".");
        }
        return notes;
    }

    private String rough() {
        return request.effort() == Effort.QUICK
                ? "A rough version (--quick): fewer data, particles and iterations than the paper. Do not quote these numbers."
                : "A trial run that only shows that everything works: its numbers mean nothing.";
    }

    String terminalText(Terminal terminal) {
        StringBuilder text = new StringBuilder();
        text.append(terminal.bold(heading()))
                .append("\n\n")
                .append(table().terminalText(terminal))
                .append('\n');
        notes().forEach(note ->
                text.append(note.replace(" in bold", " with a star")).append('\n'));
        return text.append("\nThe page: ")
                .append(folder.file(PAGE))
                .append('\n')
                .toString();
    }

    /** For {@code --json}. */
    Map<String, Object> json() {
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

    private Page page() {
        List<Section> sections = new ArrayList<>();
        if (request.effort() != Effort.FULL) {
            sections.add(new Section("Rough version", "", new Content.Verdict(Level.WARNING, rough(), List.of())));
        }
        List<Content> opening = new ArrayList<>(List.of(table().report()));
        notes().stream()
                .skip(request.effort() == Effort.FULL ? 0 : 1)
                .forEach(note -> opening.add(new Content.Text(note)));
        sections.add(new Section(
                "Results",
                "Each method as run here, and under it the paper's own figures where it reports them. Lower is better.",
                opening));
        sections.addAll(experiment.sections(folder, replicates));
        sections.add(new Section("What was run", "", facts(), methodTable(), new Content.Text(experiment.otherwise())));
        sections.add(eachReplicate());
        sections.add(provenance());
        return new Page(heading(), experiment.subtitle(), sections);
    }

    private Content.Facts facts() {
        Content.Facts facts = new Content.Facts();
        for (Map.Entry<String, String> fact : experiment.description().entrySet()) {
            facts = facts.and(fact.getKey(), fact.getValue());
        }
        return facts;
    }

    private Table methodTable() {
        Table table = new Table("", new Table.Column("method"), new Table.Column("how it is run and stopped"));
        for (Method method : methods) {
            table = table.row(method.label(), method.rule());
        }
        return table;
    }

    private Section eachReplicate() {
        List<Table.Column> columns =
                new ArrayList<>(List.of(new Table.Column("method"), new Table.Column("replicate", Table.Format.COUNT)));
        experiment.columns().forEach(c -> columns.add(new Table.Column(c.label(), Table.Format.NUMBER, c.help())));
        columns.add(new Table.Column("iterations", Table.Format.COUNT));
        columns.add(new Table.Column("ended"));
        List<List<Object>> rows = new ArrayList<>();
        for (Replicate replicate : replicates) {
            List<Object> row = new ArrayList<>(List.of(label(replicate.method()), replicate.replicate()));
            for (Score column : experiment.columns()) {
                double value = replicate.value(column.key()) / column.unit();
                row.add(Double.isNaN(value) ? null : new Table.Figure(column.text(value), false));
            }
            row.add(replicate.iterations());
            row.add(
                    replicate.failed() != null
                            ? "failed"
                            : replicate.settled() ? "by its rule" : "at the most iterations");
            rows.add(row);
        }
        return new Section(
                "Each replicate",
                "Scores, trace and the reason for stopping are in the folder replicates beside this page.",
                new Table("", columns, rows));
    }

    private String label(String key) {
        return methods.stream()
                .filter(method -> method.key().equals(key))
                .findFirst()
                .orElseThrow()
                .label();
    }

    private Section provenance() {
        StringBuilder command = new StringBuilder("driftfield reproduce ").append(name);
        command.append(" --replicates ")
                .append(request.replicates())
                .append(" --seed ")
                .append(request.seed());
        switch (request.effort()) {
            case FULL -> {}
            case QUICK -> command.append(" --quick");
            case TINY -> command.append(" --tiny");
        }
        if (!request.methods().isEmpty()) {
            command.append(" --methods ").append(String.join(",", request.methods()));
        }
        if (request.data() != null) {
            command.append(" --data ").append(Shell.quote(request.data().toString()));
        }
        return new Section(
                "Provenance",
                "The same version with the same seed gives the same scores; times are those of the machine. This command"
                        + " repeats the experiment:",
                new Content.Code(command.toString()),
                new Content.Facts()
                        .and("Driftfield", Provenance.libraryVersion())
                        .and("Java", System.getProperty("java.vm.name") + " " + Runtime.version())
                        .and("System", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                        .and("Threads", String.valueOf(request.threads()))
                        .and("Vector unit", Kernels.description()));
    }
}
