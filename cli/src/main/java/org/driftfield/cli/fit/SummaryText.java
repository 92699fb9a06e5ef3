package org.driftfield.cli.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.driftfield.assessment.Check;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.cli.terminal.TextTable;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.report.Durations;
import org.driftfield.report.MethodWords;
import org.driftfield.report.Names;
import org.driftfield.report.Presentation;
import org.driftfield.store.folder.EvidenceFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;

/** A fit on the terminal, in the order in which a statistician asks: what was fitted, what came out, can it be trusted. */
public final class SummaryText {
    private static final int MOST_PRIORS = 12;
    private static final int MOST_ROWS = 100;
    private static final int WIDTH = 100;
    private static final Pattern WORD = Pattern.compile("`[^`]*`|[^ ]+");

    private final Terminal terminal;
    private final FitRecord record;
    private final Posterior posterior;
    private final Presentation own;
    private final StringBuilder text = new StringBuilder();

    public SummaryText(Terminal terminal, FitRecord record, Posterior posterior, Presentation own) {
        this.terminal = terminal;
        this.record = record;
        this.posterior = posterior;
        this.own = own;
    }

    public String text(FitFolder folder, double seconds) {
        header();
        priors();
        table();
        verdict();
        EvidenceFile.read(folder.path()).ifPresent(evidence -> paragraph("", Check.sentence(evidence.sentence())));
        Trace trace = posterior.trace();
        if (trace.has(TraceColumns.LOG_EVIDENCE)) {
            double evidence = trace.get(trace.rows() - 1, TraceColumns.LOG_EVIDENCE);
            line(String.format(Locale.ROOT, "Log evidence %.2f, by tempering", evidence));
        }
        line("");
        List<String> files = new ArrayList<>(
                List.of("fit.json", "summary.csv", record.draws().file(), "trace.csv"));
        files.addAll(record.files());
        if (record.asked().report()) {
            files.add(FitFolder.REPORT);
        }
        fact("files", folder.name() + ": " + String.join(", ", files));
        fact("time", Durations.text(seconds));
        return text.toString();
    }

    private void header() {
        line(terminal.bold(own.model()));
        own.facts().forEach((label, value) -> fact(label, Names.printable(value)));
        fact("data", record.data().file() + ": " + own.dataUsed());
        fact("method", MethodWords.sized(record, posterior));
        fact("seed", String.valueOf(record.asked().seed()));
        record.notes().forEach(note -> fact("note", note));
    }

    private void priors() {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> prior : record.priors().entrySet()) {
            lines.add(Names.printable(prior.getKey()) + " ~ " + prior.getValue());
        }
        int shown = Math.min(MOST_PRIORS, lines.size());
        for (int i = 0; i < shown; i++) {
            fact(i == 0 ? "priors" : "", lines.get(i));
        }
        if (shown < lines.size()) {
            fact("", "… and " + (lines.size() - shown) + " more, see report.html");
        }
    }

    private void table() {
        line("");
        List<String[]> cells = new ArrayList<>();
        cells.add(new String[] {"parameter", "mean", "sd", "5%", "50%", "95%", "ESS", "R-hat"});
        List<Summary.Row> rows = posterior.summary().rows();
        for (Summary.Row row : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
            cells.add(new String[] {
                Names.printable(row.parameter()),
                Summary.number(row.mean(), row.sd()),
                Summary.number(row.sd(), row.sd()),
                Summary.number(row.q05(), row.sd()),
                Summary.number(row.q50(), row.sd()),
                Summary.number(row.q95(), row.sd()),
                Double.isNaN(row.ess()) ? "–" : String.format(Locale.ROOT, "%.0f", row.ess()),
                Double.isNaN(row.rhat()) ? "–" : String.format(Locale.ROOT, "%.3f", row.rhat())
            });
        }
        text.append(TextTable.of(terminal, cells));
        if (rows.size() > MOST_ROWS) {
            line("… and " + (rows.size() - MOST_ROWS) + " more in summary.csv");
        }
    }

    private void verdict() {
        line("");
        FitRecord.Verdict verdict = record.verdict();
        if (!verdict.headline().isBlank()) {
            paragraph(mark(verdict.level()) + " ", verdict.headline());
        }
        for (Check check : verdict.checks()) {
            if (check.level() != Check.Level.GOOD) {
                paragraph("  " + mark(check.level()) + " ", check.sentence());
            }
        }
        for (String warning : record.warnings()) {
            paragraph("  " + mark(Check.Level.CAUTION) + " ", warning);
        }
        own.results().forEach(this::line);
    }

    private String mark(Check.Level level) {
        return switch (level) {
            case GOOD -> terminal.green("✓");
            case CAUTION -> terminal.yellow("!");
            case BAD -> terminal.red("✗");
        };
    }

    private void fact(String label, String value) {
        text.append(terminal.faint(String.format(Locale.ROOT, "  %-8s ", label)))
                .append(value)
                .append('\n');
    }

    private void line(String value) {
        text.append(value).append('\n');
    }

    /** Wraps a sentence behind its mark; what stands in backquotes, to be copied, stays on a line of its own. */
    private void paragraph(String mark, String sentence) {
        String indent = " ".repeat(mark.startsWith("  ") ? 4 : 2);
        StringBuilder line = new StringBuilder();
        boolean first = true;
        for (String word : WORD.matcher(Names.printable(sentence))
                .results()
                .map(MatchResult::group)
                .toList()) {
            if (line.length() > 0 && line.length() + word.length() + 1 > WIDTH - indent.length()) {
                text.append(first ? mark : indent).append(line).append('\n');
                line.setLength(0);
                first = false;
            }
            line.append(line.length() == 0 ? "" : " ").append(word.startsWith("`") ? word.replace("`", "") : word);
        }
        text.append(first ? mark : indent).append(line).append('\n');
    }
}
