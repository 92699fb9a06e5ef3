package org.driftfield.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.driftfield.data.Column;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Split;
import org.driftfield.data.Table;
import org.driftfield.driver.Session;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.Network;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.NetworkFit;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;

/**
 * Quality against processor time: the test log-likelihood of the default recipe, by itself and with schedules of given lengths, and
 * that of an ensemble of ten networks trained by Adam on the same rows with the same loops, for growing numbers of updates. {@code
 * NetworkEnsemble simulation [ROWS]}, {@code NetworkEnsemble splits FOLDER}, of which the first split is taken, or {@code
 * NetworkEnsemble census TRAIN TEST}. A network of the ensemble has a start and an order of rows of its own, steps that fall by a
 * cosine, and the weights of its best epoch on the validation rows; the noise of a number is what these rows leave. Both run for a
 * short while before times are taken, so that neither pays for Java's compiling its loops, and on one thread: two threads that share
 * a core take up to twice the processor time for the same work. Other lengths are
 * given as {@code -Dupdates=…} and {@code -Diterations=…}, another number of particles or groups as {@code -Dparticles=…} and {@code -Dgroups=…}; {@code -Dsearch=false} leaves the recipe by itself out, {@code
 * -Dtrials=true} tells what its search tried and what it told of the time left.
 */
public final class NetworkEnsemble {
    private static final int NETWORKS = 10;
    private static final int BATCH = 100;
    private static final double RATE = 0.003;
    private static final float BETA1 = 0.9f;
    private static final float BETA2 = 0.999f;
    private static final int WARM_UP = 100;
    private static final int[] UPDATES = numbers("updates", "1000,4000,16000,64000");
    private static final int[] ITERATIONS = numbers("iterations", "250,500,1000,2000,4000");

    private final NetworkData data;
    private final NetworkOptions options;
    private final Perceptron net;
    private final double centre;
    private final double spread;

    private NetworkEnsemble(NetworkData data, NetworkOptions options) {
        this.data = data;
        this.options = sized(options);
        boolean number = data.task() == Task.REGRESSION;
        this.centre = number ? Arrays.stream(data.train().y()).average().orElseThrow() : 0;
        this.spread = number
                ? Math.sqrt(Arrays.stream(data.train().y())
                        .map(y -> (y - centre) * (y - centre))
                        .average()
                        .orElseThrow())
                : 1;
        int[] widths = IntStream.concat(
                        IntStream.concat(
                                IntStream.of(data.train().inputs()),
                                options.hidden().stream().mapToInt(units -> units)),
                        IntStream.of(
                                data.task().outputs(data.encoding().classes().size())))
                .toArray();
        this.net = new Perceptron(widths, Activation.RELU);
    }

    public static void main(String[] args) throws IOException {
        NetworkOptions base = NetworkOptions.defaults();
        NetworkEnsemble compared = switch (args[0]) {
            case "simulation" ->
                new NetworkEnsemble(
                        simulation(args.length > 1 ? Integer.parseInt(args[1]) : 100_000),
                        base.withHidden(20, 20).withParticles(300));
            case "splits" -> new NetworkEnsemble(firstSplit(Path.of(args[1])), base);
            case "census" -> new NetworkEnsemble(census(Path.of(args[1]), Path.of(args[2])), base.withHidden(100, 100));
            default -> throw new IllegalArgumentException("simulation, splits or census, got " + args[0]);
        };
        compared.run();
    }

    private static NetworkOptions sized(NetworkOptions usual) {
        return usual.withThreads(1).withParticles(Integer.getInteger("particles", usual.particles()));
    }

    private static NetworkRecipe recipe(int iterations) {
        return NetworkRecipe.standard().withIterations(iterations).withGroups(Integer.getInteger("groups", 0));
    }

    private void run() {
        // Neither is to pay for the compiling of loops.
        ensemble(1);
        Network.fit(data, options.withRecipe(recipe(WARM_UP)));
        for (int updates : UPDATES) {
            int steps = Math.max(1, data.train().count() / BATCH);
            double before = CpuTime.seconds();
            double value = ensemble((updates + steps - 1) / steps);
            say("ten networks by Adam, %d updates: %.1f CPU seconds, test log-likelihood %.4f", updates, before, value);
        }
        for (int iterations : ITERATIONS) {
            double before = CpuTime.seconds();
            NetworkFit fit = Network.fit(data, options.withRecipe(recipe(iterations)));
            if (Boolean.getBoolean("trials")) {
                fit.trials().forEach(System.out::println);
            }
            say(
                    "default recipe, %d iterations: %.1f CPU seconds, test log-likelihood %.4f",
                    iterations, before, -fit.test().nll());
        }
        if (!Boolean.parseBoolean(System.getProperty("search", "true"))) {
            return;
        }
        double before = CpuTime.seconds();
        NetworkStudy.Clock clock = new NetworkStudy.Clock();
        NetworkFit fit = Network.fit(data, options, Session.NONE.watchedBy(clock));
        if (Boolean.getBoolean("trials")) {
            fit.trials().forEach(System.out::println);
            System.out.println(clock.told());
            System.out.println(fit.test().toMap());
        }
        say(
                "default recipe, its search with %d runs: %.1f CPU seconds, test log-likelihood %.4f",
                fit.trials().size(), before, -fit.test().nll());
    }

