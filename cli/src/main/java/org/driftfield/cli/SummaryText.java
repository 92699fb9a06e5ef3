package org.driftfield.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.driftfield.assessment.Check;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;

/** A fit on the terminal, in the order in which a statistician asks: what was fitted, what came out, can it be trusted. */
final class SummaryText {
    private static final int MOST_PRIORS = 12;
    private static final int MOST_ROWS = 100;
    private static final int WIDTH = 100;

    private final Terminal terminal;
    private final FitRecord record;
    private final Posterior posterior;
    private final StringBuilder text = new StringBuilder();

    SummaryText(Terminal terminal, FitRecord record, Posterior posterior) {
        this.terminal = terminal;
        this.record = record;
        this.posterior = posterior;
    }

    String text(FitFolder folder, double seconds) {
        header();
        priors();
        table();
        verdict();
        line("");
        fact(
                "files",
                folder.path() + ": fit.json, summary.csv, " + record.draws().file() + ", trace.csv"
                        + (record.asked().report() ? ", report.html" : ""));
        fact("time", Durations.text(seconds));
        return text.toString();
    }

    private void header() {
        FitRecord.Asked asked = record.asked();
        line(terminal.bold("Generalised linear model") + ", family " + asked.family());
        fact("formula", Names.printable(asked.formula()));
        fact("data", record.data().file() + ": " + rows(record.data()));
        fact("method", method(record, posterior));
        fact("seed", String.valueOf(asked.seed()));
        record.notes().forEach(note -> fact("note", note));
    }

    /** How many rows were used and why others were not. */
    static String rows(FitRecord.DataUsed data) {
        String used = data.used() + (data.used() == 1 ? " row used" : " rows used");
        int dropped = data.rows() - data.used();
        if (dropped == 0) {
            return used;
        }
        String columns = data.missing().entrySet().stream()
                .map(entry -> Names.printable(entry.getKey()) + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return used + ", " + dropped + " dropped for missing values (" + columns + ")";
    }

    /** The method with its size and factors. */
    static String method(FitRecord record, Posterior posterior) {
        return switch (posterior.kind()) {
            case CLOUD -> {
                int factors = record.factors().size();
                yield "pmfvb, " + posterior.units() + " particles, "
                        + (factors == 1
                                ? "one factor (joint)"
                                : factors + " factors: "
                                        + record.factors().stream()
                                                .map(Names::printable)
                                                .collect(Collectors.joining(" | ")))
                        + ", " + record.outcome().iterations() + " iterations";
            }
            case CHAINS -> "nuts, " + posterior.units() + " chains of " + posterior.snapshots() + " draws";
            case INDEPENDENT -> "laplace, " + posterior.size() + " draws";
        };
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
        LeaveOneOut loo = record.loo();
        if (loo.skipped() != null) {
            line("Leave-one-out cross-validation " + loo.skipped() + ".");
        } else {
            line(String.format(
                    Locale.ROOT,
                    "Leave-one-out: elpd %.1f (se %.1f), p_loo %.1f%s",
                    loo.elpd(),
                    loo.standardError(),
                    loo.effectiveParameters(),
                    loo.unreliable() == 0
                            ? ""
                            : "; unreliable for " + loo.unreliable() + " of " + loo.observations()
                                    + " observations (k above 0.7)"));
        }
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

    /** Wraps a sentence behind its mark. */
    private void paragraph(String mark, String sentence) {
        String indent = " ".repeat(mark.startsWith("  ") ? 4 : 2);
        StringBuilder line = new StringBuilder();
        boolean first = true;
        for (String word : Names.printable(sentence).split(" ", -1)) {
            if (line.length() > 0 && line.length() + word.length() + 1 > WIDTH - indent.length()) {
                text.append(first ? mark : indent).append(line).append('\n');
                line.setLength(0);
                first = false;
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        text.append(first ? mark : indent).append(line).append('\n');
    }
}
