package org.driftfield.diagnostics;

/** The discrete Fourier transform of 2^k complex numbers in place (Cooley and Tukey 1965, radix 2). */
final class Fourier {
    /** Those of the last length: transforms of one length follow each other. */
    private static volatile Roots last = Roots.of(2);

    private Fourier() {}

    /** The n-th roots of unity, the first half of them. */
    private record Roots(double[] cos, double[] sin) {
        static Roots of(int n) {
            double[] cos = new double[n / 2];
            double[] sin = new double[n / 2];
            for (int i = 0; i < n / 2; i++) {
                cos[i] = Math.cos(2 * Math.PI * i / n);
                sin[i] = -Math.sin(2 * Math.PI * i / n);
            }
            return new Roots(cos, sin);
        }
    }

    private static Roots roots(int n) {
        Roots roots = last;
        if (roots.cos.length != n / 2) {
            roots = Roots.of(n);
            last = roots;
        }
        return roots;
    }

    static int powerOfTwoAtLeast(int n) {
        return n <= 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
    }

    /** X_k = sum_j x_j exp(-2 pi i j k / n). */
    static void transform(double[] re, double[] im) {
        int n = re.length;
        permute(re, im);
        Roots roots = roots(n);
        double[] cos = roots.cos;
        double[] sin = roots.sin;
        for (int half = 1; half < n; half *= 2) {
            int stride = n / (2 * half);
            for (int start = 0; start < n; start += 2 * half) {
                for (int i = 0; i < half; i++) {
                    int a = start + i;
                    int b = a + half;
                    double wr = cos[i * stride];
                    double wi = sin[i * stride];
                    double tr = wr * re[b] - wi * im[b];
                    double ti = wr * im[b] + wi * re[b];
                    re[b] = re[a] - tr;
                    im[b] = im[a] - ti;
                    re[a] += tr;
                    im[a] += ti;
                }
            }
        }
    }

    private static void permute(double[] re, double[] im) {
        int n = re.length;
        int shift = Integer.numberOfLeadingZeros(n) + 1;
        for (int i = 1; i < n - 1; i++) {
            int j = Integer.reverse(i) >>> shift;
            if (i < j) {
                double r = re[i];
                re[i] = re[j];
                re[j] = r;
                double m = im[i];
                im[i] = im[j];
                im[j] = m;
            }
        }
    }
}
