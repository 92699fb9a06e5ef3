package org.driftfield.models.network;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.driftfield.InputException;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Encoding;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.motion.Scales;
import org.driftfield.models.network.prediction.Blend;
import org.driftfield.models.network.prediction.Evaluation;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.NetworkPrediction;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Predictions;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.prediction.Repeats;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.recipe.Task;

/**
 * A fitted Bayesian network: the cloud of weight vectors that approximates their posterior, the conjugate factors of the
 * scales, and how rows of a table become its inputs.
 */
public final class NetworkPosterior {
    /** The weights: one row a particle; layer after layer, in each a row for every unit, its bias last. */
    static final String WEIGHTS_FILE = "weights.npy";

    /** The scale of q(τ_j) of each weight, group after group. */
    static final String TAU_FILE = "tau-scale.npy";

    /** The lines beside the networks, one row a particle; where there are any. */
    static final String LINE_FILE = "line.npy";

    /** Keys of the inputs that were learnt from, then how many rows had them, then the average of their targets; where needed. */
    static final String REPEATS_FILE = "repeats.npy";

    private static final int VERSION = 3;

    private final Task task;
    private final Encoding encoding;
    private final List<Integer> widths;
    private final Activation activation;
    private final Perceptron net;
    private final Mixture mixture;
    private final int bestGroup;
    private final float[] mean;
    private final double[] tauScale;
    private final double centre;
    private final double spread;

    /**
     * @param bestGroup the group that fits the training rows best
     * @param tauScale the scales of q(τ_j), group after group
     */
    NetworkPosterior(
            Task task,
            Encoding encoding,
            List<Integer> widths,
            Activation activation,
            Mixture mixture,
            int bestGroup,
            double[] tauScale,
            double centre,
            double spread) {
        this.task = task;
        this.encoding = encoding;
        this.widths = List.copyOf(widths);
        this.activation = activation;
        this.net = new Perceptron(widths.stream().mapToInt(i -> i).toArray(), activation);
        this.mixture = mixture;
        this.bestGroup = bestGroup;
        int first = Mixture.first(bestGroup, mixture.particles(), mixture.groups());
        int after = Mixture.first(bestGroup + 1, mixture.particles(), mixture.groups());
        this.mean = new FloatCloud(mixture.weights(), first, after - first, net.weights())
                .measure()
                .mean();
        this.tauScale = tauScale;
        this.centre = centre;
        this.spread = spread;
    }

    public Task task() {
        return task;
    }

    /** How rows of a table become inputs. */
    public Encoding encoding() {
        return encoding;
    }

    /** Units from the inputs to the outputs. */
    public List<Integer> widths() {
        return widths;
    }

    public Activation activation() {
        return activation;
    }

    public int particles() {
        return mixture.particles();
    }

    /** Groups of particles that were started apart, each with scales of its own. */
    public int groups() {
        return mixture.groups();
    }

    /** Weights and biases of one particle. */
    public int weightCount() {
        return net.weights();
    }

    /** The weights of one particle, a copy. */
    public float[] weights(int particle) {
        return Arrays.copyOfRange(mixture.weights(), particle * net.weights(), (particle + 1) * net.weights());
    }

    /**
     * The posterior mean of the weights, a copy. The mean over several groups would be between modes, where nothing fits: it
     * is that of the group which fits the training rows best.
     */
    public float[] meanWeights() {
        return mean.clone();
    }

    /** q(τ_j), the prior variance of weight j, of a group. */
    public InverseGamma priorVariance(int group, int j) {
        return new InverseGamma(Scales.TAU_SHAPE, tauScale[group * net.weights() + j]);
    }

    /** q(σ²) of a group in the target's units, the squared scale of the noise; null for classes. */
    public InverseGamma noiseVariance(int group) {
        return mixture.noise() == null
                ? null
                : mixture.noise()[group].times(spread).squaredScale();
    }

    /** The degrees of freedom of the noise's Student distribution in a group; infinite where it is normal. */
    public double noiseDof(int group) {
        return mixture.noise() == null ? Double.POSITIVE_INFINITY : mixture.noise()[group].dof();
    }

    /** The power to which averaged class probabilities are raised: 1, or what held-out rows ask for. */
    public double sharpness() {
        return mixture.sharpness();
    }

    /** Scores on rows whose target is known. */
    public NetworkScores scores(EncodedRows rows, int threads) {
        require(rows.y() != null, "scores need the target '%s'", encoding.target());
        require(rows.count() > 0, "scores need at least one row");
        for (int i = 0; i < rows.count(); i++) {
            require(
                    Double.isFinite(rows.y()[i]) && !rows.flagged().get(i),
                    "row %d has no target or an unseen category: it cannot be scored",
                    i + 1);
        }
        requireInputs(rows);
        try (Workers workers = new Workers(threads)) {
            return new Scoring(new Evaluation(net, workers), task, net.outputs(), centre, spread, rows)
                    .all(mixture, mean, mixture.noise() == null ? null : mixture.noise()[bestGroup]);
        }
    }

