package org.driftfield.models.network.prediction;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * What makes predicted probabilities come true. With u the predicted probability of a value below the one that came and z = Φ⁻¹(u)
 *
 * <pre>z' = sinh(tail · asinh(z / scale) - skew)</pre>
 *
 * is standard normal (Jones and Pewsey 2009); u' = Φ(z') is the probability that is told. Three numbers, found on validation
 * rows under a prior that keeps them near 1, 1 and 0 where these are few.
 */
public record Recalibration(double scale, double tail, double skew) {
    public static final Recalibration NONE = new Recalibration(1, 1, 0);

    /**
     * The scales of the Cauchy priors of log scale, log tail and skew: how far networks are usually off. What a few dozen rows may make
     * of probabilities that are right is mostly taken for chance, and what is far off is put right nevertheless.
     */
    private static final double PRIOR = 0.1;

    private static final double PRIOR_OF_SKEW = 0.05;

    /** Of the intervals that rows seen before are evened out for, */
    private static final double LEVEL = 0.9;

    /** and the most that those of other rows are short of it for that. */
    private static final double MOST_GIVEN = 0.02;

    /** By how much narrower intervals are tried, again and again. */
    private static final double STEP = 0.01;

    /** Beyond this both z and z' are as good as impossible. */
    private static final double FURTHEST = 8;

    static double quantile(double u) {
        double z = -Math.sqrt(2) * InverseErfc.value(2 * u);
        return Math.max(-FURTHEST, Math.min(FURTHEST, z));
    }

    static double probability(double z) {
        return 0.5 * Erfc.value(-z / Math.sqrt(2));
    }

    private double up(double z) {
        return Math.sinh(tail * asinh(z / scale) - skew);
    }

    private static double asinh(double z) {
        return Math.signum(z) * Math.log(Math.abs(z) + Math.sqrt(z * z + 1));
    }

    /** From a probability of the network to the one that is told. */
    double told(double u) {
        return this.equals(NONE) ? u : probability(up(quantile(u)));
    }

    /** From a probability that is told to the one of the network. */
    double own(double told) {
        return this.equals(NONE) ? told : probability(scale * Math.sinh((asinh(quantile(told)) + skew) / tail));
    }

    /** The logarithm of by how much the density grows where the network's probability is u. */
    double logDensityRatio(double u) {
        return this.equals(NONE) ? 0 : logDensityRatioAt(quantile(u));
    }

    private double logDensityRatioAt(double z) {
        double there = up(z);
        double slope =
                Math.log(tail / scale) + 0.5 * Math.log1p(there * there) - 0.5 * Math.log1p(z * z / (scale * scale));
        return slope - 0.5 * there * there + 0.5 * z * z;
    }

    /** How much wider the told distribution is than the network's own, as a ratio of standard deviations. */
    double widening() {
        int points = 200;
        double mean = 0;
        double squares = 0;
        for (int k = 0; k < points; k++) {
            double z = quantile(own((k + 0.5) / points));
            mean += z / points;
            squares += z * z / points;
        }
        double plain = 0;
        for (int k = 0; k < points; k++) {
            double z = quantile((k + 0.5) / points);
            plain += z * z / points;
        }
        return this.equals(NONE) ? 1 : Math.sqrt((squares - mean * mean) / plain);
    }

    /** The most probable one given the predicted probabilities of values below those that came. */
    public static Recalibration of(double[] below) {
        double[] z = Arrays.stream(below).map(Recalibration::quantile).toArray();
        double[] best = new double[3];
        double[] step = {0.3, 0.15, 0.15};
        double value = logPosterior(best, z);
        // Coordinate by coordinate, with steps that halve: three smooth parameters need no more.
        while (step[0] > 1e-3) {
            boolean moved = false;
            for (int k = 0; k < best.length; k++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    double[] tried = best.clone();
                    tried[k] += sign * step[k];
                    double at = logPosterior(tried, z);
                    if (at > value) {
                        value = at;
                        best = tried;
                        moved = true;
                    }
                }
            }
            for (int k = 0; !moved && k < step.length; k++) {
                step[k] /= 2;
            }
        }
        return from(best);
    }

    /**
     * For rows among which there are some that are known from others, and held more often than promised: intervals are narrower, so that
     * together they come closer to what they promise, and the others not far below it.
     *
     * @param unseen the predicted probabilities of values below those that came, of rows that are not known
     * @param all those of all rows
     */
    public Recalibration together(double[] unseen, double[] all) {
        Recalibration even = this;
        for (double narrower = 1 - STEP; unseen.length < all.length && narrower > 0.5; narrower -= STEP) {
            Recalibration tried = new Recalibration(scale * narrower, tail, skew);
            if (tried.held(all) < LEVEL || tried.held(unseen) < LEVEL - MOST_GIVEN) {
                break;
            }
            even = tried;
        }
        return even;
    }

    /** The share of rows that the intervals hold. */
    private double held(double[] below) {
        double edge = 0.5 * (1 - LEVEL);
        return Arrays.stream(below)
                        .map(this::told)
                        .filter(u -> u >= edge && u <= 1 - edge)
                        .count()
                / (double) below.length;
    }

    private static Recalibration from(double[] parameters) {
        return new Recalibration(Math.exp(parameters[0]), Math.exp(parameters[1]), parameters[2]);
    }

    private static double logPosterior(double[] parameters, double[] z) {
        Recalibration tried = from(parameters);
        double sum = 0;
        for (int k = 0; k < parameters.length; k++) {
            double usual = parameters[k] / (k == 2 ? PRIOR_OF_SKEW : PRIOR);
            sum -= Math.log1p(usual * usual);
        }
        for (double value : z) {
            sum += tried.logDensityRatioAt(value);
        }
        return sum;
    }
}
