package org.driftfield.models.glm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.data.Column;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.random.RandomStream;

/** The paper's logistic regression: n = 200, x ~ N(0,1), β ~ N(0, 4), two blocks of two coefficients. */
final class PaperLogistic {
    static final String BLOCKS = "Intercept,x1 | x2,x3";
    static final double PRIOR_VARIANCE = 4;

    final int n = 200;
    final double[][] x = new double[n][4];
    final double[] y = new double[n];

    PaperLogistic(long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        double[] beta = new double[4];
        for (int j = 0; j < 4; j++) {
            beta[j] = 2 * random.nextNormal();
        }
        for (int i = 0; i < n; i++) {
            double eta = 0;
            for (int j = 0; j < 4; j++) {
                x[i][j] = j == 0 ? 1 : random.nextNormal();
                eta += x[i][j] * beta[j];
            }
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
    }

    Design design() {
        List<Column> columns = new ArrayList<>(List.of(Column.of("y", y)));
        for (int j = 1; j < 4; j++) {
            double[] values = new double[n];
            for (int i = 0; i < n; i++) {
                values[i] = x[i][j];
            }
            columns.add(Column.of("x" + j, values));
        }
        return Design.of(Formula.parse("y ~ x1 + x2 + x3"), Table.of("paper", columns), NaPolicy.ERROR);
    }

    GlmModel model() {
        Prior prior = new Prior.Normal(0, Math.sqrt(PRIOR_VARIANCE));
        return GlmModel.of(design(), Family.BERNOULLI, new GlmPriors(prior, prior, Map.of(), null));
    }

    /** Means (first) and variances (second) of the exact mean-field optimum, by coordinate ascent on grids. */
    double[][] optimum(double[] mode, double[] sd) {
        int side = 23;
        double reach = 4.6;
        int points = side * side;
        double[][][] grid = new double[2][points][2];
        double[][] q = new double[2][points];
        for (int b = 0; b < 2; b++) {
            for (int p = 0; p < points; p++) {
                for (int c = 0; c < 2; c++) {
                    double u = reach * (2.0 * (c == 0 ? p % side : p / side) / (side - 1) - 1);
                    grid[b][p][c] = mode[2 * b + c] + u * sd[2 * b + c];
                }
                q[b][p] = Math.exp(-0.5 * 2 * Math.pow(reach * (2.0 * (p % side) / (side - 1) - 1), 2));
            }
        }
        double[][] etas0 = predictors(grid[0], 0);
        double[][] etas1 = predictors(grid[1], 2);
        double[] before = new double[4];
        double[][] moments = null;
        for (int round = 0; round < 40; round++) {
            normalise(q[1]);
            q[0] = update(grid[0], etas0, etas1, q[1]);
            q[1] = update(grid[1], etas1, etas0, q[0]);
            moments = moments(grid, q);
            double change = 0;
            for (int j = 0; j < 4; j++) {
                change = Math.max(change, Math.abs(moments[0][j] - before[j]) / sd[j]);
                before[j] = moments[0][j];
            }
            if (change < 1e-4) {
                break;
            }
        }
        return moments;
    }

    private double[][] predictors(double[][] grid, int column) {
        double[][] out = new double[grid.length][n];
        for (int p = 0; p < grid.length; p++) {
            for (int i = 0; i < n; i++) {
                out[p][i] = x[i][column] * grid[p][0] + x[i][column + 1] * grid[p][1];
            }
        }
        return out;
    }

    private double[] update(double[][] grid, double[][] own, double[][] other, double[] weights) {
        double[] log = new double[grid.length];
        java.util.stream.IntStream.range(0, grid.length).parallel().forEach(p -> {
            double sum = -(grid[p][0] * grid[p][0] + grid[p][1] * grid[p][1]) / (2 * PRIOR_VARIANCE);
            for (int i = 0; i < n; i++) {
                sum += y[i] * own[p][i];
            }
            for (int o = 0; o < other.length; o++) {
                if (weights[o] > 1e-9) {
                    double product = 0;
                    double chunk = 1;
                    for (int i = 0; i < n; i++) {
                        // log(1+e^a) summed as logs of products of up to eight terms, each kept in range.
                        double eta = own[p][i] + other[o][i];
                        chunk *= 1 + Math.exp(-Math.abs(eta));
                        product += Math.max(eta, 0);
                        if (i % 8 == 7) {
                            product += Math.log(chunk);
                            chunk = 1;
                        }
                    }
                    sum -= weights[o] * (product + Math.log(chunk));
                }
            }
            log[p] = sum;
        });
        double top = java.util.Arrays.stream(log).max().orElseThrow();
        for (int p = 0; p < log.length; p++) {
            log[p] = Math.exp(log[p] - top);
        }
        normalise(log);
        return log;
    }

    private static void normalise(double[] q) {
        double sum = java.util.Arrays.stream(q).sum();
        for (int p = 0; p < q.length; p++) {
            q[p] /= sum;
        }
    }

    private static double[][] moments(double[][][] grid, double[][] q) {
        double[][] out = new double[2][4];
        for (int j = 0; j < 4; j++) {
            for (int p = 0; p < q[j / 2].length; p++) {
                out[0][j] += q[j / 2][p] * grid[j / 2][p][j % 2];
            }
            for (int p = 0; p < q[j / 2].length; p++) {
                out[1][j] += q[j / 2][p] * Math.pow(grid[j / 2][p][j % 2] - out[0][j], 2);
            }
        }
        return out;
    }
}