    private static int[] numbers(String property, String usual) {
        return Arrays.stream(System.getProperty(property, usual).split(","))
                .filter(word -> !word.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static void say(String format, int number, double before, double value) {
        System.out.println(String.format(Locale.ROOT, format, number, CpuTime.seconds() - before, value));
    }

    private double ensemble(int epochs) {
        float[][] members = new float[NETWORKS][];
        for (int k = 0; k < NETWORKS; k++) {
            members[k] = adam(epochs, k);
        }
        double variance = 0;
        if (data.task() == Task.REGRESSION) {
            double[][] said = outputs(members, data.validation());
            for (int i = 0; i < data.validation().count(); i++) {
                int row = i;
                double mean = Arrays.stream(said)
                        .mapToDouble(each -> each[row])
                        .average()
                        .orElseThrow();
                double error = scaled(data.validation(), i) - mean;
                variance += error * error / data.validation().count();
            }
        }
        double[][] said = outputs(members, data.test());
        double sum = 0;
        for (int i = 0; i < data.test().count(); i++) {
            double density = 0;
            for (double[] each : said) {
                density += Math.exp(-loss(each, i, data.test(), variance)) / NETWORKS;
            }
            sum += Math.log(Math.max(density, Double.MIN_NORMAL)) / data.test().count();
        }
        return data.task() == Task.REGRESSION ? sum - Math.log(spread) : sum;
    }

    private double scaled(EncodedRows rows, int i) {
        return (rows.y()[i] - centre) / spread;
    }

    /** Minus the log density of one row under one network. */
    private double loss(double[] said, int row, EncodedRows rows, double variance) {
        int units = net.outputs();
        switch (data.task()) {
            case REGRESSION -> {
                double error = scaled(rows, row) - said[row];
                return 0.5 * Math.log(2 * Math.PI * variance) + 0.5 * error * error / variance;
            }
            case BINARY -> {
                double signed = rows.y()[row] == 1 ? -said[row] : said[row];
                return Math.max(signed, 0) + Math.log1p(Math.exp(-Math.abs(signed)));
            }
            default -> {
                double most = Double.NEGATIVE_INFINITY;
                for (int k = 0; k < units; k++) {
                    most = Math.max(most, said[row * units + k]);
                }
                double sum = 0;
                for (int k = 0; k < units; k++) {
                    sum += Math.exp(said[row * units + k] - most);
                }
                return most + Math.log(sum) - said[row * units + (int) rows.y()[row]];
            }
        }
    }

    /** The outputs of each network, row after row. */
    private double[][] outputs(float[][] members, EncodedRows rows) {
        int n = rows.count();
        int units = net.outputs();
        double[][] out = new double[members.length][n * units];
        Minibatch batch = new Minibatch(rows.inputs(), 256);
        float[] said = new float[units * 256];
        Perceptron.Scratch scratch = net.scratch();
        for (int from = 0; from < n; from += 256) {
            int count = Math.min(256, n - from);
            batch.range(rows.x(), new float[n], from, count);
            for (int m = 0; m < members.length; m++) {
                net.outputs(members[m], 0, batch, said, 0, scratch);
                for (int k = 0; k < units; k++) {
                    for (int r = 0; r < count; r++) {
                        out[m][(from + r) * units + k] = said[k * count + r];
                    }
                }
            }
        }
        return out;
    }

    private double validationLoss(float[] weights) {
        double[] said = outputs(new float[][] {weights}, data.validation())[0];
        double sum = 0;
        for (int i = 0; i < data.validation().count(); i++) {
            sum += loss(said, i, data.validation(), 1);
        }
        return sum;
    }

    private float[] adam(int epochs, int member) {
        SplittableRandom random = new SplittableRandom(member + 1);
        EncodedRows train = data.train();
        int n = train.count();
        int d = net.weights();
        float[] y = new float[n];
        for (int i = 0; i < n; i++) {
            y[i] = (float) scaled(train, i);
        }
        float[] weights = new float[d];
        for (int l = 0; l < net.layers(); l++) {
            int columns = net.width(l) + 1;
            double sd = Math.sqrt((l == net.layers() - 1 ? 1.0 : 2.0) / net.width(l));
            for (int j = net.weightsAt(l); j < net.weightsAt(l + 1); j++) {
                boolean bias = (j - net.weightsAt(l)) % columns == columns - 1;
                weights[j] = bias ? 0 : (float) (sd * random.nextGaussian());
            }
        }
        int rows = Math.min(BATCH, n);
        int steps = n / rows;
        float[] gradient = new float[d];
        float[] m = new float[d];
        float[] v = new float[d];
        float[] best = weights;
        double lowest = Double.POSITIVE_INFINITY;
        Minibatch batch = new Minibatch(train.inputs(), rows);
        Perceptron.Scratch scratch = net.scratch();
        int[] order = IntStream.range(0, n).toArray();
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int i = n - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int kept = order[i];
                order[i] = order[other];
                order[other] = kept;
            }
            for (int step = 0; step < steps; step++) {
                int t = epoch * steps + step + 1;
                batch.gather(train.x(), y, order, step * rows, rows);
                net.gradient(weights, 0, batch, data.task().likelihood(), gradient, 0, scratch);
                double rate = RATE * 0.5 * (1 + Math.cos(Math.PI * t / ((double) epochs * steps)));
                float first = (float) (rate / (1 - Math.pow(BETA1, t)));
                float second = (float) (1 / (1 - Math.pow(BETA2, t)));
                remember(gradient, 1f / rows, m, v);
                update(weights, m, v, first, second);
            }
            double loss = validationLoss(weights);
            if (loss < lowest) {
                lowest = loss;
                best = weights.clone();
            }
        }
        return best;
    }

