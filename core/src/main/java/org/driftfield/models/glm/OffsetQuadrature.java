package org.driftfield.models.glm;

import java.util.Arrays;
import org.driftfield.models.glm.RowLikelihood.Rest;

/**
 * The part of the linear predictor that the other factors contribute to each row of a chunk, as a small discrete
 * distribution: the Gauss quadrature that has the same first moments as the contribution of the particles. An expectation
 * over thousands of particles becomes a sum over three or five nodes, with an error far below that of the particles
 * themselves.
 */
final class OffsetQuadrature {
    /**
     * Three nodes make an error of about a thousandth of the cube of the contribution's variance in a row's log-likelihood,
     * most of it the same wherever the block is. Where that cube averages 4 over the rows, posterior means come out within
     * 1e-4 standard deviations of those with five nodes; above this average over a chunk, five are used there.
     */
    private static final double THREE_NODES = 30;

    private static final int TILE = RowLikelihood.TILE;
    private static final int GROUP = Others.GROUP;

    private final GlmRows rows;
    private final Others.Points points;
    private final Others.Points centre;
    private final int particles;
    private final double[] mean;
    private final double[] sums = new double[8 * TILE];
    private final double[] eta = new double[GROUP * TILE];

    OffsetQuadrature(GlmRows rows, Others.Points points) {
        this.rows = rows;
        this.points = points;
        this.centre = new Others.Points(points.columns(), points.mean(), 1);
        this.particles = points.count();
        this.mean = new double[rows.rows()];
    }

    /** The nodes of the chunk. */
    Rest rest() {
        centre.contributions(rows, 0, rows.rows(), 0, 1, mean, rows.rows());
        Rest few = with(3);
        return few == null ? with(5) : few;
    }

    /** The rule of so many nodes; null where three are too few. */
    private Rest with(int nodes) {
        int n = rows.rows();
        double[] node = new double[nodes * n];
        double[] weight = new double[nodes * n];
        double cubes = 0;
        for (int row = 0; row < n; row += TILE) {
            int tile = Math.min(TILE, n - row);
            accumulate(row, tile, nodes);
            for (int i = 0; i < tile; i++) {
                cubes += Math.pow(sums[i] / particles, 3);
                place(nodes, row + i, i, node, weight);
            }
            if (nodes == 3 && cubes > THREE_NODES * n) {
                return null;
            }
        }
        return Rest.spread(nodes, node, weight, n);
    }

    /** Sums of the powers 2 … 2·nodes-1 of the centred contributions: power p of tile row i at {@code (p-2) * TILE + i}. */
    private void accumulate(int row, int tile, int nodes) {
        Arrays.fill(sums, 0);
        for (int first = 0; first < particles; first += GROUP) {
            int group = Math.min(GROUP, particles - first);
            points.contributions(rows, row, tile, first, group, eta, TILE);
            for (int p = 0; p < group; p++) {
                for (int i = 0; i < tile; i++) {
                    eta[p * TILE + i] -= mean[row + i];
                }
                powers(p * TILE, tile);
                if (nodes > 3) {
                    higherPowers(p * TILE, tile);
                }
            }
        }
    }

    private void powers(int at, int tile) {
        for (int i = 0; i < tile; i++) {
            double e = eta[at + i];
            double square = e * e;
            sums[i] += square;
            sums[TILE + i] += square * e;
            sums[2 * TILE + i] += square * square;
            sums[3 * TILE + i] += square * square * e;
        }
    }

    private void higherPowers(int at, int tile) {
        for (int i = 0; i < tile; i++) {
            double e = eta[at + i];
            double cube = e * e * e;
            sums[4 * TILE + i] += cube * cube;
            sums[5 * TILE + i] += cube * cube * e;
            sums[6 * TILE + i] += cube * cube * e * e;
            sums[7 * TILE + i] += cube * cube * cube;
        }
    }

    /** Nodes and weights of one row from its moments. */
    private void place(int nodes, int row, int i, double[] node, double[] weight) {
        double variance = sums[i] / particles;
        double sd = Math.sqrt(variance);
        double[] moments = new double[2 * nodes];
        moments[0] = 1;
        for (int power = 2; power < 2 * nodes; power++) {
            moments[power] = sd > 0 ? sums[(power - 2) * TILE + i] / particles / Math.pow(sd, power) : 0;
        }
        double[] where = new double[nodes];
        double[] mass = new double[nodes];
        if (sd > 1e-12) {
            GaussRule.fromMoments(moments, where, mass);
        } else {
            mass[0] = 1;
        }
        for (int k = 0; k < nodes; k++) {
            node[k * rows.rows() + row] = mean[row] + sd * where[k];
            weight[k * rows.rows() + row] = mass[k];
        }
    }
}
