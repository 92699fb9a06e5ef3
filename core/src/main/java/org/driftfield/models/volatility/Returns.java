package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A series of returns, equally spaced in time; NaN where a return is missing.
 *
 * <p>A return of exactly zero has been rounded. Taken at its word, the log variance would fall without bound there, and the
 * posterior would not even be proper: e^(-x/2) grows faster than the prior of σ² falls. It is taken to be as large as a return
 * that is spread evenly below the smallest one recorded is on average, the root of a third of its square.
 */
public final class Returns {
    /** Fewer values than this do not tell prices from returns, nor an outlier from the rest. */
    private static final int FEW = 10;

    /** Neighbouring prices are nearly equal; neighbouring returns are hardly correlated. */
    private static final double PRICE_CORRELATION = 0.8;

    /** A value so many times the typical size is rather a mistake than a return. */
    private static final double OUTLIER = 40;

    private static final double MANY_ZEROS = 0.3;

    /** Returns below this share of the typical size count as zeros: numerical dust, such as is left by taking a mean off. */
    private static final double DUST = 1e-6;

    /** A mean so many standard errors from zero is rather a drift than chance. */
    private static final double DRIFT = 5;

    /** Log mean squares further than this many prior standard deviations from the prior mean of μ are worth a word. */
    private static final double FAR = 2;

    /** The median size of a standard normal variable. */
    private static final double TYPICAL_NORMAL = 0.6745;

    private final double[] values;
    private final int observed;
    private final int zeros;

    /** The median size of those that are not zero. */
    private final double typical;

    private Returns(double[] values, int observed) {
        this.values = values;
        this.observed = observed;
        double[] sizes = sizes(0);
        this.typical = sizes[sizes.length / 2];
        double smallest = sizes(DUST * typical)[0] / Math.sqrt(3);
        int replaced = 0;
        for (int t = 0; t < values.length; t++) {
            if (Math.abs(values[t]) <= DUST * typical) {
                values[t] = smallest;
                replaced++;
            }
        }
        this.zeros = replaced;
    }

    /** The sizes of observed values above a bound, ascending. */
    private double[] sizes(double above) {
        return Arrays.stream(values)
                .map(Math::abs)
                .filter(size -> size > above)
                .sorted()
                .toArray();
    }

    /**
     * The returns in the order of time, NaN for a missing one. At least two must be observed, and they must not all be the
     * same: a series that never moves has no volatility to estimate.
     */
    public static Returns of(double... values) {
        double first = Double.NaN;
        boolean varied = false;
        int observed = 0;
        for (int t = 0; t < values.length; t++) {
            require(!Double.isInfinite(values[t]), "return %d must be a finite number, got %s", t + 1, values[t]);
            if (!Double.isNaN(values[t])) {
                varied |= observed > 0 && values[t] != first;
                first = observed == 0 ? values[t] : first;
                observed++;
            }
        }
        require(observed >= 2, "a series of returns must have at least 2 observed values, got %d", observed);
        require(varied, "a series of returns must vary, got %s for all of its %d observed values", first, observed);
        return new Returns(values.clone(), observed);
    }

    /** The length T of the series, missing returns included. */
    public int size() {
        return values.length;
    }

    /** How many returns are observed. */
    public int observed() {
        return observed;
    }

    /** Return t, counted from 0; NaN when it is missing. */
    public double get(int t) {
        return values[t];
    }

    /** The median size of the returns. */
    double typical() {
        return typical;
    }

    /** A copy of all values, NaN where missing. */
    public double[] toArray() {
        return values.clone();
    }

    /** The same with the mean of the observed values taken off, since the model has returns around zero. */
    public Returns demeaned() {
        double mean = mean();
        return of(Arrays.stream(values).map(y -> y - mean).toArray());
    }

    /** The mean of the observed values. */
    public double mean() {
        return Arrays.stream(values).filter(y -> !Double.isNaN(y)).sum() / observed;
    }

    /** The variance of the observed values around zero. */
    public double meanSquare() {
        return Arrays.stream(values)
                        .filter(y -> !Double.isNaN(y))
                        .map(y -> y * y)
                        .sum()
                / observed;
    }

    /** What a model of this series should be told with, in words: what looks odd in it, and what it cannot tell; empty for nothing. */
    public List<String> warnings(VolatilitySpec spec) {
        List<String> warnings = new ArrayList<>();
        if (observed < FEW) {
            warnings.add(format(
                    "%d observed returns say next to nothing of the parameters: the answer is all but the prior.",
                    observed));
        }
        warnings.addAll(oddities(spec.mean().constant()));
        VolatilityPriors priors = spec.priors();
        double level = 2 * Math.log(typical / TYPICAL_NORMAL);
        double off = (level - priors.muMean()) / Math.sqrt(priors.muVariance());
        if (Math.abs(off) > FAR && !lookLikePrices()) {
            warnings.add(format(
                    "The log variance of the returns, %.1f, is %.1f prior standard deviations from the prior mean of"
                            + " mu: give returns in per cent, or another prior.",
                    level, Math.abs(off)));
        }
        return warnings;
    }

    private List<String> oddities(boolean meanIsEstimated) {
        List<String> warnings = new ArrayList<>();
        if (observed < FEW) {
            return warnings;
        }
        if (lookLikePrices()) {
            warnings.add("The values are all positive and each is close to the one before: they look like prices. The"
                    + " model is for returns, such as the differences of the logarithms of prices.");
            return warnings;
        }
        double mean = mean();
        double error = Math.sqrt(Math.max(0, meanSquare() - mean * mean) / observed);
        if (!meanIsEstimated && Math.abs(mean) > DRIFT * error) {
            warnings.add(format(
                    "The mean %.3g of the returns is %.0f standard errors from zero, which the model takes it to be:"
                            + " take it off first, or estimate it.",
                    mean, Math.abs(mean) / error));
        }
        if (zeros > MANY_ZEROS * observed) {
            warnings.add(format(
                    "%.0f %% of the returns are zero, which a continuous distribution never gives: the volatility"
                            + " there is guessed. If no trade took place, mark them as missing.",
                    100.0 * zeros / observed));
        }
        int largest = 0;
        for (int t = 1; t < values.length; t++) {
            largest = Double.isNaN(values[largest]) || Math.abs(values[t]) > Math.abs(values[largest]) ? t : largest;
        }
        if (Math.abs(values[largest]) > OUTLIER * typical) {
            warnings.add(format(
                    "Return %d is %.6g, %.0f times the typical size: check it. One such value pulls the volatility"
                            + " around it up and the persistence down.",
                    largest + 1, values[largest], Math.abs(values[largest]) / typical));
        }
        return warnings;
    }

    private boolean lookLikePrices() {
        if (observed < FEW) {
            return false;
        }
        double mean = mean();
        double squares = 0;
        double products = 0;
        double previous = Double.NaN;
        for (double y : values) {
            if (y <= 0) {
                return false;
            }
            if (!Double.isNaN(y)) {
                squares += (y - mean) * (y - mean);
                products += Double.isNaN(previous) ? 0 : (y - mean) * (previous - mean);
                previous = y;
            }
        }
        return products > PRICE_CORRELATION * squares;
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
