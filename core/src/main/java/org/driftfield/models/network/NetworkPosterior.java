package org.driftfield.models.network;

import static org.driftfield.InputException.require;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Encoding;
import org.driftfield.distribution.InverseGamma;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Perceptron;
import org.driftfield.kernel.Workers;

/**
 * A fitted Bayesian network: the cloud of weight vectors that approximates their posterior, the conjugate factors of the
 * scales, and how rows of a table become its inputs.
 */
public final class NetworkPosterior {
    /** The weights: one row a particle; layer after layer, in each a row for every unit, its bias last. */
    static final String WEIGHTS_FILE = "weights.npy";

    /** The scale of q(τ_j) of each weight. */
    static final String TAU_FILE = "tau-scale.npy";

    private static final int VERSION = 1;

    private final Task task;
    private final Encoding encoding;
    private final List<Integer> widths;
    private final Activation activation;
    private final Perceptron net;
    private final int particles;
    private final float[] cloud;
    private final float[] mean;
    private final double[] tauScale;
    private final InverseGamma noise;
    private final double centre;
    private final double spread;

    NetworkPosterior(
            Task task,
            Encoding encoding,
            List<Integer> widths,
            Activation activation,
            Cloud cloud,
            double[] tauScale,
            InverseGamma noise,
            double centre,
            double spread) {
        this.task = task;
        this.encoding = encoding;
        this.widths = List.copyOf(widths);
        this.activation = activation;
        this.net = new Perceptron(widths.stream().mapToInt(i -> i).toArray(), activation);
        this.particles = cloud.particles;
        this.cloud = cloud.weights;
        this.mean = new float[net.weights()];
        cloud.moments(mean, null);
        this.tauScale = tauScale;
        this.noise = noise;
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
        return particles;
    }

    /** Weights and biases of one particle. */
    public int weightCount() {
        return net.weights();
    }

    /** The weights of one particle, a copy. */
    public float[] weights(int particle) {
        return java.util.Arrays.copyOfRange(cloud, particle * net.weights(), (particle + 1) * net.weights());
    }

    /** The posterior mean of the weights, a copy. */
    public float[] meanWeights() {
        return mean.clone();
    }

    /** q(τ_j), the prior variance of weight j. */
    public InverseGamma priorVariance(int j) {
        return new InverseGamma(Scales.TAU_SHAPE, tauScale[j]);
    }

    /** q(σ²) in the target's units; null for classes. */
    public InverseGamma noiseVariance() {
        return noise == null ? null : new InverseGamma(noise.shape(), noise.scale() * spread * spread);
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
                    .all(cloud, particles, mean, noise);
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
        requireInputs(rows);
        try (Workers workers = new Workers(threads)) {
            return new Predictions(new Evaluation(net, workers), task, net.outputs(), centre, spread)
                    .of(cloud, particles, noise, rows);
        }
    }

    /** Writes the arrays into a folder, readable by NumPy; {@link #toMap} has the rest. */
    public void saveArrays(Path folder) {
        NpyFile.write(folder.resolve(WEIGHTS_FILE), cloud, particles, net.weights());
        NpyFile.write(folder.resolve(TAU_FILE), tauScale);
    }

    /** Everything but the arrays as maps, lists, strings and numbers, for a JSON file. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", VERSION);
        map.put("task", task.text());
        map.put("widths", widths);
        map.put("activation", activation.name().toLowerCase(Locale.ROOT));
        map.put("particles", particles);
        map.put("weights", WEIGHTS_FILE);
        map.put("tauShape", Scales.TAU_SHAPE);
        map.put("tauScale", TAU_FILE);
        if (noise != null) {
            map.put("noiseShape", noise.shape());
            map.put("noiseScale", noise.scale());
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
        float[] weights = NpyFile.readFloats(folder.resolve(WEIGHTS_FILE), particles, net.weights());
        return new NetworkPosterior(
                task,
                encoding,
                widths,
                activation,
                new Cloud(particles, net.weights(), weights),
                NpyFile.readDoubles(folder.resolve(TAU_FILE), net.weights()),
                task == Task.REGRESSION ? new InverseGamma(number(map, "noiseShape"), number(map, "noiseScale")) : null,
                number(map, "targetCentre"),
                number(map, "targetSpread"));
    }

    /** Reads what a user wrote. */
    public static Activation parseActivation(String text) {
        return switch (text) {
            case "relu" -> Activation.RELU;
            case "tanh" -> Activation.TANH;
            default -> throw new InputException("activation must be relu or tanh, got '" + text + "'");
        };
    }

    private static double number(Map<String, ?> map, String key) {
        if (map.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new InputException("network: expected a number at '" + key + "'");
    }
}
