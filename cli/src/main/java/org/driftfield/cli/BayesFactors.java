package org.driftfield.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.driftfield.assessment.Evidence;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.report.SideBySide;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.EvidenceFile;

/** What the evidence of fits says about their models, where it was asked for. */
final class BayesFactors {
    private final List<Fit> fits;
    private final List<Optional<Evidence>> evidences;

    BayesFactors(List<Fit> fits) {
        this.fits = fits;
        this.evidences =
                fits.stream().map(fit -> EvidenceFile.read(fit.folder())).toList();
    }

    /** Models can be compared by how probable they made the same data. */
    private boolean sameData(int f) {
        return fits.get(f)
                        .record()
                        .data()
                        .sha256()
                        .equals(fits.get(0).record().data().sha256())
                && fits.get(f).record().data().used()
                        == fits.get(0).record().data().used();
    }

    /** What to bear in mind. */
    private static final String ABOUT_PRIORS =
            "A Bayes factor depends on the priors, also where the posterior hardly does: a prior ten times as wide divides"
                    + " the evidence by about ten for each parameter. Compare with priors that you would defend.";

    private boolean any() {
        return evidences.stream().filter(Optional::isPresent).count() >= 2;
    }

    /** A line for each evidence, then what to bear in mind; none where there are fewer than two. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int f = 0; any() && f < fits.size(); f++) {
            if (evidences.get(f).isPresent()) {
                String factor = against(f);
                lines.add(SideBySide.letter(f) + ": log evidence " + evidence(f)
                        + (factor.isEmpty() ? "" : "; " + factor));
            }
        }
        if (any()) {
            lines.add(ABOUT_PRIORS);
        }
        return lines;
    }

    /** The page with a section on the evidences, where there are at least two. */
    Page on(Page page) {
        if (!any()) {
            return page;
        }
        PageTable table = new PageTable(
                "",
                new PageTable.Column("fit"),
                new PageTable.Column("log evidence"),
                new PageTable.Column("Bayes factor against A"));
        for (int f = 0; f < fits.size(); f++) {
            if (evidences.get(f).isPresent()) {
                table = table.row(SideBySide.letter(f), evidence(f), f == 0 ? "1" : against(f));
            }
        }
        List<Section> sections = new ArrayList<>(page.sections());
        sections.add(Math.min(1, sections.size()), new Section("Evidence", ABOUT_PRIORS, table));
        return new Page(page.title(), page.subtitle(), sections);
    }

    private String evidence(int f) {
        Evidence own = evidences.get(f).orElseThrow();
        return String.format(Locale.ROOT, "%.2f (± %.3f)", own.log(), own.error());
    }

    /** The Bayes factor against the first fit, in words; empty for the first itself, or where it has no evidence. */
    private String against(int f) {
        if (f == 0 || evidences.get(0).isEmpty()) {
            return "";
        }
        if (!sameData(f)) {
            return "other data than A, so no Bayes factor";
        }
        Evidence own = evidences.get(f).orElseThrow();
        Evidence first = evidences.get(0).get();
        double log = own.log() - first.log();
        return String.format(
                Locale.ROOT,
                "Bayes factor against A %s (log %+.2f ± %.3f)",
                factor(log),
                log,
                Math.hypot(own.error(), first.error()));
    }

    private static String factor(double log) {
        return String.format(Locale.ROOT, Math.abs(log) < 10 ? "%.3g" : "%.1e", Math.exp(log));
    }

    /** For {@code --json}. */
    Map<String, Object> json() {
        Map<String, Object> known = new LinkedHashMap<>();
        for (int f = 0; f < fits.size(); f++) {
            if (evidences.get(f).isPresent()) {
                known.put(fits.get(f).folder().toString(), evidences.get(f).get());
            }
        }
        return known.isEmpty() ? Map.of() : Map.of("evidence", known);
    }
}
