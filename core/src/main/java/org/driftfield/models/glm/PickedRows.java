package org.driftfield.models.glm;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.engine.Rows;

/** Chosen rows of a data set, brought to one place. */
final class PickedRows {
    private PickedRows() {}

    /** The rows of these numbers, counted from 0, in that order; a row may be chosen more than once. */
    static GlmRows of(Rows<GlmRows> rows, int[] chosen, int d) {
        int[] sorted = IntStream.of(chosen).sorted().distinct().toArray();
        List<GlmRows> parts = rows.map((chunk, number) -> {
            long from = number * Rows.CHUNK;
            int[] here = IntStream.of(sorted)
                    .filter(row -> row >= from && row < from + chunk.rows())
                    .map(row -> (int) (row - from))
                    .toArray();
            return here.length == 0 ? null : chunk.picked(here, d);
        });
        GlmRows all = together(parts.stream().filter(part -> part != null).toList(), sorted.length, d);
        return all.picked(
                IntStream.of(chosen)
                        .map(row -> Arrays.binarySearch(sorted, row))
                        .toArray(),
                d);
    }

    private static GlmRows together(List<GlmRows> parts, int n, int d) {
        double[] x = new double[n * d];
        double[] y = new double[n];
        double[] trials = parts.get(0).trials() == null ? null : new double[n];
        double[] offset = parts.get(0).offset() == null ? null : new double[n];
        int at = 0;
        for (GlmRows part : parts) {
            for (int j = 0; j < d; j++) {
                System.arraycopy(part.x(), j * part.stride(), x, j * n + at, part.rows());
            }
            System.arraycopy(part.y(), 0, y, at, part.rows());
            if (trials != null) {
                System.arraycopy(part.trials(), 0, trials, at, part.rows());
            }
            if (offset != null) {
                System.arraycopy(part.offset(), 0, offset, at, part.rows());
            }
            at += part.rows();
        }
        return new GlmRows(x, n, 0, n, y, trials, offset);
    }
}