    private void requireInputs(EncodedRows rows) {
        require(
                rows.inputs() == widths.get(0),
                "rows must have the %d inputs of the network, got %d",
                widths.get(0),
                rows.inputs());
    }

    /** What the network says of new rows. */
    public NetworkPrediction predict(EncodedRows rows, int threads) {
        return predicted(rows, threads, predictions -> predictions.of(mixture, rows));
    }

    /** As {@link #predict}, without the quantiles of numbers, which take most of the time. */
    NetworkPrediction predictWithoutQuantiles(EncodedRows rows, int threads) {
        return predicted(rows, threads, predictions -> predictions.withoutQuantiles(mixture, rows));
    }

    private NetworkPrediction predicted(EncodedRows rows, int threads, Function<Predictions, NetworkPrediction> asked) {
        requireInputs(rows);
        try (Workers workers = new Workers(threads)) {
            return asked.apply(new Predictions(new Evaluation(net, workers), task, net.outputs(), centre, spread));
        }
    }

    /** Writes the arrays into a folder, readable by NumPy; {@link #toMap} has the rest. */
    public void saveArrays(Path folder) {
        NpyFile.write(folder.resolve(WEIGHTS_FILE), mixture.weights(), particles(), net.weights());
        NpyFile.write(folder.resolve(TAU_FILE), tauScale);
        if (hasLine()) {
            float[] line = mixture.blend().line();
            NpyFile.write(folder.resolve(LINE_FILE), line, line.length / lineWidth(), lineWidth());
        }
        if (mixture.blend().repeats() != null) {
            NpyFile.write(
                    folder.resolve(REPEATS_FILE), mixture.blend().repeats().numbers());
        }
    }

    /** Whether a straight line stands beside the networks. */
    public boolean hasLine() {
        return mixture.blend().line() != null;
    }

    private int lineWidth() {
        return net.outputs() * (net.width(0) + 1);
    }

    /** The share of the networks beside the line, from 0 to 1; 1 where there is no line. */
    public double share() {
        return mixture.blend().share();
    }

    /** Whether the noise of a number depends on the inputs. */
    public boolean heteroscedastic() {
        return mixture.blend().variance() != null;
    }

    /** The straight line alone. */
    public NetworkPosterior line() {
        require(hasLine(), "there is no line beside these networks");
        return with(mixture.with(mixture.blend().withShare(0).with((Repeats) null)));
    }

    /** The same without what it knows of rows with the same inputs, for rows that it has learnt from. */
    public NetworkPosterior withoutRepeats() {
        return with(mixture.with(mixture.blend().with((Repeats) null)));
    }

    /** What rows with the same inputs have in common, as a part of the variance around the networks. */
    public double repeatCorrelation() {
        Repeats repeats = mixture.blend().repeats();
        return repeats == null ? 0 : repeats.correlation();
    }

    /** The same without what was found on validation rows to make its probabilities come true. */
    public NetworkPosterior uncalibrated() {
        return with(mixture.with(mixture.blend().with(Recalibration.NONE)).withSharpness(1));
    }

    private NetworkPosterior with(Mixture other) {
        return new NetworkPosterior(task, encoding, widths, activation, other, bestGroup, tauScale, centre, spread);
    }

