package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * What makes predicted probabilities come true. With u the predicted probability of a value below the one that came and z = Φ⁻¹(u)
 *
 * <pre>z' = sinh(tail · asinh((z - shift) / scale) - skew)</pre>
 *
 * is standard normal (Jones and Pewsey 2009); u' = Φ(z') is the probability that is told. Four numbers, found on validation
 * rows under a prior that keeps them near 1, 1, 0 and 0 where these are few. Networks tell means: where what comes is skewed most of it is
 * on one side of them, which takes a shift besides the skew.
 *
 * @param low the least z of these rows: beyond it, and beyond {@code high}, tails are no lighter than the network's own, since one value
 *     further out would be as good as impossible
 * @param high the largest
 */
public record Recalibration(double scale, double tail, double skew, double shift, double low, double high) {
    public static final Recalibration NONE = new Recalibration(1, 1, 0, 0);

    /**
     * The scales of the Cauchy priors of log scale, log tail, skew and shift: how far networks are usually off. What a few dozen rows may
     * make of probabilities that are right is mostly taken for chance, and what is far off is put right nevertheless.
     */
    private static final double PRIOR = 0.1;

    private static final double PRIOR_OF_SKEW = 0.05;

    private static final double[] PRIORS = {PRIOR, PRIOR, PRIOR_OF_SKEW, PRIOR_OF_SKEW};

    /** More rows than this tell no more. */
    private static final int MOST_ROWS = 5000;

    private static final double FIRST_STEP = 0.2;
    private static final double LAST_STEP = 1e-3;

    /** Of the intervals that rows seen before are evened out for, */
    private static final double LEVEL = 0.9;

    /** and the most that those of other rows are short of it for that. */
    private static final double MOST_GIVEN = 0.02;

    /** By how much narrower intervals are tried, again and again. */
    private static final double STEP = 0.01;

    /** Beyond this both z and z' are as good as impossible. */
    private static final double FURTHEST = 8;

    /** Of a curve that goes on however far. */
    public Recalibration(double scale, double tail, double skew, double shift) {
        this(scale, tail, skew, shift, -FURTHEST, FURTHEST);
    }

    static double quantile(double u) {
        double z = -Math.sqrt(2) * InverseErfc.value(2 * u);
        return Math.max(-FURTHEST, Math.min(FURTHEST, z));
    }

    static double probability(double z) {
        return 0.5 * Erfc.value(-z / Math.sqrt(2));
    }

    private double up(double z) {
        double edge = edge(z);
        return curve(edge) + z - edge;
    }

    private double down(double there) {
        if (there > curve(high) && logSlope(high) > 0) {
            return high + there - curve(high);
        }
        if (there < curve(low) && logSlope(low) > 0) {
            return low + there - curve(low);
        }
        return shift + scale * Math.sinh((asinh(there) + skew) / tail);
    }

    private double curve(double z) {
        return Math.sinh(tail * asinh((z - shift) / scale) - skew);
    }

    /** Up to where the curve is followed: beyond the rows seen, and if it is steeper than 1 where they end, to their end, else to z. */
    private double edge(double z) {
        double edge = Math.max(low, Math.min(high, z));
        return logSlope(edge) > 0 ? edge : z;
    }

    private double logSlope(double z) {
        double here = (z - shift) / scale;
        double there = curve(z);
        return Math.log(tail / scale) + 0.5 * Math.log1p(there * there) - 0.5 * Math.log1p(here * here);
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
        return this.equals(NONE) ? told : probability(down(quantile(told)));
    }

    /** The logarithm of by how much the density grows where the network's probability is u. */
    double logDensityRatio(double u) {
        return this.equals(NONE) ? 0 : logDensityRatioAt(quantile(u));
    }

    private double logDensityRatioAt(double z) {
        double edge = edge(z);
        double there = curve(edge) + z - edge;
        return edge == z ? onTheCurve(z) : 0.5 * z * z - 0.5 * there * there;
    }

    private double onTheCurve(double z) {
        double here = (z - shift) / scale;
        double there = curve(z);
        double slope = Math.log(tail / scale) + 0.5 * Math.log1p(there * there) - 0.5 * Math.log1p(here * here);
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
        int n = Math.min(below.length, MOST_ROWS);
        double[] z = new double[n];
        for (int i = 0; i < n; i++) {
            z[i] = quantile(below[(int) ((long) i * below.length / n)]);
        }
        Best best = new Best(new double[PRIORS.length], logPosterior(new double[PRIORS.length], z));
        // Coordinate by coordinate with steps that halve, and on in a direction that has been good (Hooke and Jeeves
        // 1961): shift and skew go together.
        double step = FIRST_STEP;
        while (step > LAST_STEP) {
            Best found = around(best, step, z);
            if (found.value <= best.value) {
                step /= 2;
            }
            while (found.value > best.value) {
                double[] further = new double[PRIORS.length];
                for (int k = 0; k < further.length; k++) {
                    further[k] = 2 * found.parameters[k] - best.parameters[k];
                }
                best = found;
                found = around(new Best(further, logPosterior(further, z)), step, z);
            }
        }
        DoubleSummaryStatistics seen =
                Arrays.stream(below).map(Recalibration::quantile).summaryStatistics();
        Recalibration found = from(best.parameters);
        return new Recalibration(found.scale, found.tail, found.skew, found.shift, seen.getMin(), seen.getMax());
    }

    /** A place of the search, and the log posterior there. */
    private record Best(double[] parameters, double value) {}

    private static Best around(Best from, double step, double[] z) {
        Best best = from;
        for (int k = 0; k < PRIORS.length; k++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double[] tried = best.parameters.clone();
                tried[k] += sign * step;
                double value = logPosterior(tried, z);
                if (value > best.value) {
                    best = new Best(tried, value);
                    break;
                }
            }
        }
        return best;
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
            Recalibration tried = new Recalibration(scale * narrower, tail, skew, shift, low, high);
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
        return new Recalibration(Math.exp(parameters[0]), Math.exp(parameters[1]), parameters[2], parameters[3]);
    }

    private static double logPosterior(double[] parameters, double[] z) {
        Recalibration tried = from(parameters);
        double sum = 0;
        for (int k = 0; k < parameters.length; k++) {
            double usual = parameters[k] / PRIORS[k];
            sum -= Math.log1p(usual * usual);
        }
        for (double value : z) {
            sum += tried.onTheCurve(value);
        }
        return sum;
    }
}
