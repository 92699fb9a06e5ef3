package org.driftfield.meanfield;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ejml.interfaces.decomposition.QRDecomposition;

/** A Gaussian target with known answer: the optimal factor k of its mean field is N(μ_k, Λ_kk⁻¹). */
class GaussianModel implements Model {
    final double[] mean;
    final DMatrixRMaj covariance;
    final DMatrixRMaj precision;
    private final int d;

    /** Elements of the precision further from the diagonal than this are rounding errors of zero. */
    private final int band;

    GaussianModel(double[] mean, DMatrixRMaj covariance) {
        this.mean = mean;
        this.covariance = covariance;
        this.d = mean.length;
        this.precision = new DMatrixRMaj(d, d);
        CommonOps_DDRM.invert(covariance.copy(), precision);
        int widest = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                widest = matters(i, j) ? Math.max(widest, Math.abs(i - j)) : widest;
            }
        }
        this.band = widest;
    }

    final boolean matters(int i, int j) {
        return Math.abs(precision.get(i, j)) > 1e-10 * Math.sqrt(precision.get(i, i) * precision.get(j, j));
    }

    /** Correlation rho^|i-j|, standard deviations and means that differ by coordinate. */
    static GaussianModel autoregressive(int d, double rho) {
        double[] mean = new double[d];
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        for (int i = 0; i < d; i++) {
            mean[i] = 1 - 0.5 * (i % 5);
            for (int j = 0; j < d; j++) {
                covariance.set(i, j, Math.pow(rho, Math.abs(i - j)) * sd(i) * sd(j));
            }
        }
        return new GaussianModel(mean, covariance);
    }

    private static double sd(int i) {
        return 0.5 + (i % 3);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.real("x", d));
    }

    @Override
    public double logDensity(double[] x, double[] gradient) {
        double value = 0;
        for (int i = 0; i < d; i++) {
            double sum = 0;
            for (int j = Math.max(0, i - band); j <= Math.min(d - 1, i + band); j++) {
                sum -= precision.data[i * d + j] * (x[j] - mean[j]);
            }
            gradient[i] = sum;
            value += 0.5 * sum * (x[i] - mean[i]);
        }
        return value;
    }

    /** The covariance Λ_kk⁻¹ of the optimal factor of a block. */
    DMatrixRMaj factorCovariance(int[] block) {
        DMatrixRMaj own = new DMatrixRMaj(block.length, block.length);
        for (int i = 0; i < block.length; i++) {
            for (int j = 0; j < block.length; j++) {
                own.set(i, j, precision.get(block[i], block[j]));
            }
        }
        DMatrixRMaj inverse = new DMatrixRMaj(block.length, block.length);
        CommonOps_DDRM.invert(own, inverse);
        return inverse;
    }

    /** KL(N(m, C) ‖ π). */
    double divergence(double[] m, DMatrixRMaj c) {
        double value = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                value += 0.5 * precision.get(i, j) * (c.get(j, i) + (m[i] - mean[i]) * (m[j] - mean[j]));
            }
        }
        return value - 0.5 * d + 0.5 * Math.log(CommonOps_DDRM.det(covariance) / CommonOps_DDRM.det(c));
    }

    /** KL(q‖π) of the optimal factors: ½ (Σ log det Λ_kk - log det Λ). */
    double optimalDivergence(List<Block> blocks) {
        double value = 0.5 * Math.log(CommonOps_DDRM.det(covariance));
        for (Block block : blocks) {
            value -= 0.5 * Math.log(CommonOps_DDRM.det(factorCovariance(block.coordinates())));
        }
        return value;
    }

    /** A random rotation of independent coordinates whose standard deviations run from lowest to highest. */
    static GaussianModel rotated(int d, double lowest, double highest, double offset, long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        DMatrixRMaj normals = new DMatrixRMaj(d, d);
        for (int i = 0; i < d * d; i++) {
            normals.data[i] = random.nextNormal();
        }
        QRDecomposition<DMatrixRMaj> qr = DecompositionFactory_DDRM.qr(d, d);
        qr.decompose(normals);
        DMatrixRMaj rotation = qr.getQ(null, false);
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        double[] mean = new double[d];
        for (int k = 0; k < d; k++) {
            double sd = lowest * Math.pow(highest / lowest, k / (d - 1.0));
            for (int i = 0; i < d; i++) {
                mean[i] += offset * sd * rotation.get(i, k);
                for (int j = 0; j < d; j++) {
                    covariance.add(i, j, sd * sd * rotation.get(i, k) * rotation.get(j, k));
                }
            }
        }
        return new GaussianModel(mean, covariance);
    }

    /** ‖C^-½ Ĉ C^-½ - I‖ in operator norm, with C = Λ_kk⁻¹ and Ĉ the covariance of the draws. */
    double covarianceError(Posterior posterior, Block block) {
        int[] own = block.coordinates();
        int k = own.length;
        double[] points = new double[posterior.size() * k];
        double[] draw = new double[d];
        for (int i = 0; i < posterior.size(); i++) {
            posterior.draw(i, draw);
            for (int j = 0; j < k; j++) {
                points[i * k + j] = draw[own[j]];
            }
        }
        double[] covariance = new double[k * k];
        Moments.meanAndCovariance(points, posterior.size(), k, new double[k], covariance);
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(k, true);
        cholesky.decompose(factorCovariance(own));
        DMatrixRMaj inverse = new DMatrixRMaj(k, k);
        CommonOps_DDRM.invert(cholesky.getT(null), inverse);
        DMatrixRMaj half = new DMatrixRMaj(k, k);
        DMatrixRMaj white = new DMatrixRMaj(k, k);
        CommonOps_DDRM.mult(inverse, new DMatrixRMaj(k, k, true, covariance), half);
        CommonOps_DDRM.multTransB(half, inverse, white);
        for (int j = 0; j < k; j++) {
            white.add(j, j, -1);
        }
        return NormOps_DDRM.inducedP2(white);
    }

    /**
     * The same model that also knows its expected log density: for a quadratic, an average over points of the other factors
     * is, up to a constant, the log density at the average point.
     */
    static final class Knowing extends GaussianModel implements MeanFieldModel {
        Knowing(GaussianModel model) {
            super(model.mean, model.covariance);
        }

        @Override
        public Optional<FactorDensity> factorDensity(Block block) {
            return Optional.of(new FactorDensity() {
                @Override
                public Conditioned given(Marginals others) {
                    double[] point = new double[mean.length];
                    for (int j = 0; j < point.length; j++) {
                        point[j] = coupled(j) ? others.mean(j) : 0;
                    }
                    return averaged(point, 1).orElseThrow();
                }

                private boolean coupled(int j) {
                    return Arrays.stream(block.coordinates()).anyMatch(i -> i != j && matters(i, j));
                }

                @Override
                public Optional<Conditioned> averaged(double[] points, int count) {
                    int[] own = block.coordinates();
                    double[] shift = new double[own.length];
                    boolean[] mine = new boolean[mean.length];
                    for (int j : own) {
                        mine[j] = true;
                    }
                    for (int i = 0; i < own.length; i++) {
                        for (int j = 0; j < mean.length; j++) {
                            for (int s = 0; s < count && !mine[j] && matters(own[i], j); s++) {
                                shift[i] -= precision.get(own[i], j) * (points[s * mean.length + j] - mean[j]) / count;
                            }
                        }
                    }
                    return Optional.of((at, from, to, logDensity, gradient) ->
                            evaluate(shift, at, from, to, logDensity, gradient));
                }

                private void evaluate(
                        double[] shift, double[] points, int from, int to, double[] logDensity, double[] gradient) {
                    int[] own = block.coordinates();
                    int k = own.length;
                    for (int p = from; p < to; p++) {
                        double value = 0;
                        for (int i = 0; i < k; i++) {
                            double sum = shift[i];
                            for (int j = 0; j < k; j++) {
                                sum -= precision.get(own[i], own[j]) * (points[p * k + j] - mean[own[j]]);
                            }
                            gradient[p * k + i] = sum;
                            value += 0.5 * (sum + shift[i]) * (points[p * k + i] - mean[own[i]]);
                        }
                        if (logDensity != null) {
                            logDensity[p] = value;
                        }
                    }
                }
            });
        }
    }
}
