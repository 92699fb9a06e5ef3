package org.driftfield.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.driftfield.model.Parameter;
import org.driftfield.models.volatility.FurtherPriors;
import org.driftfield.models.volatility.MeanEquation;
import org.driftfield.models.volatility.Regressors;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;

/**
 * Simulation-based calibration (Talts, Betancourt, Simpson, Vehtari and Gelman 2018) of the volatility models by the default fit:
 * parameters from the prior, a series from the parameters, a fit of the series, and the rank of each parameter among the draws, which is uniform
 * where the fit is right.
 *
 * <pre>VolatilityCalibration [plain|t|leverage|regressors|all] [data sets]</pre>
 */
public final class VolatilityCalibration {
    private static final int SIZE = 100;
    private static final int DRAWS = 99;
    private static final int BINS = 10;
    private static final int KEY = 900_001;

    private VolatilityCalibration() {}

    private static Map<String, VolatilitySpec> specs() {
        VolatilityPriors priors = new VolatilityPriors(0, 1, 20, 1.5, 5, 0.25);
        VolatilitySpec plain = VolatilitySpec.plain(priors).withFurther(new FurtherPriors(0.1, 4, 4, 0.3, 0.5));
        double[] x = new double[SIZE];
        double[] w = new double[SIZE];
        RandomStream random = RandomStream.of(1, 0, KEY, 0);
        for (int t = 0; t < SIZE; t++) {
            x[t] = random.nextNormal();
            w[t] = t % 5 == 0 ? 1 : 0;
        }
        Regressors ofMean = new Regressors(List.of("x"), new double[][] {x});
        Regressors ofVariance = new Regressors(List.of("w"), new double[][] {w});
        VolatilitySpec regressors =
                plain.withMean(new MeanEquation(true, 1, ofMean)).withLogVariance(ofVariance);
        Map<String, VolatilitySpec> all = new LinkedHashMap<>();
        all.put("plain", plain);
        all.put("t", plain.withHeavyTails(true));
        all.put("leverage", plain.withLeverage(true));
        all.put("regressors", regressors);
        all.put("all", regressors.withHeavyTails(true).withLeverage(true));
        return all;
    }

    public static void main(String[] args) {
        String wanted = args.length > 0 ? args[0] : "";
        int sets = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        specs().forEach((name, spec) -> {
            if (wanted.isEmpty() || wanted.equals(name)) {
                calibrate(name, spec, sets);
            }
        });
    }

    private static void calibrate(String name, VolatilitySpec spec, int sets) {
        List<String> names = spec.parameters().stream().map(Parameter::name).toList();
        int[][] counts = new int[names.size()][BINS];
        List<Integer> unsettled = new ArrayList<>();
        for (int k = 0; k < sets; k++) {
            double[] theta = spec.drawPrior(RandomStream.of(k, 1, KEY, 0));
            Returns returns = SimulatedReturns.of(spec, theta, SIZE, k).returns();
            VolatilityOptions options = VolatilityOptions.defaults().withSpec(spec);
            Posterior posterior = Volatility.fit(
                            returns,
                            options.withEngine(options.engine()
                                    .withCollect(10, 2)
                                    .withSeed(k)
                                    .withThreads(1)))
                    .posterior();
            if (!posterior.settled()) {
                unsettled.add(k);
            }
            for (int j = 0; j < names.size(); j++) {
                // Different particles of the last cloud are independent of each other.
                double[] draws = posterior.draws(names.get(j));
                int rank = 0;
                for (int i = 0; i < DRAWS; i++) {
                    rank += draws[draws.length - 1 - i] < theta[j] ? 1 : 0;
                }
                counts[j][rank * BINS / (DRAWS + 1)]++;
            }
        }
        System.out.println(name + ": " + sets + " data sets of " + SIZE + " returns, not settled: " + unsettled);
        for (int j = 0; j < names.size(); j++) {
            double expected = (double) sets / BINS;
            double chi = Arrays.stream(counts[j])
                    .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                    .sum();
            double p = ChiSquaredDistribution.of(BINS - 1).survivalProbability(chi);
            System.out.println(String.format(
                    Locale.ROOT, "  %-16s ranks %s  p %.3f", names.get(j), Arrays.toString(counts[j]), p));
        }
    }
}
