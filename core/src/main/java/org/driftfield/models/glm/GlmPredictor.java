package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import java.util.List;
import org.driftfield.data.Design;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.kernel.Kernels;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** Predictions of a fitted generalised linear model for the rows of a design. */
public final class GlmPredictor {
    private final Family family;
    private final int d;
    private final int draws;

    /** By column: that of draw s is at {@code j * draws + s}. */
    private final double[] coefficients;

    private final double[] sigma;

    /** Mean, standard deviation and 5/50/95 % quantiles of something predicted. */
    public record Interval(double mean, double sd, double q05, double q50, double q95) {
        private static final double[] LEVELS = {0.05, 0.5, 0.95};

        /** Of values, which are not needed afterwards. */
        static Interval of(double[] values) {
            int n = values.length;
            double[] quantiles = new double[LEVELS.length];
            Quantiles.select(values, LEVELS, quantiles);
            double mean = Kernels.sum(values, 0, n) / n;
            for (int s = 0; s < n; s++) {
                values[s] -= mean;
            }
            double squares = Kernels.dot(values, 0, values, 0, n);
            return new Interval(
                    mean, Math.sqrt(squares / Math.max(1, n - 1)), quantiles[0], quantiles[1], quantiles[2]);
        }
    }

    /**
     * What is said of one row.
     *
     * @param response of its mean response (for binomial, of the expected number of successes)
     * @param observation of a new observation there, its own randomness included
     */
    public record Prediction(Interval response, Interval observation) {}

    private GlmPredictor(Family family, int d, int draws, double[] coefficients, double[] sigma) {
        this.family = family;
        this.d = d;
        this.draws = draws;
        this.coefficients = coefficients;
        this.sigma = sigma;
    }

    /**
     * A predictor from posterior draws.
     *
     * @param coefficients the names of the design's columns
     */
    public static GlmPredictor of(Family family, List<String> coefficients, Posterior posterior) {
        int d = coefficients.size();
        int draws = posterior.size();
        double[] values = new double[draws * d];
        for (int j = 0; j < d; j++) {
            System.arraycopy(posterior.draws(coefficients.get(j)), 0, values, j * draws, draws);
        }
        double[] sigma = null;
        if (family.hasScale()) {
            // A column may have the name that the model does not use itself.
            boolean squared = posterior.names().contains(Scale.SQUARED) && !coefficients.contains(Scale.SQUARED);
            sigma = posterior.draws(squared ? Scale.SQUARED : Scale.PLAIN);
            for (int s = 0; s < draws && squared; s++) {
                sigma[s] = Math.sqrt(sigma[s]);
            }
        }
        return new GlmPredictor(family, d, draws, values, sigma);
    }

    /** A predictor from one draw of the parameters, coefficients first; the names are those of all its elements. */
    public static GlmPredictor of(Family family, List<String> coefficients, List<String> names, double[] draw) {
        int d = coefficients.size();
        require(
                names.size() >= d && names.subList(0, d).equals(coefficients),
                "a draw must begin with the coefficients %s, got %s",
                coefficients,
                names);
        double[] sigma = null;
        if (family.hasScale()) {
            sigma = new double[] {names.get(d).equals(Scale.SQUARED) ? Math.sqrt(draw[d]) : draw[d]};
        }
        return new GlmPredictor(family, d, 1, Arrays.copyOf(draw, d), sigma);
    }

    /** A number for what a row is, so that its randomness does not depend on which rows are predicted with it. */
    private long key(GlmRows rows, int row) {
        long key = Double.doubleToLongBits(trials(rows, row));
        key = 31 * key + Double.doubleToLongBits(rows.offset() == null ? 0 : rows.offset()[rows.first() + row]);
        for (int j = 0; j < d; j++) {
            key = (key ^ (key >>> 29)) * 0xBF58476D1CE4E5B9L + Double.doubleToLongBits(rows.x(row, j) + 0.0);
        }
        key = (key ^ (key >>> 32)) * 0x94D049BB133111EBL;
        return key ^ (key >>> 29);
    }

    /** How many posterior draws there are. */
    public int draws() {
        return draws;
    }

    /** The mean response of a row under each posterior draw. */
    public double[] responses(Design design, int row) {
        require(design.columns() == d, "the design must have %d columns, got %d", d, design.columns());
        return responses(GlmRows.of(design), row);
    }

    double[] responses(GlmRows rows, int row) {
        double[] out = new double[draws];
        Arrays.fill(out, rows.offset() == null ? 0 : rows.offset()[rows.first() + row]);
        for (int j = 0; j < d; j++) {
            Kernels.axpy(rows.x(row, j), coefficients, j * draws, out, 0, draws);
        }
        family.likelihood().inverseLinks(out);
        double trials = trials(rows, row);
        for (int s = 0; s < draws && trials != 1; s++) {
            out[s] *= trials;
        }
        return out;
    }

    private double trials(GlmRows rows, int row) {
        return family.likelihood().takesTrials() ? rows.trials(row) : 1;
    }

    /** A new observation of a row under posterior draw s, given the mean response there. */
    public double observation(Design design, int row, double response, int s, RandomStream random) {
        return observation(GlmRows.of(design), row, response, s, random);
    }

    double observation(GlmRows rows, int row, double response, int s, RandomStream random) {
        return family.likelihood().draw(response, trials(rows, row), sigma == null ? Double.NaN : sigma[s], random);
    }

    /** The prediction for a row; the same seed and values give the same numbers, wherever the row stands. */
    public Prediction predict(Design design, int row, long seed) {
        double[] responses = responses(design, row);
        double[] observations = new double[draws];
        long key = key(GlmRows.of(design), row);
        RandomStream random = RandomStream.of(seed, key >>> 32, StreamKeys.GLM_PREDICTION, (int) key)
                .fast();
        for (int s = 0; s < draws; s++) {
            observations[s] = observation(design, row, responses[s], s, random);
        }
        return new Prediction(Interval.of(responses), Interval.of(observations));
    }
}
