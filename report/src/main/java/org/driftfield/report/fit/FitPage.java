package org.driftfield.report.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.driftfield.assessment.Check;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Summary;
import org.driftfield.report.Content;
import org.driftfield.report.Durations;
import org.driftfield.report.FitSections;
import org.driftfield.report.Level;
import org.driftfield.report.LineChart;
import org.driftfield.report.MethodWords;
import org.driftfield.report.Page;
import org.driftfield.report.PageTable;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.store.folder.FitRecord;

/** The report of a fit, from what its folder holds. */
public final class FitPage {
    private static final int MOST_MARGINALS = 40;
    private static final int FEW_VALUES = 8;

    private final FitRecord record;
    private final Posterior posterior;
    private final Presentation own;
    private final String name;

    /**
     * The page of a fit.
     *
     * @param own what this kind of model has to tell
     * @param name the folder that it will be known by
     */
    FitPage(FitRecord record, Posterior posterior, Presentation own, String name) {
        this.record = record;
        this.posterior = posterior;
        this.own = own;
        this.name = name;
    }

    Page page() {
        List<Section> sections = new ArrayList<>();
        sections.add(FitSections.verdict(verdict()));
        sections.add(FitSections.asked(asked()));
        sections.addAll(own.leadSections(posterior.trace()));
        sections.add(FitSections.summary(summary()));
        sections.addAll(own.resultSections());
        if (own.parameters()) {
            sections.add(PosteriorSections.forest(posterior));
        }
        EffectSection.of(own.effects()).ifPresent(sections::add);
        marginals().ifPresent(sections::add);
        sections.addAll(CourseSections.of(posterior.trace(), record.factors()));
        PosteriorSections.ranks(posterior).ifPresent(sections::add);
        List<String> paired = own.pairs() ? paired() : List.of();
        if (paired.size() > 1) {
            sections.add(FitSections.pairs(
                    paired, paired.stream().map(posterior::draws).toArray(double[][]::new)));
        }
        sections.addAll(own.checkSections());
        sections.add(FitSections.diagnostics(diagnostics()));
        sections.add(FitSections.provenance(provenance(), record.asked().commandLine(name)));
        return new Page(
                own.title(),
                own.subject(posterior.names().size()) + " from "
                        + own.learntFrom(record.data().used()) + ", by "
                        + MethodWords.name(record.asked().method()),
                sections);
    }

    private Content.Verdict verdict() {
        List<Content.Finding> findings = new ArrayList<>();
        // Those that came out well are only in the table of diagnostics.
        for (Check check : record.verdict().checks()) {
            if (check.level() != Check.Level.GOOD) {
                findings.add(new Content.Finding(level(check.level()), check.sentence()));
            }
        }
        record.warnings().forEach(warning -> findings.add(new Content.Finding(Level.CAUTION, warning)));
        record.notes().forEach(note -> findings.add(new Content.Finding(Level.CAUTION, Check.sentence(note))));
        return new Content.Verdict(
                level(record.verdict().level()), record.verdict().headline(), findings);
    }

    public static Level level(Check.Level level) {
        return switch (level) {
            case GOOD -> Level.OK;
            case CAUTION -> Level.CAUTION;
            case BAD -> Level.WARNING;
        };
    }

    private Content.Facts asked() {
        var facts = new Content.Facts().and("Model", own.model());
        for (Map.Entry<String, String> fact : own.facts().entrySet()) {
            facts = facts.and(capitalised(fact.getKey()), fact.getValue());
        }
        facts = facts.and("Data", record.data().file() + ": " + own.dataUsed());
        if (!record.priors().isEmpty()) {
            facts = facts.and(
                    "Priors",
                    record.priors().entrySet().stream()
                            .map(entry -> entry.getKey() + " ~ " + entry.getValue())
                            .collect(Collectors.joining("\n")));
        }
        return facts.and("Method", MethodWords.sized(record, posterior))
                .and("Run", run())
                .and("Seed", String.valueOf(record.asked().seed()));
    }

    /** In a few words; the reason stands among the diagnostics. */
    private String run() {
        return (record.outcome().settled() ? "settled, " : "did not settle, ")
                + Durations.text(record.outcome().seconds());
    }

