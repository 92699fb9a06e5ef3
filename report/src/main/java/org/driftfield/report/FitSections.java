package org.driftfield.report;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The sections that reports and comparisons of fits are made of, with the words that explain them to a newcomer. */
public final class FitSections {
    private static final int SMOOTHING_WINDOW = 50;

    /** Estimates from which a level and its error can be told. */
    private static final int FEWEST_BOUNDS = 4;

    private FitSections() {}

    /** What can be relied on and what not, in words; belongs first. */
    public static Section verdict(Content.Verdict verdict) {
        return new Section("Verdict", "", verdict);
    }

    /** What was asked for: formula, family, rows, priors, method, seed. */
    public static Section asked(Content.Facts facts) {
        return new Section("What was asked", "The model, the data and the settings of this fit.", facts);
    }

    /** The table of parameters. */
    public static Section summary(PageTable table) {
        return new Section(
                "Posterior summary",
                "What the data and the prior together say about each parameter. Mean and sd are its centre and its"
                        + " uncertainty; the parameter lies between q05 and q95 with probability 90%.",
                table);
    }

    /** One density chart for each parameter, see {@link LineChart#density}. */
    public static Section marginals(List<LineChart> densities) {
        return new Section(
                "Marginal posteriors",
                "How plausible each value of a parameter is, the others averaged out. The marks on the axis are draws.",
                new Content.Charts(densities));
    }

    /**
     * How the lower bound rose.
     *
     * @param paper the paper's estimates, which put log M for the entropy and are no bound, with NaN where none was made; shown
     *     only where there is no other
     * @param bound estimates of a true bound, with NaN where it was not taken; empty when there is none
     */
    public static Section lowerBound(double[] iterations, double[] paper, double[] bound) {
        String meaning =
                "The lower bound measures how well the approximation fits the posterior: it rises and then levels off."
                        + " A bound that still climbs at the end asks for more iterations.";
        int[] taken = finite(bound);
        if (taken.length < FEWEST_BOUNDS) {
            return new Section(
                    "Convergence",
                    "How well the approximation fits, as the paper estimates it, with log M for the entropy. That is no bound: its"
                            + " level means nothing and it may fall. What counts is that it levels off; one that still climbs or"
                            + " falls at the end asks for more iterations.",
                    new Content.Charts(lowerBoundChart("The paper's lower bound", iterations, paper, bound)));
        }
        double[] values = Thinning.pick(bound, taken);
        double[] late = Arrays.copyOfRange(values, values.length / 2, values.length);
        double mean = Arrays.stream(late).average().orElseThrow();
        double squares = Arrays.stream(late).map(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(squares / (late.length - 1) / late.length);
        String other = finite(paper).length == 0
                ? ""
                : " The column lower_bound of trace.csv, which the terminal shows while the run goes on, is the paper's, with"
                        + " log M for the entropy: it tells when to stop, its level means nothing, so that it may be far from"
                        + " this one.";
        LineChart chart = LineChart.of("Lower bound", "iteration", "lower bound (nats)")
                .line("estimate on fresh draws", Thinning.pick(iterations, taken), values)
                .caption("In the later half " + Numbers.significant(mean, 6) + " ± " + Numbers.significant(error, 2)
                        + " (mean and standard error of " + late.length + " estimates)." + other);
        return new Section("Convergence", meaning, new Content.Charts(chart));
    }

    /** The chart of the paper's estimates, with those of a true bound where there are any. */
    public static LineChart lowerBoundChart(String title, double[] iterations, double[] raw, double[] honest) {
        require(
                raw.length == iterations.length,
                "the lower bound needs %d values, got %d",
                iterations.length,
                raw.length);
        double[] smooth = movingAverage(raw, SMOOTHING_WINDOW);
        int[] made = finite(raw);
        var chart = LineChart.of(title, "iteration", "lower bound (nats)")
                .faint("each estimate", Thinning.pick(iterations, made), Thinning.pick(raw, made))
                .line("mean of the last " + SMOOTHING_WINDOW + " iterations", iterations, smooth);
        int[] taken = finite(honest);
        if (taken.length > 0) {
            require(honest.length == raw.length, "the honest bound needs %d values, got %d", raw.length, honest.length);
            chart.points("bound on fresh draws", Thinning.pick(iterations, taken), Thinning.pick(honest, taken));
        }
        leaveOutTheStart(chart, raw, honest);
        return chart;
    }

    private static int[] finite(double[] values) {
        return IntStream.range(0, values.length)
                .filter(i -> Double.isFinite(values[i]))
                .toArray();
    }

    /** The first iterations lie so far below the rest that showing them would flatten everything of interest. */
    private static void leaveOutTheStart(LineChart chart, double[] raw, double[] honest) {
        double[] later = Arrays.stream(raw, raw.length / 4, raw.length)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double[] all = Arrays.stream(raw).filter(Double::isFinite).sorted().toArray();
        if (later.length < 2) {
            return;
        }
        double low = later[0];
        double high = all[all.length - 1];
        for (double value : honest) {
            if (Double.isFinite(value)) {
                high = Math.max(high, value);
            }
        }
        double shown = high - low;
        if (shown > 0 && low - all[0] > 0.5 * shown) {
            chart.range(low - 0.75 * shown, high + 0.05 * shown);
            chart.caption("The first iterations start at " + Numbers.significant(all[0], 4) + ", below what is shown.");
        }
    }

    /** The mean of the finite values among the last {@code window}; NaN where there are none. */
    private static double[] movingAverage(double[] values, int window) {
        var means = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double sum = 0;
            int finite = 0;
            for (int j = Math.max(0, i - window + 1); j <= i; j++) {
                if (Double.isFinite(values[j])) {
                    sum += values[j];
                    finite++;
                }
            }
            means[i] = sum / finite;
        }
        return means;
    }

