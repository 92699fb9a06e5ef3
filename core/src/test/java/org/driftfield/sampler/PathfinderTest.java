package org.driftfield.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;

class PathfinderTest {
    private static final PathfinderOptions OPTIONS =
            PathfinderOptions.defaults(3).withThreads(1);

    /** Independent normals with standard deviations 1, 2, … and means 1, 2, …. */
    private static FreeModel.Evaluator normal(int d) {
        return (z, gradient) -> {
            double value = 0;
            for (int j = 0; j < d; j++) {
                double u = (z[j] - j - 1) / (j + 1);
                gradient[j] = -u / (j + 1);
                value -= u * u / 2;
            }
            return value;
        };
    }

    /** The compact form of the covariance is what the pairs imply: on a quadratic, with d pairs, the true one. */
    @Test
    void theCovarianceIsThatOfBfgs() {
        int d = 4;
        double[] diagonal = {0.5, 1, 2, 3};
        List<Lbfgs.Pair> pairs = List.of(
                new Lbfgs.Pair(new double[] {1, 0.2, 0, -0.3}, new double[] {2, 0.1, 0.4, 0.2}),
                new Lbfgs.Pair(new double[] {0.1, 1, 0.5, 0}, new double[] {0.3, 1.5, 0.2, -0.1}));
        // BFGS by its definition: H ← (I - ρ s yᵀ) H (I - ρ y sᵀ) + ρ s sᵀ.
        double[][] h = new double[d][d];
        for (int i = 0; i < d; i++) {
            h[i][i] = diagonal[i];
        }
        for (Lbfgs.Pair pair : pairs) {
            double rho = 1 / Lbfgs.dot(pair.move(), pair.bend());
            double[][] left = new double[d][d];
            for (int i = 0; i < d; i++) {
                for (int k = 0; k < d; k++) {
                    left[i][k] = (i == k ? 1 : 0) - rho * pair.move()[i] * pair.bend()[k];
                }
            }
            double[][] next = new double[d][d];
            for (int i = 0; i < d; i++) {
                for (int k = 0; k < d; k++) {
                    next[i][k] = rho * pair.move()[i] * pair.move()[k];
                    for (int a = 0; a < d; a++) {
                        for (int b = 0; b < d; b++) {
                            next[i][k] += left[i][a] * h[a][b] * left[k][b];
                        }
                    }
                }
            }
            h = next;
        }
        double[] gradient = {0.3, -0.2, 0.5, 1};
        double[] at = {1, 2, 3, 4};
        LowRankNormal normal = LowRankNormal.of(at, gradient, diagonal, pairs);
        double[] mean = new double[d];
        for (int i = 0; i < d; i++) {
            mean[i] = at[i];
            for (int k = 0; k < d; k++) {
                mean[i] += h[i][k] * gradient[k];
            }
        }
        double peak = normal.logDensity(mean);
        // Log density at the mean plus column i of H: lower by half of e_iᵀ H e_i.
        for (int i = 0; i < d; i++) {
            double[] moved = mean.clone();
            for (int k = 0; k < d; k++) {
                moved[k] += h[k][i];
            }
            assertThat(peak - normal.logDensity(moved)).isCloseTo(h[i][i] / 2, within(1e-10));
        }
        // Draws have that covariance: 40,000 of them, four standard errors √((H_ii H_kk + H_ik²) / n).
        int n = 40_000;
        double[] x = new double[d];
        double[][] sums = new double[d][d];
        RandomStream random = RandomStream.of(1, 0, 0, 0);
        for (int s = 0; s < n; s++) {
            normal.sample(random, x);
            for (int i = 0; i < d; i++) {
                for (int k = 0; k < d; k++) {
                    sums[i][k] += (x[i] - mean[i]) * (x[k] - mean[k]) / n;
                }
            }
        }
        for (int i = 0; i < d; i++) {
            for (int k = 0; k < d; k++) {
                assertThat(sums[i][k])
                        .isCloseTo(h[i][k], within(4 * Math.sqrt((h[i][i] * h[k][k] + h[i][k] * h[i][k]) / n)));
            }
        }
    }