    /** Everything but the arrays as maps, lists, strings and numbers, for a JSON file. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", VERSION);
        map.put("task", task.text());
        map.put("widths", widths);
        map.put("activation", activation.name().toLowerCase(Locale.ROOT));
        map.put("particles", particles());
        map.put("groups", groups());
        map.put("bestGroup", bestGroup);
        map.put("weights", WEIGHTS_FILE);
        map.put("tauShape", Scales.TAU_SHAPE);
        map.put("tauScale", TAU_FILE);
        if (mixture.noise() != null) {
            map.put("noiseShape", mixture.noise()[0].squaredScale().shape());
            map.put(
                    "noiseScale",
                    Arrays.stream(mixture.noise())
                            .map(noise -> noise.squaredScale().scale())
                            .toList());
            // Infinity has no name in JSON: 0 stands for normal noise.
            map.put(
                    "noiseDof",
                    Arrays.stream(mixture.noise())
                            .map(noise -> Double.isInfinite(noise.dof()) ? 0 : noise.dof())
                            .toList());
        }
        map.put("sharpness", mixture.sharpness());
        Blend blend = mixture.blend();
        map.put("share", blend.share());
        if (hasLine()) {
            map.put("line", LINE_FILE);
        }
        if (heteroscedastic()) {
            map.put(
                    "logVariance",
                    Arrays.stream(blend.variance().coefficients()).boxed().toList());
        }
        map.put(
                "recalibration",
                Arrays.stream(blend.recalibration().numbers()).boxed().toList());
        Repeats repeats = blend.repeats();
        if (repeats != null) {
            map.put("repeats", REPEATS_FILE);
            map.put("repeatedInputs", repeats.keys().length);
            map.put("repeatCorrelation", repeats.correlation());
            map.put("repeatFloor", repeats.floor());
        }
        map.put("targetCentre", centre);
        map.put("targetSpread", spread);
        map.put("encoding", encoding.toMap());
        return map;
    }

    /** Reads back what {@link #toMap} and {@link #saveArrays} wrote. */
    @SuppressWarnings("unchecked")
    public static NetworkPosterior load(Map<String, ?> map, Path folder) {
        require(number(map, "version") == VERSION, "network: expected version %d, got %s", VERSION, map.get("version"));
        Task task = Task.parse(String.valueOf(map.get("task")));
        List<Integer> widths = new ArrayList<>();
        require(map.get("widths") instanceof List<?>, "network: expected a list at 'widths'");
        for (Object width : (List<?>) map.get("widths")) {
            require(width instanceof Number, "network: expected numbers at 'widths'");
            widths.add(((Number) width).intValue());
        }
        Activation activation = parseActivation(String.valueOf(map.get("activation")));
        Perceptron net = new Perceptron(widths.stream().mapToInt(i -> i).toArray(), activation);
        int particles = (int) number(map, "particles");
        require(particles >= 1, "network: expected at least 1 at 'particles', got %d", particles);
        require(map.get("encoding") instanceof Map<?, ?>, "network: expected a map at 'encoding'");
        Encoding encoding = Encoding.fromMap((Map<String, ?>) map.get("encoding"));
        require(
                encoding.names().size() == widths.get(0)
                        && net.outputs() == task.outputs(encoding.classes().size()),
                "network: its widths %s do not fit its encoding",
                widths);
        int groups = (int) number(map, "groups");
        int best = (int) number(map, "bestGroup");
        require(
                groups >= 1 && groups <= particles && best >= 0 && best < groups,
                "network: expected between 1 and %d at 'groups', and 'bestGroup' among them, got %d and %d",
                particles,
                groups,
                best);
        Noise[] noise = null;
        if (task == Task.REGRESSION) {
            double[] scales = numbers(map, "noiseScale", groups);
            double[] dof = numbers(map, "noiseDof", groups);
            double shape = number(map, "noiseShape");
            noise = new Noise[groups];
            for (int g = 0; g < groups; g++) {
                noise[g] =
                        new Noise(new InverseGamma(shape, scales[g]), dof[g] == 0 ? Double.POSITIVE_INFINITY : dof[g]);
            }
        }
        return new NetworkPosterior(
                task,
                encoding,
                widths,
                activation,
                new Mixture(
                        NpyFile.readFloats(folder.resolve(WEIGHTS_FILE), particles, net.weights()),
                        particles,
                        groups,
                        noise,
                        number(map, "sharpness"),
                        blend(map, folder, task == Task.REGRESSION ? particles : 1, net)),
                best,
                NpyFile.readDoubles(folder.resolve(TAU_FILE), Math.multiplyExact(groups, net.weights())),
                number(map, "targetCentre"),
                number(map, "targetSpread"));
    }

    private static Recalibration recalibration(Map<String, ?> map) {
        int count = map.get("recalibration") instanceof List<?> found ? found.size() : 0;
        return Recalibration.read(numbers(map, "recalibration", count));
    }

    private static Blend blend(Map<String, ?> map, Path folder, int lines, Perceptron net) {
        Recalibration told = recalibration(map);
        double share = number(map, "share");
        require(share >= 0 && share <= 1, "network: expected a part from 0 to 1 at 'share', got %s", share);
        return new Blend(
                map.get("line") == null
                        ? null
                        : NpyFile.readFloats(folder.resolve(LINE_FILE), lines, net.outputs() * (net.width(0) + 1)),
                share,
                map.get("logVariance") == null ? null : new LogVariance(numbers(map, "logVariance", net.width(0) + 1)),
                told,
                map.get("repeats") == null
                        ? null
                        : Repeats.of(
                                NpyFile.readDoubles(folder.resolve(REPEATS_FILE), Math.multiplyExact(3, (int)
                                        number(map, "repeatedInputs"))),
                                number(map, "repeatCorrelation"),
                                number(map, "repeatFloor")));
    }

    /** Reads what a user wrote. */
    public static Activation parseActivation(String text) {
        return switch (text) {
            case "relu" -> Activation.RELU;
            case "tanh" -> Activation.TANH;
            default -> throw new InputException("activation must be relu or tanh, got '" + text + "'");
        };
    }

    private static double[] numbers(Map<String, ?> map, String key, int count) {
        List<?> list = map.get(key) instanceof List<?> found ? found : List.of();
        require(
                list.size() == count && list.stream().allMatch(Number.class::isInstance),
                "network: expected %d numbers at '%s'",
                count,
                key);
        return list.stream()
                .mapToDouble(value -> ((Number) value).doubleValue())
                .toArray();
    }

    private static double number(Map<String, ?> map, String key) {
        if (map.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new InputException("network: expected a number at '" + key + "'");
    }
}
