package org.driftfield.models.volatility.backtest;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.driftfield.models.volatility.ForecastFilter;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilitySpec;

/**
 * Forecasts of each of the last returns of a series from those before it. The model is fitted again every so many returns; in between, the
 * draws of the last fit follow the series, weighted by how well they foresaw it.
 *
 * @param first the time of the first return that was forecast, counted from 0
 * @param returns what they were, NaN where missing
 * @param steps what was said of each before it was seen
 */
public record Backtest(int first, double[] returns, List<ForecastFilter.Ahead> steps) {
    /** Fewer returns than this are no training. */
    public static final int FEWEST = 20;

    /** Fits the first returns of a series. */
    @FunctionalInterface
    public interface Fitter {
        VolatilityFit fit(Returns returns, VolatilitySpec spec);
    }

    /**
     * When the fits are made.
     *
     * @param test how many returns at the end are forecast
     * @param every after how many of them the model is fitted again
     */
    public record Plan(int test, int every) {
        public Plan {
            require(test >= 1, "at least 1 return must be forecast, got %d", test);
            require(every >= 1, "fits must be at least 1 return apart, got %d", every);
        }

        /** How many fits there will be. */
        public int fits() {
            return (test + every - 1) / every;
        }
    }

    /**
     * Makes the forecasts.
     *
     * @param spec the model, with the columns of all returns
     * @param fitted is told after each fit how many were made
     */
    public static Backtest of(
            Returns returns, VolatilitySpec spec, Plan plan, Fitter fitter, long seed, IntConsumer fitted) {
        int first = returns.size() - plan.test;
        require(
                first >= FEWEST,
                "a backtest needs %d returns before the first it forecasts, got %d",
                FEWEST,
                Math.max(0, first));
        double[] values = returns.toArray();
        List<ForecastFilter.Ahead> steps = new ArrayList<>();
        for (int k = 0; k < plan.fits(); k++) {
            int from = first + k * plan.every;
            VolatilityFit fit = fitter.fit(Returns.of(Arrays.copyOf(values, from)), spec.first(from));
            ForecastFilter filter = ForecastFilter.after(fit, from, spec, returns, seed);
            for (int t = from; t < Math.min(from + plan.every, values.length); t++) {
                steps.add(filter.next());
            }
            fitted.accept(k + 1);
        }
        return new Backtest(first, Arrays.copyOfRange(values, first, values.length), List.copyOf(steps));
    }

    /** How many returns were observed, and so scored. */
    public int scored() {
        return pits().length;
    }

    /** The sum of the logarithms of the predictive densities: the larger, the better. */
    public double logScore() {
        return steps.stream()
                .mapToDouble(ForecastFilter.Ahead::logScore)
                .filter(score -> !Double.isNaN(score))
                .sum();
    }

    /** The predictive probabilities of smaller returns than those observed. */
    public double[] pits() {
        return steps.stream()
                .mapToDouble(ForecastFilter.Ahead::pit)
                .filter(pit -> !Double.isNaN(pit))
                .toArray();
    }

    /** The share of returns inside the central interval of a probability. */
    public double coverage(double probability) {
        double tail = 0.5 * (1 - probability);
        return Arrays.stream(pits())
                        .filter(pit -> pit >= tail && pit <= 1 - tail)
                        .count()
                / (double) scored();
    }

    /**
     * How much better another forecast the same returns.
     *
     * @param difference of the log scores, the other's less this one's
     * @param error its standard error, from the spread of the differences of single returns
     */
    public record Gain(double difference, double error) {}

    /** How much better another backtest of the same returns is. */
    public Gain gain(Backtest other) {
        require(
                other.first == first && Arrays.equals(other.returns, returns),
                "only forecasts of the same returns can be compared");
        double sum = 0;
        double squares = 0;
        int n = 0;
        for (int k = 0; k < steps.size(); k++) {
            double difference = other.steps.get(k).logScore() - steps.get(k).logScore();
            if (!Double.isNaN(difference)) {
                sum += difference;
                squares += difference * difference;
                n++;
            }
        }
        return new Gain(sum, n < 2 ? Double.NaN : Math.sqrt((squares - sum * sum / n) * n / (n - 1)));
    }

    /**
     * The probability of predictive probabilities as uneven as these if the model is right, by the largest distance of their
     * distribution function from the uniform one (Kolmogorov), without what the estimation of parameters adds.
     */
    public double uniformity() {
        return uniformity(pits());
    }

    /** The same for any numbers between 0 and 1. */
    public static double uniformity(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double distance = 0;
        for (int i = 0; i < n; i++) {
            distance = Math.max(distance, Math.max(sorted[i] - (double) i / n, (i + 1.0) / n - sorted[i]));
        }
        double root = Math.sqrt(n);
        double lambda = (root + 0.12 + 0.11 / root) * distance;
        double sum = 0;
        for (int k = 1; k <= 100; k++) {
            sum += (k % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * k * k * lambda * lambda);
        }
        return lambda < 0.2 ? 1 : Math.max(0, Math.min(1, sum));
    }
}
