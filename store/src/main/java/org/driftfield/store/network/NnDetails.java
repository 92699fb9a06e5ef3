package org.driftfield.store.network;

import java.util.List;
import java.util.Map;
import org.driftfield.assessment.network.NetworkChecks;
import org.driftfield.models.network.NetworkTrial;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.posterior.ConditionalEffects;
import org.driftfield.store.folder.MayBeAbsent;

/**
 * What a fit of a neural network has to say beyond every fit.
 *
 * @param recipe how the cloud was moved
 * @param dropped rows of all files left out because a value is missing
 * @param layers from the inputs to the outputs
 * @param parts training, validation and test, by these names; without those that have no rows
 * @param shown the part whose rows are in {@link PredictedFile}
 * @param search the runs that settings were chosen by; null where there was no search
 * @param network what {@code NetworkPosterior} needs beside its arrays
 * @param effects how the predicted mean or probability changes with each column
 */
public record NnDetails(
        String target,
        String task,
        String recipe,
        int dropped,
        List<Layer> layers,
        Map<String, Part> parts,
        String shown,
        @MayBeAbsent Search search,
        Map<String, Object> network,
        @MayBeAbsent ConditionalEffects effects) {
    public NnDetails {
        // Fits of earlier versions do not have them.
        effects = effects == null ? ConditionalEffects.NONE : effects;
    }

    /** The word for this kind of model, after {@code driftfield fit} and in files. */
    public static final String MODEL = "nn";

    public static final String TRAIN = NetworkChecks.TRAIN;
    public static final String VALIDATION = NetworkChecks.VALIDATION;
    public static final String TEST = NetworkChecks.TEST;

    /**
     * A search for settings.
     *
     * @param refitted whether the network was then fitted to all rows, those for validation included
     * @param share of the networks beside the line
     * @param lineScore what the line alone has on the rows that are shown, as {@code score} of the network: the mean squared
     *     error, or the share of rows that are misclassified; null where there is no line
     * @param coverage90 how many of those rows the 90 % intervals held before they were recalibrated; null for classes
     * @param calibrationError the same of the calibration error
     */
    public record Search(
            List<NetworkTrial> trials,
            boolean refitted,
            double share,
            @MayBeAbsent Double lineScore,
            @MayBeAbsent Double coverage90,
            double calibrationError) {
        /** What the verdict looks at. */
        public NetworkChecks.Search judged() {
            return new NetworkChecks.Search(trials, refitted, lineScore, coverage90);
        }
    }

    /** The files of its arrays. */
    public static final String WEIGHTS_FILE = "weights.npy";

    public static final String TAU_FILE = "tau-scale.npy";
    public static final String LINE_FILE = "line.npy";
    public static final String REPEATS_FILE = "repeats.npy";

    /**
     * The weights that lead to one layer.
     *
     * @param name what its draws are called
     * @param rms the posterior mean of the root mean square of the weights
     * @param priorSd the median over the weights of the standard deviation that their prior has learnt
     */
    public record Layer(String name, int inputs, int units, int weights, double rms, double priorSd) {}

    /**
     * Rows with one purpose.
     *
     * @param file the file they are from
     * @param sha256 of that file
     * @param scored how many of them the scores are of
     * @param calibration the curve of {@link NetworkScores}
     */
    public record Part(String file, String sha256, int rows, int scored, List<NetworkScores.Bin> calibration) {}

    public boolean regression() {
        return Task.parse(task) == Task.REGRESSION;
    }
}
