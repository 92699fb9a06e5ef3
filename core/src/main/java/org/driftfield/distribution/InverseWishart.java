package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The inverse Wishart distribution of a p × p covariance Σ, density proportional to |Σ|^(-(ν+p+1)/2) exp(-tr(Ψ Σ⁻¹)/2) with the
 * scale Ψ: η = (-(ν+p+1)/2, -Ψ/2), T = (log|Σ|, Σ⁻¹), matrices row-major, all p² elements. Σ⁻¹ has the {@link Wishart}
 * distribution with rate Ψ.
 */
public final class InverseWishart implements Distribution, ExponentialFamily {
    static final int CODE = 10;

    private final Wishart precision;
    private final double degrees;
    private final int p;
    private final double[] scale;

    private InverseWishart(Wishart precision) {
        this.precision = precision;
        this.degrees = precision.degrees();
        this.scale = precision.rate();
        this.p = (int) Math.round(Math.sqrt(scale.length));
    }

    /** With ν degrees of freedom and the scale Ψ, row-major. */
    public static InverseWishart ofScale(double degrees, double... scale) {
        return new InverseWishart(Wishart.ofRate(degrees, scale));
    }

    /** The one with these natural parameters. */
    public static InverseWishart ofNatural(double... natural) {
        double[] scale = new double[natural.length - 1];
        for (int k = 0; k < scale.length; k++) {
            scale[k] = -2 * natural[k + 1];
        }
        int p = (int) Math.round(Math.sqrt(scale.length));
        return ofScale(-2 * natural[0] - p - 1, scale);
    }

    @Override
    public double[] natural() {
        double[] natural = precision.natural();
        natural[0] = -(degrees + p + 1) / 2;
        return natural;
    }

    /** (E[log|Σ|], E[Σ⁻¹] = ν Ψ⁻¹). */
    @Override
    public double[] expectedStatistics() {
        double[] statistics = precision.expectedStatistics();
        statistics[0] = -statistics[0];
        return statistics;
    }

    @Override
    public double logPartition() {
        return precision.logPartition();
    }

    @Override
    public int dimension() {
        return p * p;
    }

    @Override
    public boolean tied() {
        return true;
    }

    @Override
    public double mean(int j) {
        double rest = degrees - p - 1;
        return rest > 0 ? scale[j] / rest : Double.POSITIVE_INFINITY;
    }

    @Override
    public double covariance(int j, int k) {
        double rest = degrees - p - 1;
        if (rest <= 2) {
            return Double.POSITIVE_INFINITY;
        }
        double across = at(j / p, k / p) * at(j % p, k % p) + at(j / p, k % p) * at(j % p, k / p);
        return (2 * scale[j] * scale[k] + rest * across) / ((rest + 1) * rest * rest * (rest - 2));
    }

    private double at(int row, int column) {
        return scale[row * p + column];
    }

    /** Of an element on the diagonal; off it there is none. */
    @Override
    public double meanInverse(int j) {
        require(j / p == j % p, "E[1/x] does not exist off the diagonal of an inverse Wishart distribution");
        return diagonal(j / p).meanInverse(0);
    }

    private InverseGamma diagonal(int i) {
        return new InverseGamma((degrees - p + 1) / 2, at(i, i) / 2);
    }

    /**
     * Off the diagonal Σ_ij = b Σ_ii with b independent of Σ_ii and Student distributed: in u with b = centre + width sinh u its
     * density is cosh(u)^-n, n its degrees of freedom.
     */
    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        int row = j / p;
        int column = j % p;
        if (row == column) {
            return diagonal(row).expect(0, f);
        }
        double n = degrees - p + 2;
        double centre = scale[j] / at(row, row);
        double width = Math.sqrt((at(column, column) - centre * scale[j]) / at(row, row));
        double reach = 12 / Math.sqrt(n) + 40 / n;
        return diagonal(row)
                .expect(
                        0,
                        x -> LogConcaveSum.expect(
                                u -> -n * Math.log(Math.cosh(u)),
                                -reach,
                                reach,
                                u -> f.applyAsDouble(x * (centre + width * Math.sinh(u)))));
    }

    @Override
    public double entropy() {
        return ExponentialFamily.super.entropy();
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        DMatrixRMaj drawn = new DMatrixRMaj(p, p);
        precision.sample(random, drawn.data, 0);
        DMatrixRMaj inverse = new DMatrixRMaj(p, p);
        CommonOps_DDRM.invert(drawn, inverse);
        for (int row = 0; row < p; row++) {
            for (int column = 0; column < p; column++) {
                // The inverse is symmetric but for rounding.
                out[at + row * p + column] = inverse.get(Math.max(row, column), Math.min(row, column));
            }
        }
    }

    @Override
    public double[] encode() {
        double[] code = new double[2 + p * p];
        code[0] = CODE;
        code[1] = degrees;
        System.arraycopy(scale, 0, code, 2, p * p);
        return code;
    }

    static InverseWishart decode(double[] code) {
        return ofScale(code[1], Arrays.copyOfRange(code, 2, code.length));
    }
}
