package org.driftfield.cli.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.driftfield.assessment.Check;
import org.driftfield.diagnostics.RankUniformity;
import org.driftfield.report.BarChart;
import org.driftfield.report.Content;
import org.driftfield.report.Names;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.PageTable.Column;
import org.driftfield.report.PageTable.Format;
import org.driftfield.report.Section;

/**
 * What a calibration came to.
 *
 * @param subject what was calibrated, in words
 * @param sets how many data sets were simulated and fitted
 * @param draws how many draws of each fit were looked at
 * @param quantities what was ranked
 */
record Calibrated(String subject, int sets, int draws, List<Quantity> quantities) {
    private static final double CAUTION = 0.05;
    private static final double BAD = 0.001;

    /** Fewer data sets can't tell much. */
    private static final int FEW = 50;

    /** The ranks of one quantity. */
    record Quantity(String name, RankUniformity ranks) {
        String words() {
            List<String> words = new ArrayList<>();
            if (Math.abs(ranks.zMean()) > 3) {
                words.add(ranks.zMean() > 0 ? "estimates too low" : "estimates too high");
            }
            if (Math.abs(ranks.zSpread()) > 3) {
                words.add(ranks.zSpread() > 0 ? "intervals too narrow" : "intervals too wide");
            }
            return words.isEmpty() ? "" : String.join(", ", words);
        }
    }

    /** How probable ranks as far from uniform as the worst are by chance, all quantities looked at. */
    double p() {
        double smallest = quantities.stream()
                .mapToDouble(quantity -> quantity.ranks().p())
                .min()
                .orElse(1);
        return Math.min(1, quantities.size() * smallest);
    }

    Check.Level level() {
        return p() < BAD ? Check.Level.BAD : p() < CAUTION || sets < FEW ? Check.Level.CAUTION : Check.Level.GOOD;
    }

    String verdict() {
        Quantity worst = quantities.stream()
                .min((a, b) -> Double.compare(a.ranks().p(), b.ranks().p()))
                .orElseThrow();
        String how = worst.words().isEmpty() ? "" : " (" + worst.words() + ")";
        if (p() < CAUTION) {
            return String.format(
                    Locale.ROOT,
                    "%s: ranks of %s over %d data sets are not uniform%s, p = %.2g.",
                    p() < BAD ? "Not calibrated" : "Perhaps not calibrated",
                    worst.name(),
                    sets,
                    how,
                    p());
        }
        return String.format(
                Locale.ROOT,
                "%s: ranks over %d data sets are as uniform as chance has them, p = %.2f.%s",
                sets < FEW ? "Nothing wrong was seen" : "Calibrated",
                sets,
                p(),
                sets < FEW ? " So few tell little: use at least " + FEW + "." : "");
    }

    /** The table for a terminal. */
    List<String[]> table() {
        List<String[]> cells = new ArrayList<>();
        cells.add(new String[] {"quantity", "p", "mean z", "spread z", ""});
        for (Quantity quantity : quantities) {
            RankUniformity ranks = quantity.ranks();
            cells.add(new String[] {
                Names.printable(quantity.name()),
                String.format(Locale.ROOT, "%.3f", ranks.p()),
                String.format(Locale.ROOT, "%+.1f", ranks.zMean()),
                String.format(Locale.ROOT, "%+.1f", ranks.zSpread()),
                quantity.words()
            });
        }
        return cells;
    }

    Page page() {
        PageTable table = new PageTable(
                "",
                new Column("quantity"),
                new Column("p", Format.RATIO, "How probable ranks as far from uniform are by chance."),
                new Column("mean z", Format.NUMBER, "Mean rank above the middle, in standard errors."),
                new Column("spread z", Format.NUMBER, "Ranks too far from the middle, in standard errors."),
                new Column("what it says"));
        List<BarChart> charts = new ArrayList<>();
        for (Quantity quantity : quantities) {
            RankUniformity ranks = quantity.ranks();
            table = table.row(quantity.name(), ranks.p(), ranks.zMean(), ranks.zSpread(), quantity.words());
            int parts = ranks.counts().length;
            double expected = (double) sets / parts;
            double width = 1.96 * Math.sqrt(expected * (1 - 1.0 / parts));
            double[] counts = Arrays.stream(ranks.counts()).asDoubleStream().toArray();
            charts.add(BarChart.of(
                            quantity.name(),
                            "data sets",
                            IntStream.range(0, parts)
                                    .mapToObj(part ->
                                            (draws + 1) * part / parts + "–" + ((draws + 1) * (part + 1) / parts - 1))
                                    .toList())
                    .bars("data sets with such a rank", counts)
                    .caption(String.format(
                            Locale.ROOT,
                            "By chance a bar is between %.0f and %.0f in 19 of 20.",
                            Math.max(0, expected - width),
                            expected + width)));
        }
        return new Page(
                "Calibration",
                subject,
                List.of(
                        new Section(
                                "Verdict",
                                verdict()
                                        + " Parameters were drawn from the prior, data from the model, and each data set was"
                                        + " fitted; the rank of the true value among "
                                        + draws
                                        + " draws is uniform where the fit is right.",
                                table),
                        new Section(
                                "Ranks",
                                "Higher at both ends: intervals too narrow; higher in the middle: too wide; a slope: estimates"
                                        + " too high or too low.",
                                new Content.Charts(charts))));
    }
}
