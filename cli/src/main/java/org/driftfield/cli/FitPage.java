package org.driftfield.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.driftfield.assessment.Check;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.driver.Trace;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Summary;
import org.driftfield.report.BarChart;
import org.driftfield.report.Chart;
import org.driftfield.report.Content;
import org.driftfield.report.FitSections;
import org.driftfield.report.Level;
import org.driftfield.report.LineChart;
import org.driftfield.report.Page;
import org.driftfield.report.Section;
import org.driftfield.report.Table;

/** The report of a fit, from what its folder holds. */
final class FitPage {
    private static final int MOST_MARGINALS = 40;

    private final FitRecord record;
    private final Posterior posterior;
    private final String folder;

    private FitPage(FitRecord record, Posterior posterior, String folder) {
        this.record = record;
        this.posterior = posterior;
        this.folder = folder;
    }

    static Page of(FitRecord record, Posterior posterior, String folder) {
        return new FitPage(record, posterior, folder).page();
    }

    private Page page() {
        List<Section> sections = new ArrayList<>();
        sections.add(FitSections.verdict(verdict()));
        sections.add(FitSections.asked(asked()));
        sections.add(FitSections.summary(summary()));
        sections.add(marginals());
        sections.addAll(course());
        if (record.priors().size() > 1) {
            sections.add(pairs());
        }
        sections.add(FitSections.predictive(predictive()));
        sections.add(FitSections.diagnostics(diagnostics()));
        sections.add(leaveOneOut());
        sections.add(FitSections.provenance(provenance(), record.asked().commandLine(folder)));
        return new Page(
                "Regression of " + record.predictive().response(),
                "Posterior of " + posterior.names().size() + " parameters from "
                        + record.data().used() + " rows, by " + spelled(),
                sections);
    }

    private String spelled() {
        return switch (posterior.kind()) {
            case CLOUD -> "particle mean-field variational Bayes";
            case CHAINS -> "the No-U-Turn sampler";
            case INDEPENDENT -> "the Laplace approximation";
        };
    }

    private Content.Verdict verdict() {
        List<Content.Finding> findings = new ArrayList<>();
        for (Check check : record.verdict().checks()) {
            findings.add(new Content.Finding(level(check.level()), check.sentence()));
        }
        record.warnings().forEach(warning -> findings.add(new Content.Finding(Level.CAUTION, warning)));
        record.notes().forEach(note -> findings.add(new Content.Finding(Level.CAUTION, sentence(note))));
        return new Content.Verdict(
                level(record.verdict().level()), record.verdict().headline(), findings);
    }

    private static String sentence(String note) {
        return note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".";
    }

    static Level level(Check.Level level) {
        return switch (level) {
            case GOOD -> Level.OK;
            case CAUTION -> Level.CAUTION;
            case BAD -> Level.WARNING;
        };
    }

    private Content.Facts asked() {
        FitRecord.Asked asked = record.asked();
        var facts = new Content.Facts()
                .and("Formula", asked.formula())
                .and("Family", asked.family())
                .and("Data", record.data().file())
                .and("Rows", SummaryText.rows(record.data()))
                .and(
                        "Priors",
                        record.priors().entrySet().stream()
                                .map(entry -> entry.getKey() + " ~ " + entry.getValue())
                                .collect(Collectors.joining("\n")))
                .and("Method", SummaryText.method(record, posterior));
        return facts.and("Run", record.outcome().reason()).and("Seed", String.valueOf(asked.seed()));
    }

    private Table summary() {
        List<List<Object>> rows = new ArrayList<>();
        for (Summary.Row row : posterior.summary().rows()) {
            rows.add(Arrays.asList(
                    row.parameter(),
                    row.mean(),
                    row.sd(),
                    row.mcse(),
                    row.q05(),
                    row.q50(),
                    row.q95(),
                    row.ess(),
                    row.rhat()));
        }
        return new Table(
                posterior.size() + " draws",
                List.of(
                        new Table.Column("parameter"),
                        new Table.Column("mean", Table.Format.VALUE),
                        new Table.Column("sd", Table.Format.SCALE, "standard deviation of the posterior"),
                        new Table.Column("mcse", Table.Format.ERROR, "Monte Carlo standard error of the mean"),
                        new Table.Column("q05", Table.Format.VALUE, "5% of the posterior lie below"),
                        new Table.Column("q50", Table.Format.VALUE, "median"),
                        new Table.Column("q95", Table.Format.VALUE, "5% of the posterior lie above"),
                        new Table.Column("ess", Table.Format.COUNT, "how many independent draws these are worth"),
                        new Table.Column(
                                "rhat",
                                Table.Format.RATIO,
                                "agreement of chains or groups of particles, 1 is perfect")),
                rows);
    }

