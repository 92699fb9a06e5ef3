package org.driftfield.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Activation;
import org.driftfield.kernel.Minibatch;
import org.driftfield.kernel.OutputLikelihood;
import org.driftfield.kernel.Perceptron;

/**
 * What an iteration of a Bayesian network costs: the gradients of all particles on a minibatch of 1,000 rows, twice, as a
 * share of the multiply-adds the machine can make. A weight counts two operations a row in the outputs, two in its own
 * gradient and, except in the first layer, two in passing the gradient down.
 *
 * <p>{@code java --add-modules jdk.incubator.vector -cp bench/target/bench.jar org.driftfield.bench.NetworkSpeed}
 */
public final class NetworkSpeed {
    private static final int ROWS = 1000;

    /** Of a minibatch that each particle draws for itself. */
    private static final int OWN_ROWS = 100;

    private NetworkSpeed() {}

    private record Network(int particles, Activation activation, int... widths) {
        int weights(int fromLayer) {
            int weights = 0;
            for (int l = fromLayer + 1; l < widths.length; l++) {
                weights += widths[l] * (widths[l - 1] + 1);
            }
            return weights;
        }

        /** Of the gradients of one particle. */
        double flops(int rows) {
            return 2.0 * rows * (2 * weights(0) + weights(1));
        }

        String name() {
            return Arrays.stream(widths).mapToObj(Integer::toString).collect(Collectors.joining("-"))
                    + (activation == Activation.RELU ? "" : " tanh");
        }
    }

    public static void main(String[] args) {
        Network[] networks = {
            new Network(200, Activation.RELU, 43, 50, 50, 50, 1),
            new Network(300, Activation.RELU, 20, 20, 20, 1),
            new Network(200, Activation.RELU, 103, 100, 100, 1),
            new Network(200, Activation.TANH, 43, 50, 50, 50, 1),
        };
        say("loops: %s", new Perceptron(networks[0].widths(), Activation.RELU).description());
        say("threads, network, particles, gradients, rows: ms, GFLOP/s, peak GFLOP/s just before and after, share");
        for (int threads = 1; threads <= 2; threads++) {
            try (Workers workers = new Workers(threads)) {
                for (Network network : networks) {
                    int particles = network.particles();
                    report(network, workers, 2 * particles, ROWS);
                    report(network, workers, particles + particles / 4, ROWS);
                    report(network, workers, 2 * particles, OWN_ROWS);
                }
            }
        }
    }

    /**
     * Says how long {@code passes} gradients take. A virtual machine's share of a core changes from one second to the
     * next, so that the peak is measured before and after each time, and the median of the shares is what counts.
     */
    private static void report(Network network, Workers workers, int passes, int rows) {
        Runnable work = work(network, workers, passes, rows);
        double flops = passes * network.flops(rows);
        int warmUp = (int) Math.max(3, 10e9 / flops);
        for (int repeat = 0; repeat < warmUp; repeat++) {
            work.run();
        }
        peak(workers);
        int repeats = 7;
        int calls = (int) Math.max(1, 3e9 / flops);
        double[] times = new double[repeats];
        double[] shares = new double[repeats];
        double[] peaks = new double[repeats];
        for (int repeat = 0; repeat < repeats; repeat++) {
            double before = peak(workers);
            long start = System.nanoTime();
            for (int call = 0; call < calls; call++) {
                work.run();
            }
            times[repeat] = 1e-9 * (System.nanoTime() - start) / calls;
            peaks[repeat] = (before + peak(workers)) / 2;
            shares[repeat] = flops / times[repeat] / peaks[repeat];
        }
        Arrays.sort(times);
        Arrays.sort(shares);
        Arrays.sort(peaks);
        say(
                "%d  %-19s %d %3d %4d: %7.1f  %5.1f  %5.1f  %2.0f %%",
                workers.threads(),
                network.name(),
                network.particles(),
                passes,
                rows,
                1e3 * times[repeats / 2],
                1e-9 * flops / times[repeats / 2],
                1e-9 * peaks[repeats / 2],
                100 * shares[repeats / 2]);
    }

    /** Multiply-adds of all threads together, per second, counted twice. */
    private static double peak(Workers workers) {
        int steps = 20_000;
        int calls = 200;
        float[] results = new float[workers.threads() * 64];
        long start = System.nanoTime();
        workers.forEach(calls, 5, (worker, from, to) -> {
            for (int call = from; call < to; call++) {
                results[64 * worker] += FloatPeak.run(steps);
            }
        });
        return calls * FloatPeak.flops(steps) / (1e-9 * (System.nanoTime() - start));
    }

    /** Gradients of one particle after the other; rows that are not shared are gathered for each. */
    private static Runnable work(Network network, Workers workers, int passes, int rows) {
        var random = new SplittableRandom(1);
        var perceptron = new Perceptron(network.widths(), network.activation());
        int d = perceptron.weights();
        int features = network.widths()[0];
        float[] x = normals(random, features * ROWS, 1);
        float[] y = normals(random, ROWS, 1);
        float[][] weights = new float[network.particles()][];
        float[][] gradients = new float[network.particles()][d];
        for (int p = 0; p < weights.length; p++) {
            weights[p] = normals(random, d, 0.2);
        }
        Perceptron.Scratch[] scratch = new Perceptron.Scratch[workers.threads()];
        Minibatch[] batches = new Minibatch[workers.threads()];
        for (int worker = 0; worker < scratch.length; worker++) {
            scratch[worker] = perceptron.scratch();
            batches[worker] = new Minibatch(features, rows);
        }
        boolean shared = rows == ROWS;
        batches[0].range(x, y, 0, rows);
        int[] index = random.ints(ROWS, 0, ROWS).toArray();
        return () -> workers.forEach(passes, 5, (worker, from, to) -> {
            for (int pass = from; pass < to; pass++) {
                int p = pass % network.particles();
                if (!shared) {
                    batches[worker].gather(x, y, index, pass % (ROWS - rows), rows);
                }
                perceptron.gradient(
                        weights[p],
                        0,
                        batches[shared ? 0 : worker],
                        OutputLikelihood.NORMAL,
                        gradients[p],
                        0,
                        scratch[worker]);
            }
        });
    }

    private static float[] normals(SplittableRandom random, int n, double scale) {
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = (float) (scale * random.nextGaussian());
        }
        return values;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
