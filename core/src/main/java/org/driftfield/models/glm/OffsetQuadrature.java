package org.driftfield.models.glm;

import org.driftfield.kernel.Kernels;

/**
 * The part of the linear predictor that the other factors contribute to each row, as a small discrete distribution: the
 * Gauss quadrature that has the same first moments as the contribution of the particles. An expectation over thousands of
 * particles becomes a sum over three or five nodes, with an error far below that of the particles themselves.
 */
final class OffsetQuadrature {
    /**
     * Three nodes make an error of about a thousandth of the cube of the contribution's variance in a row's log-likelihood,
     * most of it the same wherever the block is. Where that cube averages 4 over the rows, posterior means come out within
     * 1e-4 standard deviations of those with five nodes; above this average, five are used.
     */
    private static final double THREE_NODES = 30;

    private static final int TILE = 256;
    private static final int GROUP = 16;

    private final GlmData data;
    private final int[] columns;
    private final double[] node;
    private final double[] weight;
    private final double[] mean;
    private final double[] sums;
    private final double[] eta = new double[GROUP * TILE];
    private int nodes;

    OffsetQuadrature(GlmData data, int[] columns) {
        this.data = data;
        this.columns = columns;
        this.node = new double[5 * data.n];
        this.weight = new double[5 * data.n];
        this.mean = new double[data.n];
        this.sums = new double[9 * TILE];
    }

    /** Matches the moments of the contributions of {@code particles} draws, row-major with {@code stride} values each. */
    RowLikelihood.Rest of(double[] draws, int particles, int stride) {
        double[] gathered = gather(draws, particles, stride);
        double[] centre = new double[columns.length];
        for (int i = 0; i < particles; i++) {
            for (int j = 0; j < centre.length; j++) {
                centre[j] += gathered[i * centre.length + j] / particles;
            }
        }
        nodes = 3;
        double cubes = 0;
        for (int row = 0; row < data.n; row += TILE) {
            int rows = Math.min(TILE, data.n - row);
            Kernels.linearPredictors(
                    data.x,
                    data.n,
                    columns,
                    row,
                    rows,
                    centre,
                    0,
                    centre.length,
                    1,
                    data.offset,
                    row,
                    mean,
                    row,
                    data.n);
            accumulate(gathered, particles, row, rows, nodes);
            for (int i = 0; i < rows; i++) {
                cubes += Math.pow(sums[i] / particles, 3);
            }
            if (nodes == 3 && cubes > THREE_NODES * data.n) {
                // One more pass with more moments; the rows done so far are done again, since all share the node count.
                nodes = 5;
                row = -TILE;
                continue;
            }
            for (int i = 0; i < rows; i++) {
                place(row + i, i, particles);
            }
        }
        return new RowLikelihood.Rest(null, nodes, node, weight);
    }

    private double[] gather(double[] draws, int particles, int stride) {
        double[] gathered = new double[particles * columns.length];
        for (int i = 0; i < particles; i++) {
            for (int j = 0; j < columns.length; j++) {
                gathered[i * columns.length + j] = draws[i * stride + columns[j]];
            }
        }
        return gathered;
    }

    /** Sums of the powers 2 … 2·nodes-1 of the centred contributions: power p of tile row i at {@code (p-2) * TILE + i}. */
    private void accumulate(double[] gathered, int particles, int row, int rows, int nodes) {
        java.util.Arrays.fill(sums, 0);
        int width = columns.length;
        for (int first = 0; first < particles; first += GROUP) {
            int group = Math.min(GROUP, particles - first);
            Kernels.linearPredictors(
                    data.x,
                    data.n,
                    columns,
                    row,
                    rows,
                    gathered,
                    first * width,
                    width,
                    group,
                    data.offset,
                    row,
                    eta,
                    0,
                    TILE);
            for (int p = 0; p < group; p++) {
                for (int i = 0; i < rows; i++) {
                    eta[p * TILE + i] -= mean[row + i];
                }
                powers(p * TILE, rows);
                if (nodes > 3) {
                    higherPowers(p * TILE, rows);
                }
            }
        }
    }

    private void powers(int at, int rows) {
        for (int i = 0; i < rows; i++) {
            double e = eta[at + i];
            double square = e * e;
            sums[i] += square;
            sums[TILE + i] += square * e;
            sums[2 * TILE + i] += square * square;
            sums[3 * TILE + i] += square * square * e;
        }
    }

    private void higherPowers(int at, int rows) {
        for (int i = 0; i < rows; i++) {
            double e = eta[at + i];
            double cube = e * e * e;
            sums[4 * TILE + i] += cube * cube;
            sums[5 * TILE + i] += cube * cube * e;
            sums[6 * TILE + i] += cube * cube * e * e;
            sums[7 * TILE + i] += cube * cube * cube;
        }
    }

    /** Nodes and weights of one row from its moments. */
    private void place(int row, int i, int particles) {
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
            node[k * data.n + row] = mean[row] + sd * where[k];
            weight[k * data.n + row] = mass[k];
        }
    }
}
