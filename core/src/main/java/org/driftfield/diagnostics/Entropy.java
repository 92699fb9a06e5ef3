package org.driftfield.diagnostics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.InputException;

/**
 * The differential entropy of the distribution that a cloud of points came from, by the distances to their nearest
 * neighbours.
 *
 * <p>Kozachenko and Leonenko (1987), Sample estimate of the entropy of a random vector, in the form of Kraskov, Stögbauer
 * and Grassberger (2004), eq. 20: H = psi(n) - psi(k) + log V_d + d/n sum_i log r_i, with r_i the distance to the k-th
 * neighbour and V_d the volume of the unit ball. Points are whitened first, and the log determinant added back.
 *
 * <p>Identical points, as rejected Metropolis moves leave them, are one location with a multiplicity. Distances are taken
 * between locations, a location counts as often as it occurs, and the density around it is corrected by the mean
 * multiplicity of its neighbourhood relative to that of all. With equal multiplicities this is the formula above for the
 * locations.
 *
 * <p>For 1000 points of a Gaussian and k = 3 the bias is below 0.01 nats in one and two dimensions, -0.09 in five, +0.09 in
 * ten, and grows beyond.
 */
public final class Entropy {
    private Entropy() {}

    /**
     * The entropy in nats, or minus infinity when the points lie in a subspace or have no more than k distinct locations.
     *
     * @param points n points of d coordinates, row-major
     * @param k the neighbour to take; 3 to 5 balances bias and variance
     */
    public static double nearestNeighbour(double[] points, int n, int d, int k) {
        InputException.require(k >= 1, "neighbours must be at least 1, got %d", k);
        var whitening = new Whitening(points, n, d);
        int[] first = new int[n];
        int[] multiplicity = new int[n];
        int locations = locations(points, n, d, first, multiplicity);
        if (!whitening.fullRank() || locations <= k) {
            return Double.NEGATIVE_INFINITY;
        }
        double[] y = new double[locations * d];
        for (int u = 0; u < locations; u++) {
            whitening.whiten(points, first[u] * d, y, u * d);
        }
        // Multiplicities vary slowly in space but much between neighbours, so they are averaged over more than k.
        int reach = locations == n ? k : Math.min(4 * k, locations - 1);
        double[] squared = new double[reach];
        int[] neighbour = new int[reach];
        double sum = 0;
        for (int u = 0; u < locations; u++) {
            nearest(y, d, locations, u, squared, neighbour);
            double logDensityRatio = 0;
            if (locations < n) {
                double around = 0;
                for (int v : neighbour) {
                    around += multiplicity[v];
                }
                logDensityRatio = Math.log(around / reach * locations / n);
            }
            sum += multiplicity[u] * (0.5 * d * Math.log(squared[k - 1]) - logDensityRatio);
        }
        double logBall = 0.5 * d * Math.log(Math.PI) - LogGamma.value(0.5 * d + 1);
        return Digamma.value(locations) - Digamma.value(k) + logBall + sum / n + whitening.logDeterminant();
    }

    /** Squared distances to, and indices of, the nearest other locations, ascending. */
    private static void nearest(double[] y, int d, int locations, int u, double[] squared, int[] neighbour) {
        int last = squared.length - 1;
        Arrays.fill(squared, Double.POSITIVE_INFINITY);
        for (int v = 0; v < locations; v++) {
            if (v == u) {
                continue;
            }
            double r2 = 0;
            for (int j = 0; j < d; j++) {
                double delta = y[u * d + j] - y[v * d + j];
                r2 += delta * delta;
            }
            if (r2 < squared[last]) {
                int at = last;
                while (at > 0 && squared[at - 1] > r2) {
                    squared[at] = squared[at - 1];
                    neighbour[at] = neighbour[at - 1];
                    at--;
                }
                squared[at] = r2;
                neighbour[at] = v;
            }
        }
    }

    /** Finds the distinct points: index of the first of each, how often it occurs; returns their number. */
    private static int locations(double[] points, int n, int d, int[] first, int[] multiplicity) {
        Comparator<Integer> byCoordinates =
                (a, b) -> Arrays.compare(points, a * d, a * d + d, points, b * d, b * d + d);
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(byCoordinates)
                .mapToInt(Integer::intValue)
                .toArray();
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || byCoordinates.compare(order[i - 1], order[i]) != 0) {
                first[count++] = order[i];
            }
            multiplicity[count - 1]++;
        }
        return count;
    }
}
