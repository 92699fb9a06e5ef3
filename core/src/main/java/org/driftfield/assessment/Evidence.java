package org.driftfield.assessment;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.driftfield.diagnostics.BridgeSampling;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * The log evidence of a model, log p(y): how probable it made the data before they were seen, the parameters averaged over
 * their priors. By bridge sampling between the draws and a normal distribution that was fitted to other draws of the same
 * posterior, on the free scale; and, from below and whatever the draws are worth, by the variational bound of that normal.
 *
 * @param log the estimate
 * @param error its standard error
 * @param bound what it is at least
 * @param boundError the standard error of the bound; NaN, as the bound, where there is none
 */
public record Evidence(double log, double error, double bound, double boundError) {
    /** Draws of either kind; the error falls with their root, and is small long before. */
    private static final int MOST_DRAWS = 10_000;

    /** A covariance needs so many draws for each coordinate, at the least. */
    private static final int DRAWS_A_COORDINATE = 10;

    /** From so many particles on, different particles are fitted to and looked at; of few chains different halves. */
    private static final int MANY_UNITS = 100;

    /** An error beyond this, in nats, is not worth comparing models with. */
    public static final double LARGE_ERROR = 0.5;

    /** The evidence of a model by draws of its posterior, whose log density must have all its constants. */
    public static Evidence of(FreeModel model, Posterior posterior, long seed) {
        int d = model.dimension();
        int[][] halves = halves(posterior);
        require(
                halves[0].length >= DRAWS_A_COORDINATE * d,
                "the evidence of %d parameters needs at least %d draws, got %d",
                d,
                2 * DRAWS_A_COORDINATE * d,
                posterior.size());
        MultivariateNormal normal = fitted(posterior, halves[0], d);
        double[] ratios = logRatios(model, normal, halves[1].length, (i, z) -> posterior.freeDraw(halves[1][i], z));
        int length = posterior.snapshots() - firstLookedAt(posterior);
        double[][] own = new double[ratios.length / length][];
        Arrays.setAll(own, c -> Arrays.copyOfRange(ratios, c * length, (c + 1) * length));
        int count = Math.min(MOST_DRAWS, ratios.length);
        double[] proposed = logRatios(
                model, normal, count, (i, z) -> normal.sample(RandomStream.of(seed, 0, StreamKeys.EVIDENCE, i), z, 0));
        BridgeSampling bridge = BridgeSampling.of(own, proposed);
        double bound = Arrays.stream(proposed).average().orElse(Double.NaN);
        if (!Double.isFinite(bound)) {
            return new Evidence(bridge.log(), bridge.error(), Double.NaN, Double.NaN);
        }
        double squares = 0;
        for (double value : proposed) {
            squares += (value - bound) * (value - bound) / (count - 1.0);
        }
        return new Evidence(bridge.log(), bridge.error(), bound, Math.sqrt(squares / count));
    }

    /** In words. */
    public String sentence() {
        String estimate = String.format(Locale.ROOT, "log evidence %.2f (± %.3f), by bridge sampling", log, error);
        String below = Double.isNaN(bound)
                ? ""
                : String.format(Locale.ROOT, "; at least %.2f (± %.3f), the bound of a normal", bound, boundError);
        return estimate + below + (error > LARGE_ERROR ? "; too uncertain to compare models by: take more draws" : "");
    }

    private static boolean many(Posterior posterior) {
        return posterior.units() >= MANY_UNITS;
    }

    /** The first snapshot of which draws are looked at. */
    private static int firstLookedAt(Posterior posterior) {
        return many(posterior) ? 0 : posterior.snapshots() / 2;
    }

    /** The draws to fit to, and those to look at, the latter chain by chain. */
    private static int[][] halves(Posterior posterior) {
        int units = posterior.units();
        int snapshots = posterior.snapshots();
        boolean many = many(posterior);
        int thin = many ? Math.max(1, units / 2 * snapshots / MOST_DRAWS) : 1;
        int[] fit = IntStream.range(0, posterior.size())
                .filter(i -> many ? i % units % 2 == 0 : i / units < snapshots / 2)
                .toArray();
        int[] look = IntStream.range(0, units)
                .filter(unit -> !many || (unit % 2 == 1 && unit / 2 % thin == 0))
                .flatMap(unit ->
                        IntStream.range(firstLookedAt(posterior), snapshots).map(snapshot -> snapshot * units + unit))
                .toArray();
        return new int[][] {fit, look};
    }

    private static MultivariateNormal fitted(Posterior posterior, int[] draws, int d) {
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        double[] z = new double[d];
        for (int i : draws) {
            posterior.freeDraw(i, z);
            for (int j = 0; j < d; j++) {
                mean[j] += z[j] / draws.length;
            }
        }
        for (int i : draws) {
            posterior.freeDraw(i, z);
            for (int j = 0; j < d; j++) {
                for (int k = 0; k <= j; k++) {
                    covariance[j * d + k] += (z[j] - mean[j]) * (z[k] - mean[k]) / (draws.length - 1);
                    covariance[k * d + j] = covariance[j * d + k];
                }
            }
        }
        return MultivariateNormal.ofCovariance(mean, covariance);
    }

    /** Where the points are. */
    private interface Points {
        void write(int i, double[] z);
    }

    /** The log density of the model over that of the normal at each point. */
    private static double[] logRatios(FreeModel model, MultivariateNormal normal, int count, Points points) {
        double[] out = new double[count];
        int d = model.dimension();
        int parts = model.atOnce() ? 1 : Math.min(64, count);
        IntStream.range(0, parts).parallel().forEach(part -> {
            int from = (int) ((long) part * count / parts);
            int some = (int) ((part + 1L) * count / parts) - from;
            double[] flat = new double[some * d];
            double[] z = new double[d];
            for (int i = 0; i < some; i++) {
                points.write(from + i, z);
                System.arraycopy(z, 0, flat, i * d, d);
            }
            double[] values = model.evaluator().values(flat, some);
            for (int i = 0; i < some; i++) {
                System.arraycopy(flat, i * d, z, 0, d);
                out[from + i] = Double.isNaN(values[i]) ? Double.NEGATIVE_INFINITY : values[i] - normal.logDensity(z);
            }
        });
        return out;
    }
}