    /**
     * How a network learnt.
     *
     * @param lossName what the training loss is
     * @param loss of the minibatches, one value an iteration
     * @param scoreName what the validation score is
     * @param scored the iterations at which validation rows were scored; empty when there are none
     * @param best the iteration whose weights were kept, NaN when there are no validation rows
     */
    public static Section learning(
            String lossName,
            double[] iterations,
            double[] loss,
            String scoreName,
            double[] scored,
            double[] scores,
            double best) {
        var training = LineChart.of("Training loss", "iteration", lossName)
                .faint("each iteration", iterations, loss)
                .line("mean of the last " + SMOOTHING_WINDOW, iterations, movingAverage(loss, SMOOTHING_WINDOW));
        leaveOutTheHighStart(training, loss);
        if (scored.length == 0) {
            return new Section(
                    "Learning curve",
                    "The loss on the minibatches that each iteration trained on.",
                    new Content.Charts(training));
        }
        var validation =
                LineChart.of("Validation score", "iteration", scoreName).line("validation rows", scored, scores);
        int kept = Arrays.binarySearch(scored, best);
        if (kept >= 0) {
            validation.points(
                    "kept: iteration " + Numbers.count(best), new double[] {best}, new double[] {scores[kept]});
        }
        leaveOutTheHighStart(validation, scores);
        return new Section(
                "Learning curve",
                "The loss on the minibatches that each iteration trained on, and the score on the validation rows, which are"
                        + " not trained on. The weights of the iteration with the lowest score are kept. A score that rises"
                        + " again while the loss falls shows overfitting.",
                new Content.Charts(training, validation));
    }

    /** As {@link #leaveOutTheStart}, for curves that fall. */
    private static void leaveOutTheHighStart(LineChart chart, double[] values) {
        double[] later = Arrays.stream(values, values.length / 10, values.length)
                .filter(Double::isFinite)
                .toArray();
        double[] all = Arrays.stream(values).filter(Double::isFinite).toArray();
        if (later.length < 2) {
            return;
        }
        double low = Arrays.stream(all).min().orElseThrow();
        double high = Arrays.stream(later).max().orElseThrow();
        double first = Arrays.stream(all).max().orElseThrow();
        double shown = high - low;
        if (shown > 0 && first - high > 0.5 * shown) {
            chart.range(low, high + 0.5 * shown);
            chart.caption("The first iterations start at " + Numbers.significant(first, 4) + ", above what is shown.");
        }
    }

