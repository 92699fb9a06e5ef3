package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Predictions;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.prediction.RepeatedRows;
import org.driftfield.models.network.prediction.Repeats;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.Task;

/**
 * What held-out rows say of the prediction of a number once the settings are chosen: what rows with the same inputs have in common,
 * and what makes probabilities come true.
 *
 * @param y the targets of the training rows
 * @param tied whether they have ties
 */
record Calibration(Evaluation evaluation, double[] y, boolean tied) {
    /** A run, the rows it has learnt from, and others. */
    record Part(Tried tried, EncodedRows learnt, EncodedRows aside) {
        private Part with(EncodedRows some) {
            return new Part(tried, learnt, some);
        }

        /** With noise of another variance. */
        private Part withNoise(double variance) {
            double own = tried.noise();
            Mixture told = tried.mixture();
            return own > 0 ? new Part(tried.with(told.times(Math.sqrt(variance / own))), learnt, aside) : this;
        }

        /** With those of the rows aside alone whose inputs were learnt from. */
        private Part known() {
            return with(aside.some(Repeats.of(learnt, 0, 1).seen(aside)));
        }
    }

    /**
     * Those of some rows whose inputs are not among those learnt from, where that is most of them: copies would praise networks that
     * know rows by heart.
     */
    static EncodedRows fresh(EncodedRows rows, EncodedRows learnt) {
        int[] unseen = Repeats.of(learnt, 0, 1).unseen(rows);
        return unseen.length == rows.count() || 2 * unseen.length < rows.count() ? rows : rows.some(unseen);
    }

    /** The first of several runs with what all of them say. */
    Tried of(List<Part> parts) {
        // Where there are others, the first has been chosen by its rows, and has found tails for itself.
        double noise = parts.stream()
                .skip(parts.size() > 1 ? 1 : 0)
                .mapToDouble(part -> part.tried().noise())
                .average()
                .orElseThrow();
        List<Part> alike = new ArrayList<>(parts);
        alike.set(0, parts.get(0).withNoise(noise));
        return recalibrated(alike).withHeldNoise(noise);
    }

    private Tried recalibrated(List<Part> parts) {
        RepeatedRows repeated = new RepeatedRows(y, tied);
        for (Part part : parts) {
            Tried tried = part.tried();
            double centre = tried.line().centre();
            double spread = tried.run().spread;
            repeated.add(
                    part.aside(),
                    seen(tried, part.learnt()),
                    () -> new Predictions(evaluation, Task.REGRESSION, 1, centre, spread)
                            .of(tried.mixture(), part.aside()),
                    centre,
                    spread);
        }
        double correlation = repeated.correlation();
        double floor = repeated.floor();
        double[] unseen = below(parts, part -> part.with(fresh(part.aside(), part.learnt())), correlation, floor);
        Recalibration found = Recalibration.of(unseen);
        if (correlation > 0) {
            double[] known = below(parts, Part::known, correlation, floor);
            int rows = parts.stream().mapToInt(part -> part.aside().count()).sum();
            // Where known rows are most, the recalibration is theirs.
            found = unseen.length + known.length == rows ? found.together(unseen, known) : found;
        }
        Tried best = parts.get(0).tried();
        Mixture told = withRepeats(best, parts.get(0).learnt(), correlation, floor);
        return best.with(told.with(told.blend().with(found)));
    }

    private double[] below(List<Part> parts, UnaryOperator<Part> some, double correlation, double floor) {
        return parts.stream()
                .map(some)
                .map(part -> below(part, correlation, floor))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private double[] below(Part part, double correlation, double floor) {
        Tried tried = part.tried();
        return new Scoring(evaluation, Task.REGRESSION, 1, tried.line().centre(), tried.run().spread, part.aside())
                .below(withRepeats(tried, part.learnt(), correlation, floor));
    }

    private static Repeats seen(Tried tried, EncodedRows learnt) {
        return Repeats.of(learnt, tried.line().centre(), tried.run().spread);
    }

    /** What a run says, knowing what rows with the same inputs have in common. */
    static Mixture withRepeats(Tried tried, EncodedRows learnt, double correlation, double floor) {
        Mixture plain = tried.mixture();
        return correlation == 0
                ? plain
                : plain.with(plain.blend().with(seen(tried, learnt).with(correlation, floor)));
    }
}
