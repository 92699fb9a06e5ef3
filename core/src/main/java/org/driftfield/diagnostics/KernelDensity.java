package org.driftfield.diagnostics;

import java.util.Arrays;
import org.driftfield.InputException;

/**
 * A smooth curve for the density of draws of one number, to be plotted.
 *
 * <p>Botev, Grotowski and Kroese (2010), Kernel density estimation via diffusion, Annals of Statistics 38(5): the draws
 * are binned and their cosine transform is damped, which is a Gaussian kernel reflected at both ends of the grid; the
 * bandwidth is their improved Sheather-Jones rule, which does not take the density for a normal one.
 *
 * <p>Draws beyond ten interquartile ranges from the quartiles count but are not shown. Draws that are all equal give a
 * narrow peak.
 *
 * @param x where the curve is evaluated, equally spaced and ascending
 * @param density the value there; the area under the curve is the share of the draws that is shown
 */
public record KernelDensity(double[] x, double[] density) {
    private static final int CELLS = 4096;
    private static final int POINTS = 512;
    private static final double FAR = 10;

    /** Of the angles by which the cosine transform turns what the Fourier transform gives. */
    private static final double[] COS = new double[CELLS];

    private static final double[] SIN = new double[CELLS];

    static {
        for (int k = 0; k < CELLS; k++) {
            double angle = Math.PI * k / (2 * CELLS);
            COS[k] = Math.cos(angle);
            SIN[k] = Math.sin(angle);
        }
    }

    /** The curve of draws that may lie anywhere. */
    public static KernelDensity of(double[] draws) {
        return of(draws, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** The curve of draws that lie between two bounds, either of which may be infinite; it does not leak across. */
    public static KernelDensity of(double[] draws, double lower, double upper) {
        InputException.require(draws.length > 0, "draws must not be empty, got none");
        InputException.require(lower < upper, "lower bound must be below the upper, got %s and %s", lower, upper);
        double[] sorted = draws.clone();
        Arrays.sort(sorted);
        double min = sorted[0];
        double max = sorted[sorted.length - 1];
        InputException.require(
                Double.isFinite(min) && Double.isFinite(max), "draws must be finite, got %s to %s", min, max);
        InputException.require(
                min >= lower && max <= upper, "draws must lie in [%s, %s], got %s to %s", lower, upper, min, max);

        double q1 = Quantiles.ofSorted(sorted, 0.25);
        double q3 = Quantiles.ofSorted(sorted, 0.75);
        double far = q3 > q1 ? FAR * (q3 - q1) : max - min;
        double low = Math.max(min, q1 - far);
        double high = Math.min(max, q3 + far);
        // The margin lets the curve fall to zero; where a bound cuts it off, the reflection takes its place.
        double margin = high > low ? 0.15 * (high - low) : 1e-3 * Math.max(Math.abs(min), 1);
        double start = Math.max(low - margin, lower);
        double width = Math.min(high + margin, upper) - start;

        double[] cosines = cosineTransform(bin(sorted, start, width / CELLS));
        double bandwidth = high > low ? DiffusionBandwidth.of(cosines, distinct(sorted)) : 0.05;
        if (Double.isNaN(bandwidth)) {
            bandwidth = silverman(sorted, q3 - q1) / width;
        }
        return onGrid(smooth(cosines, bandwidth), start, width);
    }

    private static KernelDensity onGrid(double[] mass, double start, double width) {
        int block = CELLS / POINTS;
        double step = width / POINTS;
        double[] x = new double[POINTS];
        double[] density = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
            x[i] = start + (i + 0.5) * step;
            double sum = 0;
            for (int j = i * block; j < (i + 1) * block; j++) {
                sum += mass[j];
            }
            // Rounding in the transform may leave -1e-17 where nothing is.
            density[i] = Math.max(sum, 0) / step;
        }
        return new KernelDensity(x, density);
    }

    private static double[] bin(double[] sorted, double start, double cell) {
        double[] share = new double[CELLS];
        for (double v : sorted) {
            int j = (int) Math.floor((v - start) / cell);
            // A draw at the upper bound belongs to the last cell.
            if (j == CELLS) {
                j--;
            }
            if (j >= 0 && j < CELLS) {
                share[j] += 1.0 / sorted.length;
            }
        }
        return share;
    }

    /** C_k = sum_j share_j cos(pi k (j + 1/2) / n). */
    private static double[] cosineTransform(double[] share) {
        double[] re = Arrays.copyOf(share, 2 * CELLS);
        double[] im = new double[2 * CELLS];
        Fourier.transform(re, im);
        double[] cosines = new double[CELLS];
        for (int k = 0; k < CELLS; k++) {
            cosines[k] = re[k] * COS[k] + im[k] * SIN[k];
        }
        return cosines;
    }

    /** The inverse of the cosine transform after damping it by exp(-(pi k h)^2 / 2), a Gaussian kernel of bandwidth h. */
    private static double[] smooth(double[] cosines, double bandwidth) {
        double[] re = new double[2 * CELLS];
        double[] im = new double[2 * CELLS];
        for (int k = 0; k < CELLS; k++) {
            double frequency = Math.PI * k * bandwidth;
            double c = (k == 0 ? 1 : 2) * cosines[k] * Math.exp(-0.5 * frequency * frequency) / CELLS;
            re[k] = c * COS[k];
            im[k] = -c * SIN[k];
        }
        Fourier.transform(re, im);
        return Arrays.copyOf(re, CELLS);
    }

    private static int distinct(double[] sorted) {
        int count = 1;
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] != sorted[i - 1]) {
                count++;
            }
        }
        return count;
    }

    /** Silverman (1986), eq. 3.31, for draws too few or too coarse for the other rule. */
    private static double silverman(double[] sorted, double interquartileRange) {
        double sd = Math.sqrt(Chains.variance(sorted));
        double scale = interquartileRange > 0 ? Math.min(sd, interquartileRange / 1.34) : sd;
        return 0.9 * scale * Math.pow(sorted.length, -0.2);
    }
}