    /**
     * How the particles of each factor moved.
     *
     * @param acceptance the share of accepted moves by factor, one value an iteration; empty when every move is accepted
     * @param stepSizes the step size by factor, one value an iteration
     */
    public static Section moves(
            double[] iterations, Map<String, double[]> acceptance, Map<String, double[]> stepSizes) {
        var steps = LineChart.of("Step size", "iteration", "step size").logarithmic();
        stepSizes.forEach((factor, values) -> steps.line(factor, iterations, values));
        var charts = new ArrayList<Chart>();
        if (!acceptance.isEmpty()) {
            var rates = LineChart.of("Acceptance rate", "iteration", "accepted share")
                    .range(0, 1);
            acceptance.forEach((factor, values) -> rates.line(factor, iterations, values));
            charts.add(rates);
        }
        charts.add(steps);
        return new Section(
                "How the particles moved",
                "Each block of parameters is a cloud of particles that takes small random steps uphill. Steps that are"
                        + " hardly ever accepted, or always, are too long or too short.",
                new Content.Charts(charts));
    }

    /** Draws of the parameters against each other; of more than eight the first eight. */
    public static Section pairs(List<String> names, double[][] columns) {
        int shown = Math.min(names.size(), ScatterMatrix.MOST_COLUMNS);
        String which = shown < names.size() ? "The first " + shown + " of " + names.size() + " parameters. " : "";
        return new Section(
                "Pairs",
                which + "Parameters that are hard to tell apart form narrow, slanted clouds. In a mean-field"
                        + " fit, parameters of different blocks are uncorrelated by construction, whatever the posterior"
                        + " says.",
                new Content.Charts(
                        ScatterMatrix.of("Joint draws", names.subList(0, shown), Arrays.copyOf(columns, shown))));
    }

    /** Observed data beside data that the fitted model would have produced. */
    public static Section predictive(Chart... charts) {
        return new Section(
                "Posterior predictive check",
                "If the model fits, data simulated from it look like the data that were observed. What the observed"
                        + " curve or points do and the simulated ones never do, the model does not explain.",
                new Content.Charts(charts));
    }

    /** The table of checks with their thresholds in words. */
    public static Section diagnostics(PageTable table) {
        return new Section(
                "Diagnostics", "Each check with its value, what would be good, and what follows from it.", table);
    }

    /**
     * Leave-one-out cross-validation.
     *
     * @param charts of single observations; may be empty
     */
    public static Section leaveOneOut(PageTable table, List<? extends Chart> charts) {
        List<Content> contents = new ArrayList<>(List.of(table));
        if (!charts.isEmpty()) {
            contents.add(new Content.Charts(charts));
        }
        return new Section(
                "Predicting left-out data",
                "How well the model predicts each observation from all others, estimated without refitting. The estimate"
                        + " cannot be relied on where single observations weigh too much (k above 0.7).",
                contents);
    }

    /** Where the numbers come from and the command that makes them again. */
    public static Section provenance(Content.Facts facts, String command) {
        return new Section(
                "Provenance",
                "The same version with the same seed gives the same numbers. This command repeats the fit:",
                new Content.Code(command),
                facts);
    }

    /** Parameters of several fits side by side. */
    public static Section compared(PageTable table) {
        return new Section(
                "Side by side",
                "The same parameter in each fit. The Wasserstein-1 distance is how far probability has to be moved to turn"
                        + " one posterior into the other: small beside the sd means that they agree.",
                table);
    }

    /** One density chart for each parameter with a line for each fit. */
    public static Section comparedMarginals(List<LineChart> densities) {
        return new Section(
                "Marginal posteriors",
                "Where the curves lie on each other the fits agree.",
                new Content.Charts(densities));
    }
}