    /** More coordinates than pairs, so that the thin factorisation is used. */
    @Test
    void aNormalIsFound() {
        int d = 30;
        Pathfinder found = Pathfinder.of(() -> normal(d), d, OPTIONS);
        double[] mode = found.mode();
        for (int j = 0; j < d; j++) {
            assertThat(mode[j]).isCloseTo(j + 1, within(0.01 * (j + 1)));
        }
        // The bound of a path is below log of the normalising constant, by less than a few nats here.
        double evidence = d * 0.5 * Math.log(2 * Math.PI);
        for (int j = 1; j <= d; j++) {
            evidence += Math.log(j);
        }
        assertThat(found.places().stream()
                        .mapToDouble(Pathfinder.Place::bound)
                        .max()
                        .orElseThrow())
                .isBetween(evidence - 30, evidence + 0.5);
    }

    @Test
    void smallNormalsAreExact() {
        Model model = GaussianModel.rotated(3, 0.01, 100);
        Posterior posterior = Pathfinder.fit(model, OPTIONS);
        assertThat(posterior.resampling().orElseThrow().kHat()).isLessThan(0.7);
        assertThat(posterior.size()).isEqualTo(1000);
        assertThat(posterior.summary().rows()).allMatch(row -> row.ess() > 400);
    }

    /** Two normals at -4 and 4 with standard deviations 1 and weights 1 : 3; the paths find both, the weights the shares. */
    @Test
    void modesAreWeighted() {
        Model model = new Model() {
            @Override
            public List<Parameter> parameters() {
                return List.of(Parameter.real("x"));
            }

            @Override
            public double logDensity(double[] x, double[] gradient) {
                double left = -0.5 * (x[0] + 4) * (x[0] + 4);
                double right = Math.log(3) - 0.5 * (x[0] - 4) * (x[0] - 4);
                double most = Math.max(left, right);
                double total = most + Math.log(Math.exp(left - most) + Math.exp(right - most));
                gradient[0] = -Math.exp(left - total) * (x[0] + 4) - Math.exp(right - total) * (x[0] - 4);
                return total;
            }
        };
        Posterior posterior = Pathfinder.fit(model, OPTIONS);
        // Mean 2, standard deviation √(1 + 12) = 3.6: five errors of 1000 draws.
        assertThat(posterior.mean("x")).isCloseTo(2, within(0.57));
        assertThat(posterior.sd("x")).isCloseTo(Math.sqrt(13), within(0.4));
    }

    @Test
    void threadsDoNotMatter() {
        double[] one = Pathfinder.of(() -> normal(5), 5, OPTIONS).draws();
        double[] three =
                Pathfinder.of(() -> normal(5), 5, OPTIONS.withThreads(3)).draws();
        assertThat(three).containsExactly(one);
    }

    @Test
    void nowhereToStartIsSaid() {
        assertThatThrownBy(() -> Pathfinder.of(() -> (z, gradient) -> Double.NaN, 2, OPTIONS))
                .hasMessageContaining("got none at 800 random points");
    }

    @Test
    void startsDiffer() {
        double[] starts = Pathfinder.of(() -> normal(2), 2, OPTIONS).starts(50);
        assertThat(Arrays.stream(starts).distinct().count()).isEqualTo(100);
    }

    /** Two normals, one of them e⁻⁴⁰ of the other: paths that end there are told from the rest. */
    @Test
    void stuckPathsAreFound() {
        FreeModel.Evaluator two = (z, gradient) -> {
            double left = -0.5 * (z[0] + 15) * (z[0] + 15);
            double right = -40 - 0.5 * (z[0] - 15) * (z[0] - 15);
            boolean first = left > right;
            gradient[0] = first ? -(z[0] + 15) : -(z[0] - 15);
            return first ? left : right;
        };
        Pathfinder found = Pathfinder.of(() -> two, 1, OPTIONS);
        assertThat(found.somePathsGotStuck()).isTrue();
        assertThat(Arrays.stream(found.starts(4)).max().orElseThrow()).isLessThan(0);
        assertThat(Pathfinder.of(() -> normal(3), 3, OPTIONS).somePathsGotStuck())
                .isFalse();
    }
}
