package org.driftfield.report.fit;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.driver.Trace;
import org.driftfield.report.Content;
import org.driftfield.report.LineChart;
import org.driftfield.report.MethodWords;
import org.driftfield.report.Page;
import org.driftfield.report.Section;
import org.driftfield.store.folder.FitRecord;

/** The page of a fit that is not finished yet: what was asked, how the run goes, the draws so far. */
public final class RunningPage {
    /** The most coordinates that are drawn. */
    public static final int MOST_DENSITIES = 12;

    /** Draws from which a density can be told. */
    public static final int FEWEST_DRAWS = 100;

    /** Of more draws, a density looks at evenly chosen ones. */
    private static final int MOST_DRAWS = 4000;

    private RunningPage() {}

    /** Before the first iteration. */
    public static Page of(FitRecord begun, String name, List<String> names, List<double[]> columns) {
        return page(begun, "Fit of " + name, List.of(), names, columns);
    }

    /**
     * While the run goes on.
     *
     * @param title of the page before
     * @param names of the coordinates, on the scale on which the run moves
     * @param columns their draws so far; empty while there are too few
     */
    public static Page of(FitRecord begun, String title, Trace trace, List<String> names, List<double[]> columns) {
        return page(begun, title, CourseSections.of(trace, begun.factors()), names, columns);
    }

    private static Page page(
            FitRecord begun, String title, List<Section> course, List<String> names, List<double[]> columns) {
        List<Section> sections = new ArrayList<>(course);
        if (!columns.isEmpty()) {
            List<LineChart> charts = new ArrayList<>();
            for (int j = 0; j < columns.size(); j++) {
                KernelDensity density = KernelDensity.of(thinned(columns.get(j)));
                charts.add(LineChart.density(names.get(j)).line(names.get(j), density.x(), density.density()));
            }
            sections.add(FitPage.partly(
                    new Section(
                            "Draws so far",
                            "On the scale on which the run moves, where a positive number is its logarithm.",
                            new Content.Charts(charts)),
                    charts.size(),
                    names.size()));
        }
        sections.add(new Section(
                "What was asked",
                "This fit is running. The page becomes its report when it is finished.",
                new Content.Code(begun.asked().commandLine("…")),
                new Content.Facts()
                        .and("Method", MethodWords.name(begun.asked().method()))
                        .and("Data", begun.data().file() + ", " + begun.data().used() + " used")
                        .and("Seed", String.valueOf(begun.asked().seed()))));
        return new Page(title, "running", sections);
    }

    private static double[] thinned(double[] draws) {
        int kept = Math.min(draws.length, MOST_DRAWS);
        double[] some = new double[kept];
        for (int i = 0; i < kept; i++) {
            some[i] = draws[(int) ((long) i * draws.length / kept)];
        }
        return some;
    }
}
