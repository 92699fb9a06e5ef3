package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/**
 * The curve of Jones and Pewsey (2009), z' = sinh(tail · asinh((z - shift) / scale) - skew), as it makes given values most
 * probably standard normal, under a prior that keeps its numbers near 1, 1, 0 and 0 where these are few.
 *
 * @param low the least of these values: beyond it, and beyond {@code high}, tails are no lighter than before, since one value
 *     further out would be as good as impossible
 * @param high the largest
 */
record SinhArcsinh(double scale, double tail, double skew, double shift, double low, double high) {
    /** Beyond this nothing is told apart. */
    static final double FURTHEST = 8;

    static final SinhArcsinh NONE = new SinhArcsinh(1, 1, 0, 0, -FURTHEST, FURTHEST);

    /**
     * The scales of the Cauchy priors of log scale, log tail, skew and shift: how far networks are usually off. What a few dozen rows may
     * make of probabilities that are right is mostly taken for chance, and what is far off is put right nevertheless.
     */
    private static final double PRIOR = 0.1;

    private static final double PRIOR_OF_SKEW = 0.05;

    private static final double[] PRIORS = {PRIOR, PRIOR, PRIOR_OF_SKEW, PRIOR_OF_SKEW};

    /** More values than this tell no more. */
    private static final int MOST = 5000;

    private static final double FIRST_STEP = 0.2;
    private static final double LAST_STEP = 1e-3;

    /** The most probable one. */
    static SinhArcsinh of(double[] values) {
        int n = Math.min(values.length, MOST);
        double[] z = new double[n];
        for (int i = 0; i < n; i++) {
            z[i] = values[(int) ((long) i * values.length / n)];
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
        DoubleSummaryStatistics seen = Arrays.stream(values).summaryStatistics();
        return from(best.parameters).seen(seen.getMin(), seen.getMax());
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

    private static SinhArcsinh from(double[] parameters) {
        return new SinhArcsinh(
                Math.exp(parameters[0]), Math.exp(parameters[1]), parameters[2], parameters[3], -FURTHEST, FURTHEST);
    }

    private static double logPosterior(double[] parameters, double[] z) {
        SinhArcsinh tried = from(parameters);
        double sum = 0;
        for (int k = 0; k < parameters.length; k++) {
            double usual = parameters[k] / PRIORS[k];
            sum -= Math.log1p(usual * usual);
        }
        for (double value : z) {
            double there = tried.curve(value);
            sum += tried.slope(value, there) - 0.5 * there * there + 0.5 * value * value;
        }
        return sum;
    }

    private SinhArcsinh seen(double least, double most) {
        return new SinhArcsinh(scale, tail, skew, shift, least, most);
    }

    /** Of intervals that are so many times as wide. */
    SinhArcsinh times(double factor) {
        return new SinhArcsinh(scale * factor, tail, skew, shift, low, high);
    }

    double up(double z) {
        double edge = edge(z);
        return curve(edge) + z - edge;
    }

    double down(double there) {
        if (there > curve(high) && slopeAt(high) > 0) {
            return high + there - curve(high);
        }
        if (there < curve(low) && slopeAt(low) > 0) {
            return low + there - curve(low);
        }
        return shift + scale * Math.sinh((asinh(there) + skew) / tail);
    }

    double logSlope(double z) {
        return edge(z) == z ? slopeAt(z) : 0;
    }

    private double curve(double z) {
        return Math.sinh(tail * asinh((z - shift) / scale) - skew);
    }

    /** Up to where the curve is followed: beyond the values seen, and if it is steeper than 1 where they end, to their end, else to z. */
    private double edge(double z) {
        double edge = Math.max(low, Math.min(high, z));
        return slopeAt(edge) > 0 ? edge : z;
    }

    private double slopeAt(double z) {
        return slope(z, curve(z));
    }

    private double slope(double z, double there) {
        double here = (z - shift) / scale;
        return Math.log(tail / scale) + 0.5 * Math.log1p(there * there) - 0.5 * Math.log1p(here * here);
    }

    private static double asinh(double z) {
        return Math.signum(z) * Math.log(Math.abs(z) + Math.sqrt(z * z + 1));
    }
}
