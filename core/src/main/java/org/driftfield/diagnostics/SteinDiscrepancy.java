package org.driftfield.diagnostics;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.driftfield.InputException;
import org.driftfield.kernel.Kernels;

/**
 * The kernel Stein discrepancy: how far a cloud of draws is from a target that is known only by its score, the gradient
 * of its log density; zero in the limit of exact draws, and sensitive to everything when it is not.
 *
 * <p>Gorham and Mackey (2017), Measuring sample quality with kernels, ICML, with the inverse multiquadric
 * (1 + |u - v|^2)^(-1/2), whose discrepancy goes to zero only if the draws converge to the target. Coordinates are divided
 * by a scale first, so that the kernel is as wide as the target. Time is n^2 d, memory n^2 / 2.
 */
public final class SteinDiscrepancy {
    /** So many replicates beyond what was observed tell its probability to a seventh of itself. */
    private static final int MANY_EXCEEDING = 50;

    private final int n;
    /** Row i of the lower triangle of the Stein kernel matrix k_0 starts at i (i + 1) / 2. */
    private final double[] triangle;

    private SteinDiscrepancy(int n, double[] triangle) {
        this.n = n;
        this.triangle = triangle;
    }

    /**
     * Evaluates the Stein kernel at every pair of draws.
     *
     * @param draws {@code draws[i][j]}, coordinate j of draw i
     * @param scores gradient of the log density of the target at each draw
     * @param scale positive length unit of each coordinate, such as the posterior standard deviation
     */
    public static SteinDiscrepancy of(double[][] draws, double[][] scores, double[] scale) {
        int n = draws.length;
        int d = scale.length;
        InputException.require(n >= 2, "draws must be at least 2, got %d", n);
        InputException.require(n <= 30_000, "draws must be at most 30000, got %d; thin them", n);
        InputException.require(scores.length == n, "scores must be as many as draws, %d, got %d", n, scores.length);
        double[][] x = new double[n][d];
        double[][] s = new double[n][d];
        for (int i = 0; i < n; i++) {
            InputException.require(
                    draws[i].length == d && scores[i].length == d,
                    "draws and scores must have %d coordinates as the scale, got %d and %d",
                    d,
                    draws[i].length,
                    scores[i].length);
            for (int j = 0; j < d; j++) {
                InputException.require(scale[j] > 0, "scale must be positive, got %s", scale[j]);
                x[i][j] = draws[i][j] / scale[j];
                s[i][j] = scores[i][j] * scale[j];
            }
        }
        double[] triangle = new double[n * (n + 1) / 2];
        for (int i = 0, at = 0; i < n; i++) {
            for (int k = 0; k <= i; k++) {
                triangle[at++] = steinKernel(x[i], x[k], s[i], s[k]);
            }
        }
        return new SteinDiscrepancy(n, triangle);
    }

    /** The Stein kernel k_0 of Gorham and Mackey (2017) for k = (1 + r^2)^(-1/2). */
    private static double steinKernel(double[] x, double[] y, double[] sx, double[] sy) {
        double r2 = 0;
        double scoreProduct = 0;
        double scoreAlong = 0;
        for (int j = 0; j < x.length; j++) {
            double delta = x[j] - y[j];
            r2 += delta * delta;
            scoreProduct += sx[j] * sy[j];
            scoreAlong += (sx[j] - sy[j]) * delta;
        }
        double inverse = 1 / (1 + r2);
        double k = Math.sqrt(inverse);
        // grad_y k = delta k^3 = -grad_x k, and the trace of grad_x grad_y k is d k^3 - 3 r^2 k^5.
        return k * (scoreProduct + inverse * (scoreAlong + x.length - 3 * r2 * inverse));
    }

    /** The discrepancy itself, the root of the V-statistic. */
    public double discrepancy() {
        return Math.sqrt(vStatistic());
    }

    /** The squared discrepancy with the diagonal: never negative, biased upwards by order 1/n. */
    public double vStatistic() {
        return (2 * offDiagonal() + diagonal()) / n / n;
    }

    /** The squared discrepancy without the diagonal: unbiased for independent draws, may be negative. */
    public double uStatistic() {
        return 2 * offDiagonal() / n / (n - 1);
    }

    /**
     * The probability of a discrepancy as large as this from exact draws, by the wild bootstrap of Chwialkowski,
     * Strathmann and Gretton (2016), A kernel test of goodness of fit, ICML.
     *
     * @param replicates bootstrap replicates; fewer where many exceed it: a large probability need not be known so well
     *     (Besag and Clifford 1991, Sequential Monte Carlo p-values, Biometrika)
     * @param flip probability in (0, 1/2] that the sign changes from a draw to the next: 1/2 for independent draws, less
     *     (about the reciprocal of the autocorrelation time) for the draws of a chain in their order
     */
    public double pValue(UniformRandomProvider random, int replicates, double flip) {
        InputException.require(replicates >= 1, "replicates must be at least 1, got %d", replicates);
        InputException.require(flip > 0 && flip <= 0.5, "flip probability must lie in (0, 0.5], got %s", flip);
        double[] sign = new double[n];
        Arrays.fill(sign, 1);
        double observed = signedOffDiagonal(sign);
        int exceeding = 0;
        int made = 0;
        for (; made < replicates && exceeding < MANY_EXCEEDING; made++) {
            sign[0] = random.nextBoolean() ? 1 : -1;
            for (int i = 1; i < n; i++) {
                sign[i] = random.nextDouble() < flip ? -sign[i - 1] : sign[i - 1];
            }
            // The diagonal is the same whatever the signs, so comparing the rest compares the V-statistics.
            if (signedOffDiagonal(sign) >= observed) {
                exceeding++;
            }
        }
        return exceeding == MANY_EXCEEDING ? (double) exceeding / made : (1.0 + exceeding) / (1.0 + made);
    }

    private double signedOffDiagonal(double[] sign) {
        double sum = 0;
        for (int i = 1; i < n; i++) {
            sum += sign[i] * Kernels.dot(sign, 0, triangle, i * (i + 1) / 2, i);
        }
        return sum;
    }

    private double offDiagonal() {
        double sum = 0;
        for (int i = 1; i < n; i++) {
            int row = i * (i + 1) / 2;
            for (int k = 0; k < i; k++) {
                sum += triangle[row + k];
            }
        }
        return sum;
    }

    private double diagonal() {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += triangle[i * (i + 1) / 2 + i];
        }
        return sum;
    }
}
