package org.driftfield.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntFunction;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/** The O(d) formulas against dense matrices. */
class RankOneNormalTest {
    private static final int D = 5;
    private static final double TOLERANCE = 1e-10;

    private final double[] b = normals(1);
    private final double[] c = {0.3, 1.4, 0.8, 2.5, 0.6};
    private final DMatrixRMaj sigma = covariance();

    private DMatrixRMaj covariance() {
        DMatrixRMaj out = new DMatrixRMaj(D, D);
        for (int j = 0; j < D; j++) {
            for (int k = 0; k < D; k++) {
                out.set(j, k, b[j] * b[k] + (j == k ? c[j] * c[j] : 0));
            }
        }
        return out;
    }

    private static double[] normals(int seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        double[] values = new double[D];
        for (int j = 0; j < D; j++) {
            values[j] = random.nextNormal();
        }
        return values;
    }

    private static DMatrixRMaj column(double... values) {
        return new DMatrixRMaj(values.length, 1, true, values.clone());
    }

    private static DMatrixRMaj times(DMatrixRMaj left, DMatrixRMaj right) {
        DMatrixRMaj out = new DMatrixRMaj(left.numRows, right.numCols);
        CommonOps_DDRM.mult(left, right, out);
        return out;
    }

    private static DMatrixRMaj solved(DMatrixRMaj matrix, double... right) {
        DMatrixRMaj inverse = new DMatrixRMaj(D, D);
        assertThat(CommonOps_DDRM.invert(matrix, inverse)).isTrue();
        return times(inverse, column(right));
    }

    @Test
    void entropyIsThatOfTheMatrix() {
        double expected = 0.5 * (Math.log(CommonOps_DDRM.det(sigma)) + D * (1 + Math.log(2 * Math.PI)));
        assertThat(RankOneNormal.entropy(b, c)).isCloseTo(expected, within(TOLERANCE));
    }

    @Test
    void scoreIsThatOfTheMatrix() {
        double[] mu = normals(2);
        double[] e = normals(3);
        double[] theta = new double[D];
        RankOneNormal.place(mu, b, c, -0.7, e, theta);
        double[] found = new double[D];
        RankOneNormal.subtractScore(b, c, -0.7, e, found);
        double[] off = new double[D];
        for (int j = 0; j < D; j++) {
            off[j] = theta[j] - mu[j];
        }
        DMatrixRMaj expected = solved(sigma, off);
        for (int j = 0; j < D; j++) {
            assertThat(found[j]).isCloseTo(expected.get(j), within(TOLERANCE));
        }
    }

    /** I_ij = ½ tr(Σ⁻¹ ∂_iΣ Σ⁻¹ ∂_jΣ) for parameters of the covariance, Σ⁻¹ for the mean; each block inverted densely. */
    @Test
    void naturalGradientIsTheInverseFisherTimesTheGradient() {
        double[] gMu = normals(4);
        double[] gB = normals(5);
        double[] gC = normals(6);
        DMatrixRMaj mu = times(sigma, column(gMu));
        DMatrixRMaj factor = solved(
                fisher(j -> {
                    DMatrixRMaj derivative = new DMatrixRMaj(D, D);
                    for (int k = 0; k < D; k++) {
                        derivative.add(j, k, b[k]);
                        derivative.add(k, j, b[k]);
                    }
                    return derivative;
                }),
                gB);
        DMatrixRMaj diagonal = solved(
                fisher(j -> {
                    DMatrixRMaj derivative = new DMatrixRMaj(D, D);
                    derivative.set(j, j, 2 * c[j]);
                    return derivative;
                }),
                gC);
        RankOneNormal.naturalGradient(b, c, gMu, gB, gC);
        for (int j = 0; j < D; j++) {
            assertThat(gMu[j]).isCloseTo(mu.get(j), within(TOLERANCE));
            assertThat(gB[j]).isCloseTo(factor.get(j), within(TOLERANCE));
            assertThat(gC[j]).isCloseTo(diagonal.get(j), within(TOLERANCE));
        }
    }

    private DMatrixRMaj fisher(IntFunction<DMatrixRMaj> derivative) {
        DMatrixRMaj inverse = new DMatrixRMaj(D, D);
        assertThat(CommonOps_DDRM.invert(sigma, inverse)).isTrue();
        DMatrixRMaj information = new DMatrixRMaj(D, D);
        for (int i = 0; i < D; i++) {
            DMatrixRMaj left = times(inverse, derivative.apply(i));
            for (int j = 0; j < D; j++) {
                DMatrixRMaj right = times(inverse, derivative.apply(j));
                information.set(i, j, 0.5 * CommonOps_DDRM.trace(times(left, right)));
            }
        }
        return information;
    }
}
