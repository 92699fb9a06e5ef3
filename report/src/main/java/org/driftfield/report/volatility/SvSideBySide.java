package org.driftfield.report.volatility;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.driftfield.report.Content;
import org.driftfield.report.Section;
import org.driftfield.report.SideBySide;
import org.driftfield.report.TimeChart;
import org.driftfield.store.Fit;
import org.driftfield.store.volatility.SvDetails;
import org.driftfield.store.volatility.VolatilityFile;

/** What fits of volatility models have beside their parameters: paths, and the evidence where it was estimated. */
public final class SvSideBySide {
    private SvSideBySide() {}

    /** The paths, on one axis of time where they are equally long and on one each otherwise. */
    public static List<Section> sections(List<Fit> fits) {
        List<VolatilityFile> files = fits.stream()
                .map(fit -> VolatilityFile.read(fit.folder().resolve(VolatilityFile.NAME)))
                .toList();
        VolatilityFile first = files.get(0);
        boolean together = files.stream()
                .allMatch(file -> file.path().size() == first.path().size()
                        && file.times().equals(first.times()));
        List<TimeChart> charts = new ArrayList<>();
        for (int f = 0; f < files.size(); f++) {
            VolatilityFile file = files.get(f);
            String name = SideBySide.letter(f) + ", " + fits.get(f).folder();
            if (charts.isEmpty() || !together) {
                TimeChart chart = TimeChart.of(
                                together ? "Volatility" : "Volatility, " + name,
                                "time",
                                file.path().size())
                        .panel("volatility");
                charts.add(file.times().isEmpty() ? chart : chart.labels(file.times()));
            }
            TimeChart chart = charts.get(charts.size() - 1);
            if (f == 0 || !together) {
                chart.band(
                        "90%, " + SideBySide.letter(f),
                        file.path().q05(),
                        file.path().q95());
            }
            chart.line("mean, " + name, file.path().mean());
        }
        return List.of(new Section(
                "Volatility over time",
                "The standard deviation of the return at each time, as each fit has it"
                        + (together ? "; the band holds 90% of the posterior of the first." : "."),
                new Content.Charts(charts)));
    }

    /** How much more evidence there is for the models, where all fits estimated it from the same returns. */
    public static List<String> remarks(List<Fit> fits) {
        double[] evidence = fits.stream()
                .mapToDouble(fit -> fit.record().details(SvDetails.class).logEvidence())
                .toArray();
        List<String> lines = new ArrayList<>();
        boolean same = fits.stream()
                .allMatch(fit -> fit.record().data().equals(fits.get(0).record().data()));
        for (int f = 1; f < fits.size() && same; f++) {
            double gain = evidence[f] - evidence[0];
            if (!Double.isNaN(gain)) {
                lines.add(String.format(
                        Locale.ROOT,
                        "Log evidence: %.2f for A, %.2f for %s: the returns are %s times as probable under %s's"
                                + " priors.",
                        evidence[0],
                        evidence[f],
                        SideBySide.letter(f),
                        Math.abs(gain) < 15
                                ? String.format(Locale.ROOT, "%.3g", Math.exp(gain))
                                : String.format(Locale.ROOT, "e^%.0f", gain),
                        SideBySide.letter(f)));
            }
        }
        return lines;
    }
}
