package org.driftfield.report.network;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.driftfield.driver.Trace;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.report.Chart;
import org.driftfield.report.Content;
import org.driftfield.report.LineChart;
import org.driftfield.report.PageTable;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.network.NnDetails;
import org.driftfield.store.network.PredictedFile;

/** What is told of the fit of a neural network. */
public final class NnPresentation implements Presentation {
    private static final int MOST_CLASSES = 12;

    private final FitRecord record;
    private final NnDetails details;
    private final Path folder;

    public NnPresentation(FitRecord record, Path folder) {
        this.record = record;
        this.details = record.details(NnDetails.class);
        this.folder = folder;
    }

    private int weights() {
        return details.layers().stream().mapToInt(NnDetails.Layer::weights).sum();
    }

    @Override
    public String model() {
        return "Bayesian neural network, " + details.task();
    }

    @Override
    public String title() {
        return "Neural network for " + details.target();
    }

    @Override
    public String subject(int parameters) {
        return String.format(Locale.ROOT, "Posterior of %,d weights", weights());
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("target", details.target());
        String widths = details.layers().get(0).inputs() + "–"
                + details.layers().stream()
                        .map(layer -> String.valueOf(layer.units()))
                        .collect(Collectors.joining("–"));
        facts.put(
                "network",
                String.format(
                        Locale.ROOT,
                        "%s%s, %,d weights",
                        widths,
                        details.layers().size() == 1
                                ? ""
                                : ", " + details.network().get("activation"),
                        weights()));
        facts.put("recipe", details.recipe());
        if (details.network().get("sharpness") instanceof Number power && power.doubleValue() != 1) {
            facts.put(
                    "sharpness",
                    String.format(
                            Locale.ROOT,
                            "class probabilities are raised to the power %.2f, as held-out rows ask for",
                            power.doubleValue()));
        }
        NnDetails.Search search = details.search();
        if (search != null && search.lineScore() != null) {
            facts.put(
                    "straight line",
                    search.share() == 0
                            ? "tells all: the network would add nothing, and the sizes of its weights say nothing"
                            : String.format(
                                    Locale.ROOT,
                                    "stands beside the network; what that adds has the share %.2f of 1",
                                    search.share()));
        }
        return facts;
    }

    @Override
    public String dataUsed() {
        String parts = details.parts().entrySet().stream()
                .map(entry -> entry.getValue().rows()
                        + (entry.getKey().equals(NnDetails.TRAIN) ? " rows " : " ")
                        + purpose(entry.getKey())
                        + (entry.getValue().file().equals(record.data().file())
                                ? ""
                                : " (" + entry.getValue().file() + ")"))
                .collect(Collectors.joining(", "));
        return parts + (details.dropped() == 0 ? "" : "; " + details.dropped() + " dropped for missing values");
    }

    private static String purpose(String part) {
        return switch (part) {
            case NnDetails.TRAIN -> "to train";
            case NnDetails.VALIDATION -> "to validate";
            default -> "to test";
        };
    }

