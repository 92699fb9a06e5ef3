package org.driftfield.report.glm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.driftfield.diagnostics.Loo;
import org.driftfield.models.glm.LeaveOneOut;
import org.driftfield.models.glm.PredictiveCheck;
import org.driftfield.models.glm.Prior;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.report.BarChart;
import org.driftfield.report.Chart;
import org.driftfield.report.FitSections;
import org.driftfield.report.LineChart;
import org.driftfield.report.Names;
import org.driftfield.report.PageTable;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.glm.GlmDetails;

/** What is told of the fit of a generalised linear model. */
public final class GlmPresentation implements Presentation {
    private final FitRecord record;
    private final GlmDetails details;

    public GlmPresentation(FitRecord record) {
        this.record = record;
        this.details = record.details(GlmDetails.class);
    }

    @Override
    public String model() {
        return "Generalised linear model, family " + details.family();
    }

    @Override
    public String title() {
        return "Regression of " + details.predictive().response();
    }

    @Override
    public Map<String, String> facts() {
        return Map.of("formula", details.formula());
    }

    @Override
    public String dataUsed() {
        FitRecord.DataUsed data = record.data();
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

    @Override
    public List<String> results() {
        LeaveOneOut loo = details.loo();
        return List.of(
                !loo.computed()
                        ? "Leave-one-out cross-validation " + loo.skipped() + "."
                        : String.format(
                                Locale.ROOT,
                                "Leave-one-out: elpd %.1f (se %.1f), p_loo %.1f%s",
                                loo.elpd(),
                                loo.standardError(),
                                loo.effectiveParameters(),
                                loo.sampled() < loo.observations()
                                        ? ", from " + loo.sampled() + " of " + loo.observations() + " rows"
                                        : ""));
    }

    @Override
    public Map<String, Object> json() {
        return Map.of("loo", details.loo());
    }

    @Override
    public Optional<DoubleUnaryOperator> priorDensity(String element) {
        String text = record.priors().get(element);
        if (text == null) {
            return Optional.empty();
        }
        Prior prior = Prior.of(text);
        return prior instanceof Prior.Flat ? Optional.empty() : Optional.of(prior::density);
    }

    @Override
    public ConditionalEffects effects() {
        return details.effects();
    }

    @Override
    public List<Section> resultSections() {
        return List.of();
    }

    @Override
    public List<Section> checkSections() {
        return List.of(FitSections.predictive(predictive()), leaveOneOut());
    }

    private Chart predictive() {
        PredictiveCheck check = details.predictive();
        double[] x = array(check.x());
        double[] observed = array(check.observed());
        return switch (check.kind()) {
            case DENSITY -> {
                LineChart chart = LineChart.density(check.response());
                String name = check.replicated().size() + " replicated data sets";
                check.replicated().forEach(curve -> chart.faint(name, x, array(curve)));
                yield chart.line("observed", x, observed);
            }
            case COUNTS -> {
                double[] lower = array(check.lower());
                double[] upper = array(check.upper());
                double[] middle = new double[lower.length];
                Arrays.setAll(middle, i -> (lower[i] + upper[i]) / 2);
                yield BarChart.of(check.response(), "share of the rows", check.labels())
                        .bars("observed", observed)
                        .bars("replicated, with 90% interval", middle, lower, upper);
            }
            case CALIBRATION ->
                LineChart.of("Calibration", "predicted probability", "observed share")
                        .band("90% of replicated data", x, array(check.lower()), array(check.upper()))
                        .line("perfect", x, x)
                        .points("observed", x, observed)
                        .caption("Rows in groups by their predicted probability: of those at 30%, about 30% should have"
                                + " been successes.");
        };
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private Section leaveOneOut() {
        LeaveOneOut loo = details.loo();
        if (!loo.computed()) {
            Section section = FitSections.leaveOneOut(new PageTable("", new PageTable.Column("")), List.of());
            return new Section(section.heading(), "Cross-validation was " + loo.skipped() + ".");
        }
        PageTable table = new PageTable(
                        loo.observations() + " observations"
                                + (loo.sampled() < loo.observations()
                                        ? "; of " + loo.sampled() + ", evenly spread, "
                                        : ", of which ")
                                + loo.unreliable() + " have k above " + Loo.K_LIMIT,
                        new PageTable.Column("quantity"),
                        new PageTable.Column("estimate", PageTable.Format.VALUE),
                        new PageTable.Column("standard error", PageTable.Format.SCALE))
                .row("elpd_loo", loo.elpd(), loo.standardError())
                .row("p_loo", loo.effectiveParameters(), null)
                .row("looic", -2 * loo.elpd(), 2 * loo.standardError());
        return FitSections.leaveOneOut(table, LooCharts.of(loo));
    }
}
