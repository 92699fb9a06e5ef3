package org.driftfield.sampler;

import java.util.function.DoubleUnaryOperator;
import org.driftfield.driver.Run;

/** The mean of a quantity over the draws of a run, with its Monte Carlo standard error by batch means within chains. */
public record Moments(double mean, double error) {
    private static final int BATCHES_PER_CHAIN = 25;

    /** Of one series per chain; each is cut into batches long enough to be nearly independent. */
    public static Moments of(double[][] chains) {
        int length = chains[0].length / BATCHES_PER_CHAIN;
        int batches = chains.length * BATCHES_PER_CHAIN;
        double[] means = new double[batches];
        double mean = 0;
        for (int b = 0; b < batches; b++) {
            for (int i = 0; i < length; i++) {
                means[b] += chains[b / BATCHES_PER_CHAIN][b % BATCHES_PER_CHAIN * length + i] / length;
            }
            mean += means[b] / batches;
        }
        double squares = 0;
        for (double m : means) {
            squares += (m - mean) * (m - mean);
        }
        return new Moments(mean, Math.sqrt(squares / (batches - 1) / batches));
    }

    /** The standard deviation, with the error of the variance carried over by the delta method. */
    public static Moments ofSpread(double[][] chains) {
        double mean = of(chains).mean();
        Moments variance = of(map(chains, x -> (x - mean) * (x - mean)));
        double sd = Math.sqrt(variance.mean());
        return new Moments(sd, variance.error() / (2 * sd));
    }

    public static double[][] map(double[][] chains, DoubleUnaryOperator f) {
        double[][] out = new double[chains.length][];
        for (int c = 0; c < chains.length; c++) {
            out[c] = new double[chains[c].length];
            for (int i = 0; i < out[c].length; i++) {
                out[c][i] = f.applyAsDouble(chains[c][i]);
            }
        }
        return out;
    }

    /** The draws of coordinate j, one series per chain. */
    public static double[][] series(Run run, int j) {
        int width = run.draws().length / run.units() / run.snapshots();
        double[][] out = new double[run.units()][run.snapshots()];
        for (int s = 0; s < run.snapshots(); s++) {
            for (int c = 0; c < run.units(); c++) {
                out[c][s] = run.draws()[(s * run.units() + c) * width + j];
            }
        }
        return out;
    }
}
