package org.driftfield.diagnostics;

/**
 * The autocovariance (divisor n) averaged over chains, computed lag by lag as it is asked for. Chains that mix need a
 * few lags, which are cheapest by the definition; when many are asked for, one pass of Fourier transforms gives all.
 */
final class Autocovariance {
    private static final int DIRECT_LAGS = 64;

    private final double[][] centred;
    private double[] all;

    Autocovariance(double[][] chains) {
        centred = new double[chains.length][];
        for (int m = 0; m < chains.length; m++) {
            double mean = Chains.mean(chains[m]);
            centred[m] = new double[chains[m].length];
            for (int i = 0; i < chains[m].length; i++) {
                centred[m][i] = chains[m][i] - mean;
            }
        }
    }

    double at(int lag) {
        if (lag < DIRECT_LAGS) {
            return direct(lag);
        }
        if (all == null) {
            all = byFourier();
        }
        return all[lag];
    }

    private double direct(int lag) {
        double sum = 0;
        for (double[] x : centred) {
            for (int i = lag; i < x.length; i++) {
                sum += x[i] * x[i - lag];
            }
        }
        return sum / centred[0].length / centred.length;
    }

    /**
     * The power spectrum is linear in the autocovariance, so one inverse transform serves all chains; and a pair of
     * chains as real and imaginary part needs one transform, whose power spectrum has the sum of both autocovariances
     * as the real part of its inverse.
     */
    private double[] byFourier() {
        int n = centred[0].length;
        int padded = Fourier.powerOfTwoAtLeast(2 * n);
        double[] power = new double[padded];
        for (int m = 0; m < centred.length; m += 2) {
            double[] re = new double[padded];
            double[] im = new double[padded];
            System.arraycopy(centred[m], 0, re, 0, n);
            if (m + 1 < centred.length) {
                System.arraycopy(centred[m + 1], 0, im, 0, n);
            }
            Fourier.transform(re, im);
            for (int k = 0; k < padded; k++) {
                power[k] += re[k] * re[k] + im[k] * im[k];
            }
        }
        // Forward instead of inverse conjugates the result, which leaves its real part alone.
        Fourier.transform(power, new double[padded]);
        double[] covariance = new double[n];
        for (int lag = 0; lag < n; lag++) {
            covariance[lag] = power[lag] / padded / n / centred.length;
        }
        return covariance;
    }
}
