package org.driftfield.stan.math;

import java.util.Arrays;

/** Dense matrices as plain arrays, column after column. */
public final class Dense {
    private Dense() {}

    /** A B, of sizes n by k and k by m. */
    public static double[] multiply(double[] a, double[] b, int n, int k, int m) {
        double[] c = new double[n * m];
        for (int j = 0; j < m; j++) {
            for (int p = 0; p < k; p++) {
                double x = b[j * k + p];
                if (x != 0) {
                    for (int i = 0; i < n; i++) {
                        c[j * n + i] += a[p * n + i] * x;
                    }
                }
            }
        }
        return c;
    }

    /** The transpose of a matrix with n rows and m columns. */
    public static double[] transpose(double[] a, int n, int m) {
        double[] b = new double[a.length];
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < n; i++) {
                b[i * m + j] = a[j * n + i];
            }
        }
        return b;
    }

    /** The lower Cholesky factor of the lower triangle of a, zeros above it; null where a is not positive definite. */
    public static double[] cholesky(double[] a, int n) {
        double[] l = new double[n * n];
        for (int j = 0; j < n; j++) {
            System.arraycopy(a, j * n + j, l, j * n + j, n - j);
        }
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < j; k++) {
                double x = l[k * n + j];
                for (int i = j; i < n; i++) {
                    l[j * n + i] -= l[k * n + i] * x;
                }
            }
            double pivot = l[j * n + j];
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                return null;
            }
            double root = Math.sqrt(pivot);
            for (int i = j; i < n; i++) {
                l[j * n + i] /= root;
            }
        }
        return l;
    }

    /** Solves L X = B in place for the lower triangle of l and m columns. */
    public static void solveLower(double[] l, int n, double[] b, int m) {
        for (int c = 0; c < m; c++) {
            int at = c * n;
            for (int j = 0; j < n; j++) {
                double x = b[at + j] / l[j * n + j];
                b[at + j] = x;
                for (int i = j + 1; i < n; i++) {
                    b[at + i] -= l[j * n + i] * x;
                }
            }
        }
    }

    /** Solves L' X = B in place for the lower triangle of l and m columns. */
    public static void solveLowerTransposed(double[] l, int n, double[] b, int m) {
        for (int c = 0; c < m; c++) {
            int at = c * n;
            for (int j = n - 1; j >= 0; j--) {
                double x = b[at + j];
                for (int i = j + 1; i < n; i++) {
                    x -= l[j * n + i] * b[at + i];
                }
                b[at + j] = x / l[j * n + j];
            }
        }
    }

    /** A factorisation into triangles with row exchanges. */
    public static final class Lu {
        private final int n;
        private final double[] lu;
        private final int[] rows;
        private double sign = 1;

        public Lu(double[] a, int n) {
            this.n = n;
            this.lu = a.clone();
            this.rows = new int[n];
            Arrays.setAll(rows, i -> i);
            for (int j = 0; j < n; j++) {
                int best = j;
                for (int i = j + 1; i < n; i++) {
                    if (Math.abs(lu[j * n + i]) > Math.abs(lu[j * n + best])) {
                        best = i;
                    }
                }
                if (best != j) {
                    sign = -sign;
                    int row = rows[j];
                    rows[j] = rows[best];
                    rows[best] = row;
                    for (int k = 0; k < n; k++) {
                        double x = lu[k * n + j];
                        lu[k * n + j] = lu[k * n + best];
                        lu[k * n + best] = x;
                    }
                }
                double pivot = lu[j * n + j];
                for (int i = j + 1; i < n; i++) {
                    lu[j * n + i] = pivot == 0 ? 0 : lu[j * n + i] / pivot;
                }
                for (int k = j + 1; k < n; k++) {
                    double x = lu[k * n + j];
                    for (int i = j + 1; i < n; i++) {
                        lu[k * n + i] -= lu[j * n + i] * x;
                    }
                }
            }
        }

        public boolean singular() {
            for (int i = 0; i < n; i++) {
                if (lu[i * n + i] == 0 || Double.isNaN(lu[i * n + i])) {
                    return true;
                }
            }
            return false;
        }

        public double determinant() {
            double product = sign;
            for (int i = 0; i < n; i++) {
                product *= lu[i * n + i];
            }
            return product;
        }

        /** log |det|. */
        public double logDeterminant() {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += Math.log(Math.abs(lu[i * n + i]));
            }
            return sum;
        }

        /** A⁻¹ B for m columns. */
        public double[] solve(double[] b, int m) {
            double[] x = new double[n * m];
            for (int c = 0; c < m; c++) {
                int at = c * n;
                for (int i = 0; i < n; i++) {
                    x[at + i] = b[at + rows[i]];
                }
                for (int j = 0; j < n; j++) {
                    for (int i = j + 1; i < n; i++) {
                        x[at + i] -= lu[j * n + i] * x[at + j];
                    }
                }
                for (int j = n - 1; j >= 0; j--) {
                    x[at + j] /= lu[j * n + j];
                    for (int i = 0; i < j; i++) {
                        x[at + i] -= lu[j * n + i] * x[at + j];
                    }
                }
            }
            return x;
        }

        /** The inverse of the transpose times B, for m columns. */
        public double[] solveTransposed(double[] b, int m) {
            double[] x = new double[n * m];
            double[] y = new double[n];
            for (int c = 0; c < m; c++) {
                int at = c * n;
                for (int j = 0; j < n; j++) {
                    double v = b[at + j];
                    for (int i = 0; i < j; i++) {
                        v -= lu[j * n + i] * y[i];
                    }
                    y[j] = v / lu[j * n + j];
                }
                for (int j = n - 1; j >= 0; j--) {
                    for (int i = j + 1; i < n; i++) {
                        y[j] -= lu[j * n + i] * y[i];
                    }
                }
                for (int i = 0; i < n; i++) {
                    x[at + rows[i]] = y[i];
                }
            }
            return x;
        }

        public double[] inverse() {
            return solve(identity(n), n);
        }
    }

    public static double[] identity(int n) {
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            a[i * n + i] = 1;
        }
        return a;
    }

    /** Eigenvalues of a symmetric matrix in ascending order, and its eigenvectors as columns; by Jacobi's rotations. */
    public static double[][] eigenSymmetric(double[] matrix, int n) {
        double[] a = matrix.clone();
        double[] v = identity(n);
        for (int sweep = 0; sweep < 60; sweep++) {
            double off = 0;
            double all = 0;
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    all += a[j * n + i] * a[j * n + i];
                    off += i == j ? 0 : a[j * n + i] * a[j * n + i];
                }
            }
            if (!(off > 1e-34 * all)) {
                break;
            }
            for (int p = 0; p < n - 1; p++) {
                for (int q = p + 1; q < n; q++) {
                    rotate(a, v, n, p, q);
                }
            }
        }
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (x, y) -> Double.compare(a[x * n + x], a[y * n + y]));
        double[] values = new double[n];
        double[] vectors = new double[n * n];
        for (int k = 0; k < n; k++) {
            values[k] = a[order[k] * n + order[k]];
            System.arraycopy(v, order[k] * n, vectors, k * n, n);
        }
        return new double[][] {values, vectors};
    }

    private static void rotate(double[] a, double[] v, int n, int p, int q) {
        double apq = a[q * n + p];
        if (apq == 0) {
            return;
        }
        double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(theta, 1));
        double c = 1 / Math.hypot(t, 1);
        double s = t * c;
        for (int k = 0; k < n; k++) {
            double x = a[p * n + k];
            double y = a[q * n + k];
            a[p * n + k] = c * x - s * y;
            a[q * n + k] = s * x + c * y;
        }
        for (int k = 0; k < n; k++) {
            double x = a[k * n + p];
            double y = a[k * n + q];
            a[k * n + p] = c * x - s * y;
            a[k * n + q] = s * x + c * y;
            double g = v[p * n + k];
            double h = v[q * n + k];
            v[p * n + k] = c * g - s * h;
            v[q * n + k] = s * g + c * h;
        }
    }

    /** The orthogonal (n by n) and triangular (n by m) factors, the triangle's diagonal not negative; by reflections. */
    public static double[][] qr(double[] matrix, int n, int m) {
        double[] r = matrix.clone();
        double[] q = identity(n);
        double[] w = new double[n];
        for (int j = 0; j < Math.min(n, m); j++) {
            double norm = 0;
            for (int i = j; i < n; i++) {
                norm = Math.hypot(norm, r[j * n + i]);
            }
            if (norm == 0) {
                continue;
            }
            double alpha = r[j * n + j] > 0 ? -norm : norm;
            double square = 0;
            for (int i = j; i < n; i++) {
                w[i] = r[j * n + i] - (i == j ? alpha : 0);
                square += w[i] * w[i];
            }
            if (square == 0) {
                continue;
            }
            reflect(r, w, square, n, m, j);
            reflect(q, w, square, n, n, j);
        }
        // q now holds Q'; rows with a negative diagonal change sign in both.
        for (int j = 0; j < Math.min(n, m); j++) {
            if (r[j * n + j] < 0) {
                for (int k = 0; k < m; k++) {
                    r[k * n + j] = -r[k * n + j];
                }
                for (int k = 0; k < n; k++) {
                    q[k * n + j] = -q[k * n + j];
                }
            }
            Arrays.fill(r, j * n + j + 1, (j + 1) * n, 0);
        }
        return new double[][] {transpose(q, n, n), r};
    }

    private static void reflect(double[] a, double[] w, double square, int n, int m, int from) {
        for (int k = 0; k < m; k++) {
            double dot = 0;
            for (int i = from; i < n; i++) {
                dot += w[i] * a[k * n + i];
            }
            dot *= 2 / square;
            for (int i = from; i < n; i++) {
                a[k * n + i] -= dot * w[i];
            }
        }
    }

    /**
     * U (n by m), the singular values in descending order and V (m by m) of a matrix with n ≥ m; by rotations of its columns.
     */
    public static double[][] svd(double[] matrix, int n, int m) {
        double[] u = matrix.clone();
        double[] v = identity(m);
        for (int sweep = 0; sweep < 60; sweep++) {
            boolean settled = true;
            for (int p = 0; p < m - 1; p++) {
                for (int q = p + 1; q < m; q++) {
                    settled &= orthogonalise(u, v, n, m, p, q);
                }
            }
            if (settled) {
                break;
            }
        }
        double[] s = new double[m];
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < n; i++) {
                s[j] = Math.hypot(s[j], u[j * n + i]);
            }
        }
        Integer[] order = new Integer[m];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (x, y) -> Double.compare(s[y], s[x]));
        double[] sortedU = new double[n * m];
        double[] sortedS = new double[m];
        double[] sortedV = new double[m * m];
        for (int k = 0; k < m; k++) {
            int j = order[k];
            sortedS[k] = s[j];
            System.arraycopy(v, j * m, sortedV, k * m, m);
            for (int i = 0; i < n; i++) {
                sortedU[k * n + i] = s[j] == 0 ? 0 : u[j * n + i] / s[j];
            }
        }
        return new double[][] {sortedU, sortedS, sortedV};
    }

    private static boolean orthogonalise(double[] u, double[] v, int n, int m, int p, int q) {
        double a = 0;
        double b = 0;
        double c = 0;
        for (int i = 0; i < n; i++) {
            double x = u[p * n + i];
            double y = u[q * n + i];
            a += x * x;
            b += y * y;
            c += x * y;
        }
        if (Math.abs(c) <= 1e-16 * Math.sqrt(a * b)) {
            return true;
        }
        double zeta = (b - a) / (2 * c);
        double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
        double cos = 1 / Math.hypot(1, t);
        double sin = cos * t;
        turn(u, n, p, q, cos, sin);
        turn(v, m, p, q, cos, sin);
        return false;
    }

    private static void turn(double[] a, int n, int p, int q, double cos, double sin) {
        for (int i = 0; i < n; i++) {
            double x = a[p * n + i];
            double y = a[q * n + i];
            a[p * n + i] = cos * x - sin * y;
            a[q * n + i] = sin * x + cos * y;
        }
    }

    /** The matrix exponential, by scaling, a Padé approximant of order 13 (Higham 2005) and squaring. */
    public static double[] exponential(double[] matrix, int n) {
        double norm = 0;
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += Math.abs(matrix[j * n + i]);
            }
            norm = Math.max(norm, sum);
        }
        int squarings = norm > 2 ? Math.min(1000, Math.getExponent(norm / 2) + 1) : 0;
        double scale = Math.pow(2, -squarings);
        double[] a = matrix.clone();
        for (int i = 0; i < a.length; i++) {
            a[i] *= scale;
        }
        // Numerator and denominator N(A) and N(-A), coefficient by coefficient.
        int order = 13;
        double coefficient = 1;
        double[] power = identity(n);
        double[] even = identity(n);
        double[] odd = new double[n * n];
        for (int k = 1; k <= order; k++) {
            coefficient *= (order - k + 1.0) / (k * (2.0 * order - k + 1));
            power = multiply(power, a, n, n, n);
            double[] to = k % 2 == 0 ? even : odd;
            for (int i = 0; i < to.length; i++) {
                to[i] += coefficient * power[i];
            }
        }
        double[] up = new double[n * n];
        double[] down = new double[n * n];
        for (int i = 0; i < up.length; i++) {
            up[i] = even[i] + odd[i];
            down[i] = even[i] - odd[i];
        }
        double[] e = new Lu(down, n).solve(up, n);
        for (int k = 0; k < squarings; k++) {
            e = multiply(e, e, n, n, n);
        }
        return e;
    }
}