    @Override
    public List<String> results() {
        List<String> lines = new ArrayList<>();
        record.scores().forEach((part, scores) -> {
            NnDetails.Part rows = details.parts().get(part);
            StringBuilder line = new StringBuilder(String.format(
                    Locale.ROOT, "%-11s", part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1)));
            line.append(String.format(
                    Locale.ROOT,
                    " %6d %srows: nll %.4g",
                    rows.scored(),
                    rows.scored() < rows.rows() ? "of " + rows.rows() + " " : "",
                    scores.get("nll")));
            for (String name : List.of("rmse", "misclassification")) {
                if (scores.containsKey(name)) {
                    line.append(String.format(Locale.ROOT, ", %s %.4g", name, scores.get(name)));
                }
            }
            if (scores.containsKey("coverage90")) {
                line.append(
                        String.format(Locale.ROOT, ", 90 %% intervals hold %.1f %%", 100 * scores.get("coverage90")));
            }
            lines.add(
                    line.append(String.format(Locale.ROOT, ", calibration error %.3f", scores.get("calibrationError")))
                            .toString());
        });
        return lines;
    }

    @Override
    public Map<String, Object> json() {
        return Map.of("scores", record.scores());
    }

    @Override
    public boolean pairs() {
        return false;
    }

    @Override
    public ConditionalEffects effects() {
        return details.effects();
    }

    @Override
    public List<Section> leadSections(Trace trace) {
        List<Section> sections = new ArrayList<>();
        sections.add(scores());
        if (details.search() != null) {
            sections.add(SearchSection.of(details));
        }
        sections.add(LearningCurve.section(trace));
        sections.add(calibration());
        org.driftfield.data.Table rows = PredictedFile.read(folder.resolve(PredictedFile.NAME));
        sections.add(details.regression() ? predicted(rows) : classified(rows));
        sections.add(details.regression() ? widths(rows) : confidence(rows));
        return sections;
    }

    private Section scores() {
        List<PageTable.Column> columns = new ArrayList<>(List.of(new PageTable.Column("score")));
        details.parts()
                .forEach((part, rows) ->
                        columns.add(new PageTable.Column(part, PageTable.Format.NUMBER, rows.scored() + " rows")));
        var meanings = new Content.Facts();
        List<List<Object>> cells = new ArrayList<>();
        for (Map.Entry<String, String> score : ScoreWords.ALL.entrySet()) {
            String name = score.getKey();
            if (record.scores().get(NnDetails.TRAIN).containsKey(name)) {
                List<Object> row = new ArrayList<>(List.of(name));
                details.parts()
                        .keySet()
                        .forEach(part -> row.add(record.scores().get(part).get(name)));
                cells.add(row);
                meanings = meanings.and(name, score.getValue());
            }
        }
        String rows = details.parts().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue().scored())
                .collect(Collectors.joining(", "));
        return new Section(
                "Scores",
                "How well the network predicts. Training rows are known to it; validation rows chose which cloud was kept,"
                        + " so that their scores are a little too good; test rows were not looked at."
                        + (details.search() != null && details.search().refitted()
                                ? " In the end the network was fitted again to training and validation rows together; the scores"
                                        + " of the latter are of the best network before that."
                                : ""),
                new PageTable("Rows scored: " + rows, columns, cells),
                meanings);
    }

    private Section calibration() {
        List<NetworkScores.Bin> bins = details.parts().get(details.shown()).calibration();
        double[] x = bins.stream().mapToDouble(NetworkScores.Bin::predicted).toArray();
        double[] y = bins.stream().mapToDouble(NetworkScores.Bin::observed).toArray();
        int[] n = bins.stream().mapToInt(NetworkScores.Bin::rows).toArray();
        String rows =
                " The " + details.shown() + " rows; the band holds 90% of what chance makes of a perfect network.";
        if (!details.regression()) {
            return new Section(
                    "Calibration",
                    "Of rows whose predicted class has probability 80%, about 80% should be of that class. Points below the"
                            + " diagonal: the network is more sure than it should be." + rows,
                    new Content.Charts(
                            diagonal("Reliability", "probability of the predicted class", "share right", x, n)
                                    .points("observed", x, y)));
        }
        return new Section(
                "Calibration",
                "Of all rows, 30% should lie below their predicted 30% quantile, and 50% inside their 50% interval."
                        + rows,
                new Content.Charts(
                        diagonal("Quantiles", "level of the quantile", "share of rows below", x, n)
                                .points("observed", x, y),
                        coverage(bins)));
    }

    /** Central intervals, from pairs of quantiles that stand the same way from the ends. */
    private static LineChart coverage(List<NetworkScores.Bin> bins) {
        int pairs = bins.size() / 2;
        double[] nominal = new double[pairs];
        double[] observed = new double[pairs];
        int[] rows = new int[pairs];
        for (int i = 0; i < pairs; i++) {
            NetworkScores.Bin upper = bins.get(bins.size() - pairs + i);
            NetworkScores.Bin lower = bins.get(pairs - 1 - i);
            nominal[i] = upper.predicted() - lower.predicted();
            observed[i] = upper.observed() - lower.observed();
            rows[i] = upper.rows();
        }
        return diagonal("Coverage of intervals", "nominal coverage", "share of rows inside", nominal, rows)
                .points("observed", nominal, observed);
    }

    private static LineChart diagonal(String title, String xLabel, String yLabel, double[] x, int[] rows) {
        double[] lower = new double[x.length];
        double[] upper = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double error = 1.645 * Math.sqrt(x[i] * (1 - x[i]) / rows[i]);
            lower[i] = Math.max(0, x[i] - error);
            upper[i] = Math.min(1, x[i] + error);
        }
        return LineChart.of(title, xLabel, yLabel)
                .band("chance", x, lower, upper)
                .line("perfect", x, x);
    }

    private String which(org.driftfield.data.Table rows) {
        int all = details.parts().get(details.shown()).rows();
        return rows.rows() == all
                ? "The " + all + " " + details.shown() + " rows"
                : rows.rows() + " of the " + all + " " + details.shown() + " rows";
    }

    private Section predicted(org.driftfield.data.Table rows) {
        double[] mean = rows.numbers("mean");
        double[] observed = rows.numbers(PredictedFile.OBSERVED);
        double[] residual = new double[mean.length];
        double[] sd = rows.numbers("sd");
        Arrays.setAll(residual, i -> (observed[i] - mean[i]) / sd[i]);
        double low = Arrays.stream(mean).min().orElse(0);
        double high = Arrays.stream(mean).max().orElse(1);
        double[] ends = {low, high};
        return new Section(
                "Predicted against observed",
                which(rows) + ", also in " + PredictedFile.NAME
                        + ". Points should scatter evenly around the diagonal, and"
                        + " residuals in units of the predicted sd lie within ±2 but for about 1 in 20.",
                new Content.Charts(
                        LineChart.of("Observed", "predicted mean", details.target())
                                .line("equal", ends, ends)
                                .points("rows", mean, observed),
                        LineChart.of("Residuals", "predicted mean", "residual / sd")
                                .points("rows", mean, residual)
                                .horizontal("", -2)
                                .horizontal("", 0)
                                .horizontal("", 2)));
    }

    private Section widths(org.driftfield.data.Table rows) {
        double[] mean = rows.numbers("mean");
        double[] lower = rows.numbers("q05");
        double[] upper = rows.numbers("q95");
        double[] width = new double[mean.length];
        Arrays.setAll(width, i -> upper[i] - lower[i]);
        return new Section(
                "What it does not know",
                "How wide the 90% intervals are, and how much of the predicted variance comes from the network's own doubt,"
                        + " which more data would remove (epistemic); the rest is noise, which would stay. The largest"
                        + " doubt is where training rows are few.",
                new Content.Charts(widths("Width of the 90% interval", width), shares(rows, mean, "predicted mean")));
    }

    private static LineChart widths(String title, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] share = new double[sorted.length];
        Arrays.setAll(share, i -> (i + 1.0) / sorted.length);
        return LineChart.of(title, title.toLowerCase(Locale.ROOT), "share of rows below")
                .line("rows", sorted, share);
    }

    private static LineChart shares(org.driftfield.data.Table rows, double[] x, String xLabel) {
        double[] epistemic = rows.numbers("sd_epistemic");
        double[] aleatoric = rows.numbers("sd_aleatoric");
        double[] share = new double[x.length];
        Arrays.setAll(share, i -> {
            double own = epistemic[i] * epistemic[i];
            double all = own + aleatoric[i] * aleatoric[i];
            return all > 0 ? own / all : 0;
        });
        return LineChart.of("Epistemic share of the variance", xLabel, "epistemic share")
                .points("rows", x, share);
    }

    private Section classified(org.driftfield.data.Table rows) {
        List<String> classes = PredictedFile.classes(rows);
        int k = Math.min(MOST_CLASSES, classes.size());
        int[][] counts = new int[classes.size()][classes.size()];
        for (int i = 0; i < rows.rows(); i++) {
            counts[classes.indexOf(PredictedFile.text(rows, PredictedFile.OBSERVED, i))][
                    classes.indexOf(PredictedFile.text(rows, PredictedFile.PREDICTED, i))]++;
        }
        List<PageTable.Column> columns = new ArrayList<>(List.of(new PageTable.Column("observed")));
        classes.subList(0, k)
                .forEach(name -> columns.add(new PageTable.Column("predicted " + name, PageTable.Format.COUNT)));
        columns.add(new PageTable.Column("share right", PageTable.Format.RATIO));
        List<List<Object>> cells = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            List<Object> row = new ArrayList<>(List.of(classes.get(i)));
            for (int j = 0; j < k; j++) {
                row.add(counts[i][j]);
            }
            int all = Arrays.stream(counts[i]).sum();
            row.add(all == 0 ? null : counts[i][i] / (double) all);
            cells.add(row);
        }
        return new Section(
                "Predicted against observed",
                which(rows) + ", also in " + PredictedFile.NAME + ": how often each class was taken for which."
                        + (k < classes.size() ? " The first " + k + " of " + classes.size() + " classes." : ""),
                new PageTable("", columns, cells));
    }

    private Section confidence(org.driftfield.data.Table rows) {
        double[] confidence = IntStream.range(0, rows.rows())
                .mapToDouble(
                        i -> PredictedFile.probability(rows, PredictedFile.text(rows, PredictedFile.PREDICTED, i))[i])
                .toArray();
        List<Chart> charts = List.of(
                widths("Probability of the predicted class", confidence),
                shares(rows, confidence, "probability of the predicted class"));
        return new Section(
                "What it does not know",
                "How sure the network is of the classes that it names, and how much of the variance of the class comes from"
                        + " the network's own doubt, which more data would remove (epistemic); the rest would stay.",
                new Content.Charts(charts));
    }

    @Override
    public List<Section> resultSections() {
        PageTable table = new PageTable(
                "",
                new PageTable.Column("layer"),
                new PageTable.Column("inputs", PageTable.Format.COUNT),
                new PageTable.Column("units", PageTable.Format.COUNT),
                new PageTable.Column("weights", PageTable.Format.COUNT),
                new PageTable.Column(
                        "size", PageTable.Format.NUMBER, "posterior mean of the root mean square of the weights"),
                new PageTable.Column(
                        "prior sd", PageTable.Format.NUMBER, "median over the weights, as learnt from the data"));
        for (NnDetails.Layer layer : details.layers()) {
            table = table.row(
                    layer.name(), layer.inputs(), layer.units(), layer.weights(), layer.rms(), layer.priorSd());
        }
        return List.of(new Section(
                "Layers",
                "Single weights mean little, since units can trade places; the summary has the size of the weights of each"
                        + " layer"
                        + (details.regression()
                                ? " and sigma, the scale of the noise (its standard deviation, unless nu, its degrees of freedom, is small)"
                                : "")
                        + ". Every weight has a prior whose width is learnt: many narrow ones mean that the layer"
                        + " could do with fewer units. All weights of all particles are in " + NnDetails.WEIGHTS_FILE
                        + ", for NumPy to read.",
                table));
    }

    @Override
    public List<Section> checkSections() {
        return List.of();
    }
}
