package org.driftfield.diagnostics;

/** The improved Sheather-Jones bandwidth of Botev, Grotowski and Kroese (2010), algorithm 1. */
final class DiffusionBandwidth {
    private static final int STAGES = 7;
    /** More cosines than this matter only for bandwidths that no plot resolves. */
    private static final int MAX_COSINES = 1024;
    /** Bandwidths outside this range, as shares of the width of the grid, are no answer. */
    private static final double SMALLEST = 1e-4;

    private static final double LARGEST = 0.3;

    /** (pi k)^(2 s). */
    private static final double[][] FREQUENCY_POWERS = frequencyPowers();

    private final double[] power;
    private final int draws;

    private DiffusionBandwidth(double[] power, int draws) {
        this.power = power;
        this.draws = draws;
    }

    /**
     * The bandwidth as a share of the width of the grid, or NaN when the rule has no solution.
     *
     * @param cosines cosine transform of the shares of the draws in the cells of the grid
     * @param draws number of distinct draws
     */
    static double of(double[] cosines, int draws) {
        double[] power = new double[Math.min(cosines.length, MAX_COSINES)];
        for (int k = 0; k < power.length; k++) {
            power[k] = cosines[k] * cosines[k];
        }
        return new DiffusionBandwidth(power, draws).solve();
    }

    /** The smallest root of t = xi gamma(t), t = h^2, by bisection of the first interval with a change of sign. */
    private double solve() {
        double low = SMALLEST * SMALLEST;
        if (excess(low) >= 0) {
            return Double.NaN;
        }
        double high = low;
        do {
            low = high;
            high *= 4;
            if (high > LARGEST * LARGEST) {
                return Double.NaN;
            }
        } while (!(excess(high) >= 0));
        // 4^(2^-16): the bandwidth to four digits, more than a plot shows.
        for (int i = 0; i < 16; i++) {
            double middle = Math.sqrt(low * high);
            if (excess(middle) >= 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.sqrt(Math.sqrt(low * high));
    }

    private double excess(double t) {
        double f = norm(STAGES, t);
        for (int s = STAGES - 1; s >= 2; s--) {
            double oddProduct = 1;
            for (int i = 3; i <= 2 * s - 1; i += 2) {
                oddProduct *= i;
            }
            double constant = (1 + Math.pow(0.5, s + 0.5)) / 3;
            double time = Math.pow(2 * constant * oddProduct / Math.sqrt(2 * Math.PI) / draws / f, 2 / (3 + 2.0 * s));
            f = norm(s, time);
        }
        return t - Math.pow(2 * draws * Math.sqrt(Math.PI) * f, -0.4);
    }

    /** The squared norm of the s-th derivative of the density smoothed for time t. */
    private double norm(int s, double t) {
        double sum = 0;
        for (int k = 1; k < power.length; k++) {
            double frequency = Math.PI * k * (Math.PI * k);
            if (frequency * t > 100) {
                break;
            }
            sum += FREQUENCY_POWERS[s][k] * power[k] * Math.exp(-frequency * t);
        }
        return 2 * sum;
    }

    private static double[][] frequencyPowers() {
        double[][] powers = new double[STAGES + 1][MAX_COSINES];
        for (int s = 2; s <= STAGES; s++) {
            for (int k = 1; k < MAX_COSINES; k++) {
                powers[s][k] = Math.pow(Math.PI * k * (Math.PI * k), s);
            }
        }
        return powers;
    }
}
