package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Without hidden layers the network is a linear regression, whose mean-field optimum q(w)q(τ)q(σ²) is known: q(w) is normal
 * with precision ⟨1/σ²⟩ XᵀX + diag⟨1/τ⟩. It is found by turns, without any Monte Carlo, and compared with the cloud.
 */
class LinearNetworkTest {
    private static final int PARTICLES = 400;
    private static final int D = 4;

    private final double[] mean = new double[D];
    private final double[][] covariance = new double[D][D];
    private double variance;

    private double dof;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theCloudIsTheMeanFieldOptimum(boolean heavyTails) {
        NetworkData data = TestRows.data(120, Task.REGRESSION, 0, 0);
        NetworkOptions options = NetworkOptions.defaults()
                .withHidden()
                .withParticles(PARTICLES)
                .withRecipe(NetworkRecipe.standard()
                        .withGroups(1)
                        .withBatch(40)
                        .withIterations(3000)
                        .withErrors(heavyTails ? Errors.STUDENT : Errors.NORMAL));
        NetworkPosterior posterior = Network.fit(data, options).posterior();
        solve(data.train(), heavyTails);
        float[] weights = posterior.meanWeights();
        double spread = spread(data.train().y());
        for (int j = 0; j < D; j++) {
            double sd = Math.sqrt(covariance[j][j]);
            double squares = 0;
            for (int p = 0; p < PARTICLES; p++) {
                double difference = posterior.weights(p)[j] - weights[j];
                squares += difference * difference / PARTICLES;
            }
            // The cloud's mean moves as one, by the common drift: 0.15 sd is 3 Monte Carlo errors of 400 particles. Its
            // spread has a Monte Carlo error of 3.5 %, and what step size and minibatch add is allowed 10 %.
            assertThat((weights[j] - mean[j]) / sd).as("mean of weight %d", j).isCloseTo(0, within(0.15));
            assertThat(Math.sqrt(squares) / sd).as("sd of weight %d", j).isCloseTo(1, within(0.15));
        }
        // A search that ends within 2 % of ν, on residuals of a cloud that sways by its Monte Carlo error.
        assertThat(Math.log(Math.min(posterior.noiseDof(0), 1e9) / dof)).isCloseTo(0, within(0.1));
        assertThat(posterior.noiseVariance(0).mean(0) / (spread * spread)).isCloseTo(variance, within(0.03 * variance));
    }

    private static double spread(double[] y) {
        double mean = 0;
        for (double value : y) {
            mean += value / y.length;
        }
        double squares = 0;
        for (double value : y) {
            squares += (value - mean) * (value - mean) / (y.length - 1);
        }
        return Math.sqrt(squares);
    }

    /** Coordinate ascent. */
    private void solve(EncodedRows rows, boolean heavyTails) {
        int n = rows.count();
        double[][] x = new double[n][D];
        double[] y = new double[n];
        double centre = 0;
        for (double value : rows.y()) {
            centre += value / n;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < D - 1; j++) {
                x[i][j] = rows.x()[i * (D - 1) + j];
            }
            x[i][D - 1] = 1;
            y[i] = (rows.y()[i] - centre) / spread(rows.y());
        }
        double[] inverseTau = {1, 1, 1, 1};
        double inverseVariance = 1;
        double[] lambda = new double[n];
        Arrays.fill(lambda, 1);
        dof = 1e9;
        for (int round = 0; round < 300; round++) {
            double[][] precision = new double[D][D];
            double[] right = new double[D];
            for (int a = 0; a < D; a++) {
                precision[a][a] = inverseTau[a];
                for (int i = 0; i < n; i++) {
                    right[a] += lambda[i] * inverseVariance * x[i][a] * y[i];
                    for (int b = 0; b < D; b++) {
                        precision[a][b] += lambda[i] * inverseVariance * x[i][a] * x[i][b];
                    }
                }
            }
            invert(precision);
            double squares = 0;
            for (int a = 0; a < D; a++) {
                mean[a] = 0;
                for (int b = 0; b < D; b++) {
                    mean[a] += covariance[a][b] * right[b];
                }
            }
            double[] each = new double[n];
            for (int i = 0; i < n; i++) {
                double residual = y[i];
                for (int a = 0; a < D; a++) {
                    residual -= x[i][a] * mean[a];
                    for (int b = 0; b < D; b++) {
                        each[i] += x[i][a] * covariance[a][b] * x[i][b];
                    }
                }
                each[i] += residual * residual;
                squares += lambda[i] * each[i];
            }
            for (int a = 0; a < D; a++) {
                inverseTau[a] = 1.5 / (0.01 + (mean[a] * mean[a] + covariance[a][a]) / 2);
            }
            inverseVariance = n / squares;
            variance = squares / 2 / (n / 2.0 - 1);
            if (heavyTails) {
                dof = bestDof(each, inverseVariance);
                for (int i = 0; i < n; i++) {
                    lambda[i] = (dof + 1) / (dof + inverseVariance * each[i]);
                }
            }
        }
    }

    /** Where Student's density with the prior Gamma(2, 0.1) of ν is highest, on a grid. */
    private static double bestDof(double[] squares, double inverseVariance) {
        double best = 0;
        double highest = Double.NEGATIVE_INFINITY;
        for (double nu = 2.5; nu < 100; nu *= 1.01) {
            double value = Math.log(nu) - 0.1 * nu;
            TDistribution student = TDistribution.of(nu);
            for (double square : squares) {
                value += student.logDensity(Math.sqrt(inverseVariance * square));
            }
            if (value > highest) {
                highest = value;
                best = nu;
            }
        }
        return best;
    }

    /** Gauss–Jordan elimination. */
    private void invert(double[][] a) {
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                covariance[i][j] = i == j ? 1 : 0;
            }
        }
        for (int k = 0; k < D; k++) {
            double pivot = a[k][k];
            for (int j = 0; j < D; j++) {
                a[k][j] /= pivot;
                covariance[k][j] /= pivot;
            }
            for (int i = 0; i < D; i++) {
                double factor = i == k ? 0 : a[i][k];
                for (int j = 0; j < D; j++) {
                    a[i][j] -= factor * a[k][j];
                    covariance[i][j] -= factor * covariance[k][j];
                }
            }
        }
    }
}
