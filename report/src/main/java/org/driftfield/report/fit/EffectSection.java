package org.driftfield.report.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.report.Chart;
import org.driftfield.report.Content;
import org.driftfield.report.ForestChart;
import org.driftfield.report.LineChart;
import org.driftfield.report.Names;
import org.driftfield.report.Section;

/** How what is predicted changes with each predictor, as pictures. */
final class EffectSection {
    private EffectSection() {}

    /** Empty for a model that has no such effects. */
    static Optional<Section> of(ConditionalEffects effects) {
        if (effects.curves().isEmpty()) {
            return Optional.empty();
        }
        List<Chart> charts = new ArrayList<>();
        effects.curves().forEach(curve -> charts.add(chart(curve, effects.response())));
        String held = effects.held().size() < 2
                ? ""
                : " While one changes the others stay where they are: "
                        + effects.held().entrySet().stream()
                                .map(entry ->
                                        Names.printable(entry.getKey()) + " = " + Names.printable(entry.getValue()))
                                .collect(Collectors.joining(", "))
                        + ".";
        return Optional.of(FitPage.partly(
                new Section(
                        "Conditional effects",
                        "The " + effects.response()
                                + " along each predictor: median, half of the probability (dark) and 90% of it (light). The"
                                + " marks on the axis are values of the data." + held,
                        new Content.Charts(charts)),
                charts.size(),
                effects.predictors(),
                "predictors"));
    }

    private static Chart chart(ConditionalEffects.Curve curve, String response) {
        if (curve.at().isEmpty()) {
            ForestChart chart = ForestChart.of(curve.predictor());
            for (int k = 0; k < curve.levels().size(); k++) {
                chart.interval(
                        curve.levels().get(k),
                        curve.q05().get(k),
                        curve.q25().get(k),
                        curve.q50().get(k),
                        curve.q75().get(k),
                        curve.q95().get(k));
            }
            return chart.caption("Across: the " + response + ".");
        }
        double[] x = array(curve.at());
        return LineChart.of(curve.predictor(), curve.predictor(), response)
                .band("90%", x, array(curve.q05()), array(curve.q95()))
                .band("50%", x, array(curve.q25()), array(curve.q75()))
                .line("median", x, array(curve.q50()))
                .rug(array(curve.seen()));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
