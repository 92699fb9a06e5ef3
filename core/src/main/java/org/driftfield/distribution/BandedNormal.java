package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.random.RandomStream;

/**
 * A normal distribution of many coordinates each of which depends on its w neighbours only, as in a random walk or an
 * autoregression of order w: the precision Λ is a band. Work and memory are linear in the number of coordinates.
 *
 * <p>A band has d rows of w + 1 numbers, Λ_jj, Λ_{j,j+1}, …, Λ_{j,j+w}; what would lie past the end is 0. η = (Λ mean, -Λ_jj/2 and
 * -Λ_{j,j+m}), T = (x, x_j² and x_j x_{j+m}).
 */
public final class BandedNormal implements Distribution, ExponentialFamily {
    static final int CODE = 11;

    private final double[] mean;
    private final double[] precision;
    private final double[] linear;
    private final int d;
    private final int w;

    /** L with Λ = L Lᵀ; row j has L_jj, L_{j+1,j}, …, L_{j+w,j}. */
    private final double[] factor;

    /** The covariances within the band. */
    private final double[] covariance;

    private BandedNormal(double[] precision, double[] linear) {
        this.d = linear.length;
        require(
                d >= 1 && precision.length >= d && precision.length % d == 0,
                "a banded precision of %d coordinates must have a multiple of %d values, got %d",
                d,
                d,
                precision.length);
        this.w = precision.length / d - 1;
        this.precision = precision;
        this.linear = linear;
        this.factor = cholesky();
        this.mean = linear.clone();
        solveLower(mean);
        solveUpper(mean);
        this.covariance = withinBand();
    }

    /** From the band of the precision Λ and the linear term b: the mean solves Λ mean = b. */
    public static BandedNormal ofPrecision(double[] band, double[] b) {
        return new BandedNormal(band.clone(), b.clone());
    }

    /** The one with these natural parameters, of d coordinates. */
    public static BandedNormal ofNatural(int d, double... natural) {
        double[] band = Arrays.copyOfRange(natural, d, natural.length);
        int width = band.length / d;
        for (int k = 0; k < band.length; k++) {
            band[k] *= k % width == 0 ? -2 : -1;
        }
        return new BandedNormal(band, Arrays.copyOf(natural, d));
    }

    private double[] cholesky() {
        int row = w + 1;
        double[] lower = precision.clone();
        for (int j = 0; j < d; j++) {
            for (int m = 0; m <= w && j + m < d; m++) {
                double sum = lower[j * row + m];
                for (int k = Math.max(0, j + m - w); k < j; k++) {
                    sum -= lower[k * row + j - k] * lower[k * row + j + m - k];
                }
                if (m == 0) {
                    require(
                            sum > 0 && Double.isFinite(sum),
                            "the precision of a normal distribution must be positive definite");
                    lower[j * row] = Math.sqrt(sum);
                } else {
                    lower[j * row + m] = sum / lower[j * row];
                }
            }
        }
        return lower;
    }

    /** x becomes L⁻¹ x. */
    private void solveLower(double[] x) {
        for (int j = 0; j < d; j++) {
            x[j] /= factor[j * (w + 1)];
            for (int m = 1; m <= w && j + m < d; m++) {
                x[j + m] -= factor[j * (w + 1) + m] * x[j];
            }
        }
    }

    /** x becomes L⁻ᵀ x. */
    private void solveUpper(double[] x) {
        for (int j = d - 1; j >= 0; j--) {
            for (int m = 1; m <= w && j + m < d; m++) {
                x[j] -= factor[j * (w + 1) + m] * x[j + m];
            }
            x[j] /= factor[j * (w + 1)];
        }
    }

    /** Takahashi's recursion: Σ L = L⁻ᵀ, from the last column back, needs no covariance outside the band. */
    private double[] withinBand() {
        int row = w + 1;
        double[] sigma = new double[d * row];
        for (int j = d - 1; j >= 0; j--) {
            double pivot = factor[j * row];
            for (int m = Math.min(w, d - 1 - j); m >= 0; m--) {
                double sum = m == 0 ? 1 / pivot : 0;
                for (int k = 1; k <= w && j + k < d; k++) {
                    int low = Math.min(j + m, j + k);
                    int high = Math.max(j + m, j + k);
                    sum -= factor[j * row + k] * sigma[low * row + high - low];
                }
                sigma[j * row + m] = sum / pivot;
            }
        }
        return sigma;
    }

    @Override
    public double[] natural() {
        double[] natural = Arrays.copyOf(linear, d + precision.length);
        for (int k = 0; k < precision.length; k++) {
            natural[d + k] = precision[k] * (k % (w + 1) == 0 ? -0.5 : -1);
        }
        return natural;
    }

    @Override
    public double[] expectedStatistics() {
        double[] statistics = Arrays.copyOf(mean, d + precision.length);
        for (int j = 0; j < d; j++) {
            for (int m = 0; m <= w && j + m < d; m++) {
                int at = j * (w + 1) + m;
                statistics[d + at] = covariance[at] + mean[j] * mean[j + m];
            }
        }
        return statistics;
    }

    @Override
    public double logPartition() {
        double value = 0.5 * d * Math.log(2 * Math.PI);
        for (int j = 0; j < d; j++) {
            value += 0.5 * linear[j] * mean[j] - Math.log(factor[j * (w + 1)]);
        }
        return value;
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public double mean(int j) {
        return mean[j];
    }

    /** Within the band it is at hand; further apart it takes a solution of a banded system. */
    @Override
    public double covariance(int j, int k) {
        int low = Math.min(j, k);
        int distance = Math.abs(j - k);
        if (distance <= w) {
            return covariance[low * (w + 1) + distance];
        }
        double[] column = new double[d];
        column[k] = 1;
        solveLower(column);
        solveUpper(column);
        return column[j];
    }

    @Override
    public double meanInverse(int j) {
        throw new UnsupportedOperationException("E[1/θ] does not exist under a normal distribution");
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        return new Normal(mean[j], covariance[j * (w + 1)]).expect(0, f);
    }

    @Override
    public double entropy() {
        double value = 0.5 * d * (Math.log(2 * Math.PI) + 1);
        for (int j = 0; j < d; j++) {
            value -= Math.log(factor[j * (w + 1)]);
        }
        return value;
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        double[] x = new double[d];
        for (int j = 0; j < d; j++) {
            x[j] = random.nextNormal();
        }
        solveUpper(x);
        for (int j = 0; j < d; j++) {
            out[at + j] = mean[j] + x[j];
        }
    }

    @Override
    public double[] encode() {
        double[] code = new double[2 + d + precision.length];
        code[0] = CODE;
        code[1] = d;
        System.arraycopy(linear, 0, code, 2, d);
        System.arraycopy(precision, 0, code, 2 + d, precision.length);
        return code;
    }

    static BandedNormal decode(double[] code) {
        int d = (int) code[1];
        return new BandedNormal(Arrays.copyOfRange(code, 2 + d, code.length), Arrays.copyOfRange(code, 2, 2 + d));
    }
}
