package org.driftfield.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.posterior.Provenance;
import org.driftfield.report.Content;
import org.driftfield.report.Level;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.store.folder.Shell;

/** The page of an experiment's results. */
final class ResultPage {
    private final Results results;

    private ResultPage(Results results) {
        this.results = results;
    }

    static Page of(Results results) {
        return new ResultPage(results).page();
    }

    private Page page() {
        List<Section> sections = new ArrayList<>();
        if (results.request().effort() != Effort.FULL) {
            sections.add(
                    new Section("Rough version", "", new Content.Verdict(Level.WARNING, results.rough(), List.of())));
        }
        List<Content> opening = new ArrayList<>(List.of(results.table().report()));
        results.notes().stream()
                .skip(results.request().effort() == Effort.FULL ? 0 : 1)
                .forEach(note -> opening.add(new Content.Text(note)));
        sections.add(new Section(
                "Results",
                "Each method as run here, and under it the paper's own figures where it reports them. Point at a heading to read"
                        + " what it means.",
                opening));
        sections.addAll(results.experiment().sections(results.folder(), results.replicates()));
        sections.add(new Section(
                "What was run",
                "",
                facts(),
                methodTable(),
                new Content.Text(results.experiment().otherwise())));
        sections.add(eachReplicate());
        sections.add(provenance());
        return new Page(results.heading(), results.experiment().subtitle(), sections);
    }

    private Content.Facts facts() {
        Content.Facts facts = new Content.Facts();
        for (Map.Entry<String, String> fact : results.experiment().description().entrySet()) {
            facts = facts.and(fact.getKey(), fact.getValue());
        }
        return facts;
    }

    private PageTable methodTable() {
        PageTable table =
                new PageTable("", new PageTable.Column("method"), new PageTable.Column("how it is run and stopped"));
        for (Contender method : results.methods()) {
            table = table.row(method.label(), method.rule());
        }
        return table;
    }

    private Section eachReplicate() {
        List<PageTable.Column> columns = new ArrayList<>(
                List.of(new PageTable.Column("method"), new PageTable.Column("replicate", PageTable.Format.COUNT)));
        results.experiment()
                .columns()
                .forEach(c -> columns.add(new PageTable.Column(c.label(), PageTable.Format.NUMBER, c.help())));
        columns.add(new PageTable.Column("iterations", PageTable.Format.COUNT));
        columns.add(new PageTable.Column("ended"));
        List<List<Object>> rows = new ArrayList<>();
        for (Replicate replicate : results.replicates()) {
            List<Object> row = new ArrayList<>(List.of(label(replicate.method()), replicate.replicate()));
            for (Score column : results.experiment().columns()) {
                double value = replicate.value(column.key()) / column.unit();
                row.add(Double.isNaN(value) ? null : new PageTable.Figure(column.text(value), false));
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
                new PageTable("", columns, rows));
    }

    private String label(String key) {
        return results.methods().stream()
                .filter(method -> method.key().equals(key))
                .findFirst()
                .orElseThrow()
                .label();
    }

    private Section provenance() {
        StringBuilder command = new StringBuilder("driftfield reproduce ").append(results.name());
        command.append(" --replicates ")
                .append(results.request().replicates())
                .append(" --seed ")
                .append(results.request().seed());
        switch (results.request().effort()) {
            case FULL -> {}
            case QUICK -> command.append(" --quick");
            case TINY -> command.append(" --tiny");
        }
        if (!results.request().methods().isEmpty()) {
            command.append(" --methods ")
                    .append(String.join(",", results.request().methods()));
        }
        if (results.request().data() != null) {
            command.append(" --data ")
                    .append(Shell.quote(results.request().data().toString()));
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
                        .and("Threads", String.valueOf(results.request().threads()))
                        .and("Vector unit", Provenance.kernelsHere()));
    }
}