    private Section marginals() {
        List<LineChart> charts = new ArrayList<>();
        for (Summary.Row row : posterior.summary().rows()) {
            if (charts.size() == MOST_MARGINALS) {
                break;
            }
            double[] draws = posterior.draws(row.parameter());
            KernelDensity density = density(row.parameter(), draws);
            charts.add(LineChart.density(row.parameter())
                    .line(row.parameter(), density.x(), density.density())
                    .rug(draws)
                    .vertical("mean " + Summary.number(row.mean(), row.sd()), row.mean()));
        }
        return partly(
                FitSections.marginals(charts), charts.size(), posterior.names().size());
    }

    /** Says so when only some of the parameters are shown. */
    static Section partly(Section section, int shown, int all) {
        return shown == all
                ? section
                : new Section(
                        section.heading(),
                        section.explanation() + " The first " + shown + " of " + all + " parameters.",
                        section.contents());
    }

    static KernelDensity density(String name, double[] draws) {
        return name.equals("sigma") || name.equals("sigma2")
                ? KernelDensity.of(draws, 0, Double.POSITIVE_INFINITY)
                : KernelDensity.of(draws);
    }

    /** How the run went: the lower bound and the moves of particles, or of chains. */
    private List<Section> course() {
        Trace trace = posterior.trace();
        if (trace.rows() == 0) {
            return List.of();
        }
        double[] iterations = trace.column(Trace.ITERATION);
        List<Section> sections = new ArrayList<>();
        Map<String, double[]> acceptance = new LinkedHashMap<>();
        Map<String, double[]> steps = new LinkedHashMap<>();
        if (trace.has("log_density")) {
            sections.add(new Section(
                    "Course of the chains",
                    "The mean log density of the chains: it climbs in the warm-up and then only fluctuates.",
                    new Content.Charts(LineChart.of("Log density", "iteration", "log density")
                            .line("mean of the chains", iterations, trace.column("log_density")))));
            acceptance.put("mean of the chains", trace.column("acceptance"));
            steps.put("mean of the chains", trace.column("step_size"));
            Section moves = FitSections.moves(iterations, acceptance, steps);
            sections.add(new Section(
                    "How the chains moved",
                    "The step size is tuned in the warm-up to the wanted acceptance rate and then kept.",
                    moves.contents()));
            return sections;
        }
        sections.add(
                FitSections.lowerBound(iterations, trace.column("lower_bound"), trace.column("lower_bound_honest")));
        for (int f = 0; f < record.factors().size(); f++) {
            String name = record.factors().get(f);
            if (trace.has("step." + (f + 1))) {
                steps.put(name, trace.column("step." + (f + 1)));
                double[] rates = trace.column("acceptance." + (f + 1));
                if (Arrays.stream(rates).anyMatch(rate -> rate < 1)) {
                    acceptance.put(name, rates);
                }
            }
        }
        if (!steps.isEmpty()) {
            sections.add(FitSections.moves(iterations, acceptance, steps));
        }
        return sections;
    }

    private Section pairs() {
        List<String> names = posterior.names().subList(0, record.priors().size());
        return FitSections.pairs(names, names.stream().map(posterior::draws).toArray(double[][]::new));
    }

    private Chart predictive() {
        PredictiveCheck check = record.predictive();
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

    private Table diagnostics() {
        Table table = new Table(
                "",
                new Table.Column("check"),
                new Table.Column("value", Table.Format.NUMBER),
                new Table.Column("good when"),
                new Table.Column("verdict"),
                new Table.Column("what follows"));
        for (Check check : record.verdict().checks()) {
            table = table.row(check.name(), check.value(), check.threshold(), level(check.level()), check.sentence());
        }
        return table;
    }

    private Section leaveOneOut() {
        LeaveOneOut loo = record.loo();
        if (loo.skipped() != null) {
            Section section = FitSections.leaveOneOut(new Table("", new Table.Column("")));
            return new Section(section.heading(), "Cross-validation was " + loo.skipped() + ".");
        }
        return FitSections.leaveOneOut(new Table(
                        loo.observations() + " observations, of which " + loo.unreliable() + " have k above 0.7",
                        new Table.Column("quantity"),
                        new Table.Column("estimate", Table.Format.VALUE),
                        new Table.Column("standard error", Table.Format.SCALE))
                .row("elpd_loo", loo.elpd(), loo.standardError())
                .row("p_loo", loo.effectiveParameters(), null)
                .row("looic", -2 * loo.elpd(), 2 * loo.standardError()));
    }

    private Content.Facts provenance() {
        Provenance provenance = record.provenance();
        return new Content.Facts()
                .and("Driftfield", provenance.version())
                .and("Settings", provenance.options())
                .and("Java", provenance.java())
                .and("System", provenance.system())
                .and("Vector unit", provenance.kernels())
                .and("Time", Durations.text(provenance.seconds()))
                .and("SHA-256 of the data", record.data().sha256());
    }
}
