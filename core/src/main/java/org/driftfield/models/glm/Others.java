package org.driftfield.models.glm;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.driftfield.kernel.Kernels;
import org.driftfield.models.glm.RowLikelihood.Rest;

/**
 * What the coefficients outside of a block are while the block moves: a value from which each chunk of rows learns, by
 * itself, what they add to its linear predictors.
 */
sealed interface Others extends Serializable {
    /** What they add to a chunk; the number of the chunk counts from 0. */
    Rest rest(GlmRows rows, long number);

    /** There are none: the offset of the data is all. */
    record None() implements Others {
        @Override
        public Rest rest(GlmRows rows, long number) {
            return Rest.known(rows.offset(), rows.first());
        }
    }

    /** What was computed before, for each chunk. */
    record Known(List<Rest> rests) implements Others {
        @Override
        public Rest rest(GlmRows rows, long number) {
            return rests.get((int) number);
        }
    }

    /** For counts, E[exp(η + o)] = exp(η + log E[exp(o)]): an offset is all it takes, exactly. */
    record LogMean(Points points) implements Others {
        @Override
        public Rest rest(GlmRows rows, long number) {
            int n = rows.rows();
            double[] top = new double[n];
            double[] sum = new double[n];
            double[] part = new double[GROUP * n];
            Arrays.fill(top, Double.NEGATIVE_INFINITY);
            for (int first = 0; first < points.count(); first += GROUP) {
                int group = Math.min(GROUP, points.count() - first);
                points.contributions(rows, 0, n, first, group, part, n);
                for (int k = 0; k < group; k++) {
                    for (int i = 0; i < n; i++) {
                        double value = part[k * n + i];
                        if (value > top[i]) {
                            sum[i] = sum[i] * Math.exp(top[i] - value) + 1;
                            top[i] = value;
                        } else {
                            sum[i] += Math.exp(value - top[i]);
                        }
                    }
                }
            }
            for (int i = 0; i < n; i++) {
                top[i] += Math.log(sum[i] / points.count());
            }
            return Rest.known(top, 0);
        }
    }

    /** Each of the points with the same weight. */
    record Each(Points points) implements Others {
        @Override
        public Rest rest(GlmRows rows, long number) {
            int n = rows.rows();
            double[] nodes = new double[points.count() * n];
            points.contributions(rows, 0, n, 0, points.count(), nodes, n);
            if (points.count() == 1) {
                return Rest.known(nodes, 0);
            }
            double[] weights = new double[nodes.length];
            Arrays.fill(weights, 1.0 / points.count());
            return Rest.spread(points.count(), nodes, weights, n);
        }
    }

    /** A few nodes with the moments that the contribution of the points to a row has. */
    record Quadrature(Points points) implements Others {
        @Override
        public Rest rest(GlmRows rows, long number) {
            return new OffsetQuadrature(rows, points).rest();
        }
    }

    /** Points are taken so many at a time. */
    int GROUP = 16;

    /**
     * Points of some coefficients.
     *
     * @param columns which coefficients they are
     * @param values row-major
     */
    record Points(int[] columns, double[] values, int count) implements Serializable {
        /** The chosen columns of points, from one of which to the next it is {@code stride}. */
        static Points of(int[] columns, double[] points, int count, int stride) {
            double[] values = new double[count * columns.length];
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < columns.length; j++) {
                    values[k * columns.length + j] = points[k * stride + columns[j]];
                }
            }
            return new Points(columns, values, count);
        }

        double[] mean() {
            double[] centre = new double[columns.length];
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < centre.length; j++) {
                    centre[j] += values[i * centre.length + j] / count;
                }
            }
            return centre;
        }

        /** What points {@code first …} and the offset add to rows {@code from …} of a chunk; point k, row i at k·stride + i. */
        void contributions(GlmRows rows, int from, int n, int first, int group, double[] out, int stride) {
            Kernels.linearPredictors(
                    rows.x(),
                    rows.stride(),
                    columns,
                    rows.first() + from,
                    n,
                    values,
                    first * columns.length,
                    columns.length,
                    group,
                    rows.offset(),
                    rows.first() + from,
                    out,
                    0,
                    stride);
        }
    }
}
