package org.driftfield.models.network.line;

/** Rows of inputs as a line sees them: what it multiplies them by, and what it sums of them. */
sealed interface Rows {
    /** Where more than this part of the inputs is not 0, to look for those that are takes longer than to multiply them. */
    double MOST_FILLED = 0.4;

    /** Returns Σ_j a_j x_ij, a starting at a place. */
    double product(double[] a, int at, int row);

    /** Adds a multiple of a row to sums that start at a place. */
    void addMultiple(double factor, int row, double[] sums, int at);

    /** Those that stand in {@code x} one after the other. */
    static Rows of(float[] x, int inputs) {
        int filled = 0;
        for (float value : x) {
            filled += value != 0 ? 1 : 0;
        }
        return filled > MOST_FILLED * x.length ? new Full(x, inputs) : Sparse.of(x, inputs, filled);
    }

    /** All inputs of all rows. */
    record Full(float[] x, int inputs) implements Rows {
        /** In four sums, so that none waits for its last addition. */
        @Override
        public double product(double[] a, int at, int row) {
            int from = row * inputs;
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            int j = 0;
            for (; j <= inputs - 4; j += 4) {
                s0 += a[at + j] * x[from + j];
                s1 += a[at + j + 1] * x[from + j + 1];
                s2 += a[at + j + 2] * x[from + j + 2];
                s3 += a[at + j + 3] * x[from + j + 3];
            }
            for (; j < inputs; j++) {
                s0 += a[at + j] * x[from + j];
            }
            return (s0 + s1) + (s2 + s3);
        }

        @Override
        public void addMultiple(double factor, int row, double[] sums, int at) {
            int from = row * inputs;
            for (int j = 0; j < inputs; j++) {
                sums[at + j] += factor * x[from + j];
            }
        }
    }

    /**
     * Those inputs that are not 0: of the columns that say yes or no most are.
     *
     * @param starts where each row begins among the values, and where the last one ends
     * @param columns of the values
     */
    record Sparse(int[] starts, int[] columns, float[] values) implements Rows {
        private static Sparse of(float[] x, int inputs, int filled) {
            int n = x.length / inputs;
            Sparse rows = new Sparse(new int[n + 1], new int[filled], new float[filled]);
            int at = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < inputs; j++) {
                    float value = x[i * inputs + j];
                    if (value != 0) {
                        rows.columns[at] = j;
                        rows.values[at++] = value;
                    }
                }
                rows.starts[i + 1] = at;
            }
            return rows;
        }

        @Override
        public double product(double[] a, int at, int row) {
            double sum = 0;
            for (int k = starts[row]; k < starts[row + 1]; k++) {
                sum += a[at + columns[k]] * values[k];
            }
            return sum;
        }

        @Override
        public void addMultiple(double factor, int row, double[] sums, int at) {
            for (int k = starts[row]; k < starts[row + 1]; k++) {
                sums[at + columns[k]] += factor * values[k];
            }
        }
    }
}
