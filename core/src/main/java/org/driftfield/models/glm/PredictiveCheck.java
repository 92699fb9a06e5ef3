package org.driftfield.models.glm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.models.glm.family.Comparison;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Thinned;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Observed data beside data that the fitted model would have produced, as curves to be drawn.
 *
 * @param kind what is compared
 * @param response its name
 * @param x where the curves are given: values, counts, or predicted probabilities
 * @param observed the observed curve: density, share of rows, or share of successes
 * @param replicated the same of each replicated data set; empty where {@code lower} and {@code upper} stand for them
 * @param lower 5 % of the replicated values lie below
 * @param upper 5 % of the replicated values lie above
 * @param labels names of the places in {@code x}; empty where the number says it
 * @param dispersion how much responses vary around their means
 */
public record PredictiveCheck(
        Comparison kind,
        String response,
        List<Double> x,
        List<Double> observed,
        List<List<Double>> replicated,
        List<Double> lower,
        List<Double> upper,
        List<String> labels,
        Dispersion dispersion) {
    private static final int REPLICATES = 50;
    private static final int BAND_REPLICATES = 400;
    private static final int MOST_ROWS = 5000;
    private static final int POINTS = 128;
    private static final int BINS = 10;
    private static final int MOST_BARS = 25;

    public PredictiveCheck {
        // Fits of before this was looked at are read all the same.
        dispersion = dispersion == null ? Dispersion.FREE : dispersion;
    }

    /** The check of a fit, on some of the rows where there are many, evenly spread. */
    public static PredictiveCheck of(GlmModel model, Posterior posterior, long seed) {
        Comparison kind = model.family().likelihood().check();
        int n = Math.min(model.observations(), MOST_ROWS);
        GlmRows rows = PickedRows.of(
                model.rows(),
                IntStream.range(0, n)
                        .map(i -> (int) ((long) i * model.observations() / n))
                        .toArray(),
                model.columns().size());
        Posterior few = Thinned.of(posterior, kind == Comparison.DENSITY ? REPLICATES : BAND_REPLICATES);
        GlmPredictor predictor = GlmPredictor.of(model.family(), model.columns(), few);
        double[][] replicates = new double[predictor.draws()][n];
        double[] expected = new double[n];
        double[] observed = new double[n];
        Dispersion.Sums sums = new Dispersion.Sums(model.family().likelihood(), predictor.draws());
        for (int i = 0; i < n; i++) {
            double[] responses = predictor.responses(rows, i);
            expected[i] = Arrays.stream(responses).average().orElse(Double.NaN);
            observed[i] = rows.response(i);
            RandomStream random = RandomStream.of(seed, 0, StreamKeys.PREDICTIVE_CHECK, i);
            for (int s = 0; s < responses.length; s++) {
                replicates[s][i] = predictor.observation(rows, i, responses[s], s, random);
                sums.add(s, responses[s], rows.trials(i), observed[i], replicates[s][i]);
            }
        }
        String name = model.response();
        Dispersion dispersion = sums.dispersion();
        return switch (kind) {
            case DENSITY -> densities(name, observed, replicates, dispersion);
            case COUNTS -> counts(name, observed, replicates, dispersion);
            case CALIBRATION -> calibration(name, trials(rows), expected, observed, replicates, dispersion);
        };
    }

    private static double[] trials(GlmRows rows) {
        return IntStream.range(0, rows.rows()).mapToDouble(rows::trials).toArray();
    }

    private static PredictiveCheck densities(
            String name, double[] observed, double[][] replicates, Dispersion dispersion) {
        KernelDensity own = KernelDensity.of(observed);
        double low = own.x()[0];
        double high = own.x()[own.x().length - 1];
        double[] x = IntStream.range(0, POINTS)
                .mapToDouble(i -> low + (high - low) * i / (POINTS - 1))
                .toArray();
        List<List<Double>> curves = new ArrayList<>();
        for (double[] replicate : replicates) {
            curves.add(rounded(at(x, KernelDensity.of(replicate))));
        }
        return new PredictiveCheck(
                Comparison.DENSITY,
                name,
                rounded(x),
                rounded(at(x, own)),
                curves,
                List.of(),
                List.of(),
                List.of(),
                dispersion);
    }

    /** The curve at other places, by straight lines; zero beyond its ends. */
    private static double[] at(double[] places, KernelDensity curve) {
        double[] x = curve.x();
        double step = x[1] - x[0];
        return Arrays.stream(places)
                .map(place -> {
                    double position = (place - x[0]) / step;
                    if (position < 0 || position > x.length - 1) {
                        return 0;
                    }
                    int k = Math.min(x.length - 2, (int) position);
                    double share = position - k;
                    return (1 - share) * curve.density()[k] + share * curve.density()[k + 1];
                })
                .toArray();
    }

    private static PredictiveCheck counts(
            String name, double[] observed, double[][] replicates, Dispersion dispersion) {
        double most = Arrays.stream(observed).max().orElse(0);
        int width = (int) Math.max(1, Math.ceil((most + 1) / MOST_BARS));
        int bars = (int) (most / width) + 1;
        List<String> labels = new ArrayList<>();
        for (int b = 0; b < bars; b++) {
            labels.add(width == 1 ? String.valueOf(b) : b * width + "–" + ((b + 1) * width - 1));
        }
        labels.add("more");
        double[][] shares = new double[replicates.length][];
        for (int s = 0; s < shares.length; s++) {
            shares[s] = shares(replicates[s], width, bars);
        }
        double[] x = IntStream.rangeClosed(0, bars).mapToDouble(b -> b * width).toArray();
        return new PredictiveCheck(
                Comparison.COUNTS,
                name,
                rounded(x),
                rounded(shares(observed, width, bars)),
                List.of(),
                rounded(quantile(shares, 0.05)),
                rounded(quantile(shares, 0.95)),
                labels,
                dispersion);
    }

    private static double[] shares(double[] counts, int width, int bars) {
        double[] shares = new double[bars + 1];
        for (double count : counts) {
            shares[(int) Math.min(bars, Math.floor(count / width))] += 1.0 / counts.length;
        }
        return shares;
    }

    private static PredictiveCheck calibration(
            String name,
            double[] trials,
            double[] expected,
            double[] observed,
            double[][] replicates,
            Dispersion dispersion) {
        int n = observed.length;
        Integer[] order = IntStream.range(0, n)
                .filter(i -> trials[i] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> expected[i] / trials[i]))
                .toArray(Integer[]::new);
        int bins = Math.max(1, Math.min(BINS, order.length / 5));
        double[] x = new double[bins];
        double[] own = new double[bins];
        double[][] shares = new double[replicates.length][bins];
        for (int b = 0; b < bins; b++) {
            double total = 0;
            for (int k = order.length * b / bins; k < order.length * (b + 1) / bins; k++) {
                int i = order[k];
                total += trials[i];
                x[b] += expected[i];
                own[b] += observed[i];
                for (int s = 0; s < replicates.length; s++) {
                    shares[s][b] += replicates[s][i];
                }
            }
            x[b] /= total;
            own[b] /= total;
            for (double[] share : shares) {
                share[b] /= total;
            }
        }
        return new PredictiveCheck(
                Comparison.CALIBRATION,
                name,
                rounded(x),
                rounded(own),
                List.of(),
                rounded(quantile(shares, 0.05)),
                rounded(quantile(shares, 0.95)),
                List.of(),
                dispersion);
    }

    private static double[] quantile(double[][] rows, double probability) {
        double[] out = new double[rows[0].length];
        for (int j = 0; j < out.length; j++) {
            int column = j;
            out[j] = Quantiles.of(
                    Arrays.stream(rows).mapToDouble(row -> row[column]).toArray(), probability);
        }
        return out;
    }

    private static List<Double> rounded(double[] values) {
        return Arrays.stream(values)
                .map(value -> Digits.rounded(value, 5))
                .boxed()
                .toList();
    }
}