    // In float, and each a loop that the compiler does several weights at once in: in double, and one by one, these
    // took two thirds of
    // the time.

    private static void remember(float[] gradient, float factor, float[] m, float[] v) {
        for (int j = 0; j < m.length; j++) {
            float g = gradient[j] * factor;
            m[j] = BETA1 * m[j] + (1 - BETA1) * g;
            v[j] = BETA2 * v[j] + (1 - BETA2) * g * g;
        }
    }

    private static void update(float[] weights, float[] m, float[] v, float first, float second) {
        for (int j = 0; j < m.length; j++) {
            weights[j] += first * m[j] / ((float) Math.sqrt(second * v[j]) + 1e-8f);
        }
    }

    /** Twenty correlated inputs, ten of which matter, and noise of variance 1, as in the paper. */
    private static NetworkData simulation(int train) {
        int held = train / 10;
        int rows = train + 2 * held;
        SplittableRandom random = new SplittableRandom(1);
        double[][] x = new double[20][rows];
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < x.length; j++) {
                double z = random.nextGaussian();
                x[j][i] = j == 0 ? z : 0.5 * x[j - 1][i] + Math.sqrt(0.75) * z;
            }
            y[i] = 5
                    + 10 * x[0][i]
                    + 10 / (x[1][i] * x[1][i] + 1)
                    + 5 * x[2][i] * x[3][i]
                    + 2 * x[3][i]
                    + 5 * x[3][i] * x[3][i]
                    + 5 * x[4][i]
                    + 2 * x[5][i]
                    + 10 / (x[6][i] * x[6][i] + 1)
                    + 5 * x[7][i] * x[8][i]
                    + 5 * x[8][i] * x[8][i]
                    + 5 * x[9][i]
                    + random.nextGaussian();
        }
        List<Column> columns = new java.util.ArrayList<>();
        for (int j = 0; j < x.length; j++) {
            columns.add(Column.of("x" + (j + 1), x[j]));
        }
        columns.add(Column.of("y", y));
        return NetworkData.of(
                Table.of("simulation", columns),
                "y",
                Task.REGRESSION,
                new Split(
                        IntStream.range(0, train).toArray(),
                        IntStream.range(train, train + held).toArray(),
                        IntStream.range(train + held, rows).toArray()));
    }

    private static NetworkData firstSplit(Path folder) throws IOException {
        Table table = Table.read(folder.resolve("data.csv"), CsvOptions.defaults());
        int[] test = Arrays.stream(Files.readAllLines(folder.resolve("splits_test.csv"))
                        .get(0)
                        .split(","))
                .mapToInt(word -> (int) Double.parseDouble(word.trim()))
                .sorted()
                .toArray();
        BitSet tested = new BitSet();
        Arrays.stream(test).forEach(tested::set);
        int[] train =
                IntStream.range(0, table.rows()).filter(row -> !tested.get(row)).toArray();
        Split held = Split.of(train, null, 0.2, 0, 1);
        String target = table.names().get(table.names().size() - 1);
        return NetworkData.of(table, target, Task.REGRESSION, new Split(held.train(), held.validation(), test));
    }

    private static NetworkData census(Path train, Path test) {
        Table table = Table.read(train, CsvOptions.defaults());
        return NetworkData.of(
                table,
                table.names().get(table.names().size() - 1),
                Task.BINARY,
                NetworkData.Part.fraction(0.2),
                NetworkData.Part.table(Table.read(test, CsvOptions.defaults())),
                NaPolicy.DROP,
                1);
    }
}