    private static String capitalised(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private PageTable summary() {
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
        return new PageTable(
                posterior.size() + " draws",
                List.of(
                        new PageTable.Column("parameter"),
                        new PageTable.Column("mean", PageTable.Format.VALUE),
                        new PageTable.Column("sd", PageTable.Format.SCALE, "standard deviation of the posterior"),
                        new PageTable.Column("mcse", PageTable.Format.ERROR, "Monte Carlo standard error of the mean"),
                        new PageTable.Column("q05", PageTable.Format.VALUE, "5% of the posterior lie below"),
                        new PageTable.Column("q50", PageTable.Format.VALUE, "median"),
                        new PageTable.Column("q95", PageTable.Format.VALUE, "5% of the posterior lie above"),
                        new PageTable.Column(
                                "ess", PageTable.Format.COUNT, "how many independent draws these are worth"),
                        new PageTable.Column(
                                "rhat",
                                PageTable.Format.RATIO,
                                "agreement of chains or groups of particles, 1 is perfect")),
                rows);
    }

    private Optional<Section> marginals() {
        List<LineChart> charts = new ArrayList<>();
        int spread = 0;
        int[] priors = {0};
        for (Summary.Row row : posterior.summary().rows()) {
            double[] draws = posterior.draws(row.parameter());
            if (Arrays.stream(draws).distinct().limit(FEW_VALUES + 1).count()
                    <= Math.min(FEW_VALUES, draws.length - 1)) {
                // A number that each group of particles has one of, as the tails of a network's noise, has no density.
                continue;
            }
            spread++;
            if (charts.size() == MOST_MARGINALS) {
                continue;
            }
            KernelDensity density = Densities.of(posterior, row.parameter(), draws);
            LineChart chart = LineChart.density(row.parameter());
            own.priorDensity(row.parameter()).ifPresent(prior -> {
                double[] x = density.x();
                chart.faint("prior", x, Arrays.stream(x).map(prior).toArray());
                priors[0]++;
            });
            charts.add(chart.line(priors[0] > 0 ? "posterior" : row.parameter(), density.x(), density.density())
                    .rug(draws)
                    .vertical("mean " + Summary.number(row.mean(), row.sd()), row.mean()));
        }
        if (charts.isEmpty()) {
            return Optional.empty();
        }
        Section section = partly(FitSections.marginals(charts), charts.size(), spread);
        return Optional.of(
                priors[0] == 0
                        ? section
                        : new Section(
                                section.heading(),
                                section.explanation()
                                        + " The grey line is the prior: where it is as high as the posterior, the data say"
                                        + " little.",
                                section.contents()));
    }

    /** Says so when only some of the parameters are shown. */
    public static Section partly(Section section, int shown, int all) {
        return partly(section, shown, all, "parameters");
    }

    static Section partly(Section section, int shown, int all, String what) {
        return shown == all
                ? section
                : new Section(
                        section.heading(),
                        section.explanation() + " The first " + shown + " of " + all + " " + what + ".",
                        section.contents());
    }

    /** The parameters, without what derives from them; of a program those first that are few, as scales and means are. */
    private List<String> paired() {
        if (!record.priors().isEmpty()) {
            return posterior.names().subList(0, record.priors().size());
        }
        return posterior.variables().stream()
                .filter(variable -> variable.role() == Variable.Role.PARAMETER)
                .sorted(Comparator.comparingInt(Variable::size))
                .flatMap(variable -> variable.elementNames().stream())
                .toList();
    }

    private PageTable diagnostics() {
        PageTable table = new PageTable(
                "",
                new PageTable.Column("check"),
                new PageTable.Column("value", PageTable.Format.NUMBER),
                new PageTable.Column("good when"),
                new PageTable.Column("verdict"),
                new PageTable.Column("what follows"));
        for (Check check : record.verdict().checks()) {
            table = table.row(check.name(), check.value(), check.threshold(), level(check.level()), check.sentence());
        }
        return table;
    }

    private Content.Facts provenance() {
        Provenance provenance = record.provenance();
        return new Content.Facts()
                .and("Driftfield", provenance.version())
                .and("Java", provenance.java())
                .and("System", provenance.system())
                .and("Vector unit", provenance.kernels())
                .and("Time", Durations.text(provenance.seconds()))
                .and("SHA-256 of the data", record.data().sha256());
    }
}
