package org.driftfield.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.driftfield.assessment.Evidence;
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

    /** A line for each evidence, then what to bear in mind; none where there are fewer than two. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (evidences.stream().filter(Optional::isPresent).count() < 2) {
            return lines;
        }
        Optional<Evidence> first = evidences.get(0);
        for (int f = 0; f < fits.size(); f++) {
            if (evidences.get(f).isPresent()) {
                Evidence own = evidences.get(f).get();
                String line = SideBySide.letter(f)
                        + String.format(Locale.ROOT, ": log evidence %.2f (± %.3f)", own.log(), own.error());
                if (f > 0 && first.isPresent()) {
                    line += !sameData(f)
                            ? "; other data than A, so no Bayes factor"
                            : String.format(
                                    Locale.ROOT,
                                    "; Bayes factor against A %s (log %+.2f ± %.3f)",
                                    factor(own.log() - first.get().log()),
                                    own.log() - first.get().log(),
                                    Math.hypot(own.error(), first.get().error()));
                }
                lines.add(line);
            }
        }
        lines.add(
                "A Bayes factor depends on the priors, also where the posterior hardly does: a prior ten times as wide divides"
                        + " the evidence by about ten for each parameter. Compare with priors that you would defend.");
        return lines;
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
