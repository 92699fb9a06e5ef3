package org.driftfield.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.driftfield.data.Column;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Session;
import org.driftfield.models.network.Network;
import org.driftfield.models.network.NetworkData;
import org.driftfield.models.network.NetworkFit;
import org.driftfield.models.network.line.Ridge;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.Task;

/**
 * The default recipe on simulated data that it was not made for, against ridge regression on the same rows: {@code NetworkStudy
 * FAMILY ROWS INPUTS R2 TIES CASES [SEED]}, where a family is {@code linear}, {@code smooth} (interactions), {@code survey}
 * (dummies and numbers, a log income in 57 steps, noise with tails), {@code uneven} (noise that depends on the inputs), {@code
 * heavy} (noise with wild values), {@code skewed} (exponential noise), {@code twofold} (noise with two peaks), {@code copies} (as smooth, every fifth row once more) or
 * {@code classes} (inputs as in a survey, two classes by the logit of a truth with interactions, against logistic regression), and
 * ties are the steps of a standard deviation that the target is rounded to, 0 for none. {@code NetworkStudy linear CASES} makes
 * the table of straight lines in the documentation, {@code NetworkStudy others CASES} that of the others. A fifth of the rows is for
 * validation; 4000 more are for the test.
 */
public final class NetworkStudy {
    private static final int TEST = 4000;

    private NetworkStudy() {}

    private record Case(String family, int rows, int inputs, double r2, double ties) {
        String name() {
            return String.format(Locale.ROOT, "%-7s n=%-6d p=%-4d R2=%.2f ties=%.2f", family, rows, inputs, r2, ties);
        }
    }

    public static void main(String[] args) {
        if (args.length <= 3) {
            int cases = Integer.parseInt(args[1]);
            long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
            for (Case each : args[0].equals("linear") ? lines() : others()) {
                report(each, cases, seed);
            }
            return;
        }
        Case one = new Case(
                args[0],
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Double.parseDouble(args[3]),
                Double.parseDouble(args[4]));
        report(one, Integer.parseInt(args[5]), args.length > 6 ? Long.parseLong(args[6]) : 1);
    }

    private static List<Case> lines() {
        List<Case> lines = new ArrayList<>();
        for (int rows : new int[] {200, 1000, 5000, 20_000}) {
            for (int inputs : new int[] {5, 30, 100}) {
                double r2 = inputs == 5 ? 0.1 : inputs == 30 ? 0.3 : 0.5;
                lines.add(new Case("linear", rows, inputs, r2, 0));
                lines.add(new Case("linear", rows, inputs, 0.6 - r2, 0.25));
            }
        }
        return lines;
    }

    private static List<Case> others() {
        return List.of(
                new Case("smooth", 200, 10, 0.5, 0),
                new Case("smooth", 1000, 10, 0.5, 0),
                new Case("smooth", 5000, 10, 0.5, 0),
                new Case("smooth", 1500, 10, 0.4, 1),
                new Case("copies", 1500, 10, 0.4, 1),
                new Case("uneven", 1500, 10, 0.5, 0),
                new Case("heavy", 1500, 10, 0.5, 0),
                new Case("skewed", 500, 10, 0.5, 0),
                new Case("skewed", 1500, 10, 0.5, 0),
                new Case("twofold", 1500, 10, 0.5, 0),
                new Case("survey", 14_010, 43, 0.4, 0));
    }

    /** Sums over cases: ratio of test errors to ridge, coverage, log-likelihoods, seconds. */
    private static void report(Case each, int cases, long seed) {
        double[] ratios = new double[cases];
        double cover90 = 0;
        double cover50 = 0;
        double nll = 0;
        double off = 0;
        double share = 0;
        double seconds = 0;
        double r2 = 0;
        for (int k = 0; k < cases; k++) {
            Simulated simulated = new Simulated(each, seed * 1000 + k);
            boolean classes = each.family().equals("classes");
            NetworkData data = NetworkData.of(
                    simulated.table(each.rows()),
                    "y",
                    classes ? Task.BINARY : Task.REGRESSION,
                    NetworkData.Part.fraction(0.2),
                    NetworkData.Part.table(simulated.table(TEST)),
                    NaPolicy.ERROR,
                    seed * 1000 + k);
            NetworkOptions options = NetworkOptions.defaults().withSeed(seed * 1000 + k);
            String hidden = System.getProperty("hidden", "50");
            options = options.withHidden(Arrays.stream(hidden.split(","))
                            .map(Integer::valueOf)
                            .toArray(Integer[]::new))
                    .withParticles(Integer.getInteger("particles", options.particles()));
            double before = CpuTime.seconds();
            Clock clock = new Clock();
            NetworkFit fit = Network.fit(data, options, Session.NONE.watchedBy(clock));
            seconds += (CpuTime.seconds() - before) / cases;
            NetworkScores test = fit.test();
            if (Boolean.getBoolean("trials")) {
                fit.trials().forEach(System.out::println);
                System.out.println(clock.told());
            }
            if (classes) {
                ofClasses(each, k, fit, data, CpuTime.seconds() - before);
                continue;
            }
            double ridge = ridgeError(data);
            ratios[k] = test.mse() / ridge;
            r2 += (1 - ridge / variance(data.test().y())) / cases;
            cover90 += test.coverage90() / cases;
            cover50 += test.coverage50() / cases;
            nll += test.nll() / cases;
            off += test.calibrationError() / cases;
            share += fit.posterior().share() / cases;
            if (Boolean.getBoolean("trials")) {
                System.out.println(test.toMap() + " ridge " + ridge + " ratio " + ratios[k]);
                System.out.println("before "
                        + fit.posterior().uncalibrated().scores(data.test(), 1).toMap());
            }
        }
        if (each.family().equals("classes")) {
            return;
        }
        double mean = Arrays.stream(ratios).average().orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "%s cases %2d: MSE/ridge mean %.4f worst %.4f, over 1.02 %d | ridge R2 %.3f | share %.2f | holds 90 %%: %.3f 50 %%:"
                        + " %.3f, levels off by %.3f | nll %.4f | %.1f CPU s%n",
                each.name(),
                cases,
                mean,
                Arrays.stream(ratios).max().orElseThrow(),
                Arrays.stream(ratios).filter(ratio -> ratio > 1.02).count(),
                r2,
                share,
                cover90,
                cover50,
                off,
                nll,
                seconds);
    }

    private static void ofClasses(Case each, int k, NetworkFit fit, NetworkData data, double seconds) {
        NetworkScores test = fit.test();
        NetworkScores line = fit.posterior().line().uncalibrated().scores(data.test(), 1);
        System.out.printf(
                Locale.ROOT,
                "%s case %d: nll %.5f, logistic regression %.5f | misclassified %.4f, %.4f | calibration error %.4f | share %.2f,"
                        + " sharpness %.3f | %.1f CPU s%n",
                each.name(),
                k,
                test.nll(),
                line.nll(),
                test.misclassification(),
                line.misclassification(),
                test.calibrationError(),
                fit.posterior().share(),
                fit.posterior().sharpness(),
                seconds);
    }

    /** What is told while a fit goes on of the work that is left, beside what was. */
    static final class Clock implements Progress {
        /** A terminal tells of the time left from so many seconds on. */
        private static final double SHOWN_AFTER = 5;

        private final long begun = System.nanoTime();
        private final List<double[]> events = new ArrayList<>();

        @Override
        public void update(Event event) {
            if (event.iteration() == 10 || event.iteration() % 50 == 0) {
                double seconds = (System.nanoTime() - begun) / 1e9;
                events.add(new double[] {event.inPhase(), event.most() - event.inPhase(), seconds});
            }
        }

        /** Work done, and work left as it was told over that which was left, from the tenth iteration on. */
        String told() {
            double all = events.get(events.size() - 1)[0];
            StringBuilder text = new StringBuilder("work left, told over true, after a part of the whole:");
            double next = 0;
            int[] within = new int[2];
            int[] count = new int[2];
            for (double[] event : events) {
                double left = all - event[0];
                if (left <= 0.02 * all) {
                    continue;
                }
                double ratio = event[1] / left;
                for (int shown = 0; shown < (event[2] > SHOWN_AFTER ? 2 : 1); shown++) {
                    within[shown] += ratio > 0.5 && ratio < 2 ? 1 : 0;
                    count[shown]++;
                }
                if (event[0] >= next * all) {
                    text.append(String.format(Locale.ROOT, " %.2f: %.2f", event[0] / all, ratio));
                    next = event[0] / all + 0.1;
                }
            }
            return text
                    + String.format(
                            Locale.ROOT,
                            " | within a factor of two %d of %d, of those that a terminal shows %d of %d",
                            within[0],
                            count[0],
                            within[1],
                            count[1]);
        }
    }

    private static double variance(double[] y) {
        double mean = Arrays.stream(y).average().orElseThrow();
        return Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    }

    /** Ridge regression on training and validation rows, its penalty by leave-one-out. */
    private static double ridgeError(NetworkData data) {
        int inputs = data.train().inputs();
        float[] x = Arrays.copyOf(
                data.train().x(), data.train().x().length + data.validation().x().length);
        System.arraycopy(
                data.validation().x(),
                0,
                x,
                data.train().x().length,
                data.validation().x().length);
        double[] y = Arrays.copyOf(
                data.train().y(), data.train().count() + data.validation().count());
        System.arraycopy(
                data.validation().y(),
                0,
                y,
                data.train().count(),
                data.validation().count());
        double[] b = Ridge.of(x, inputs, y).coefficients();
        double sum = 0;
        for (int i = 0; i < data.test().count(); i++) {
            double f = b[inputs];
            for (int j = 0; j < inputs; j++) {
                f += b[j] * data.test().x()[i * inputs + j];
            }
            double error = data.test().y()[i] - f;
            sum += error * error / data.test().count();
        }
        return sum;
    }

    /** A truth drawn at random, and rows from it. */
    private static final class Simulated {
        private final Case of;
        private final boolean survey;
        private final SplittableRandom random;
        private final double[] slopes;
        private final double[] bends;
        private final int[] partners;
        private final double[] unevenness;
        private final double signal;

        Simulated(Case of, long seed) {
            this.of = of;
            this.survey = of.family().equals("survey") || of.family().equals("classes");
            this.random = new SplittableRandom(seed);
            int p = of.inputs();
            slopes = random.doubles(p, -1, 1).map(v -> v * v * v).toArray();
            bends = random.doubles(p, -1, 1).toArray();
            partners = random.ints(p, 0, p).toArray();
            unevenness = random.doubles(p, -1, 1).toArray();
            double[] x = new double[p];
            double[] values = new double[4000];
            for (int i = 0; i < values.length; i++) {
                inputs(x);
                values[i] = truth(x);
            }
            signal = Math.sqrt(variance(values));
        }

        /** Numbers that go together a little; in a survey most are dummies, some of them rare. */
        private void inputs(double[] x) {
            double common = random.nextGaussian();
            for (int j = 0; j < x.length; j++) {
                double z = 0.4 * common + Math.sqrt(1 - 0.16) * random.nextGaussian();
                boolean dummy = survey && j % 3 != 0;
                x[j] = dummy ? (z > 0.3 + 0.04 * j ? 1 : 0) : z;
            }
        }

        private double truth(double[] x) {
            double sum = 0;
            for (int j = 0; j < x.length; j++) {
                sum += slopes[j] * x[j];
            }
            double bent = 0;
            switch (of.family()) {
                case "smooth", "uneven", "heavy", "skewed", "twofold", "copies" -> {
                    for (int j = 0; j < Math.min(5, x.length); j++) {
                        bent += bends[j] * Math.tanh(x[j]) * x[partners[j]] + Math.sin(1.5 * x[j] + bends[j]);
                    }
                }
                case "survey", "classes" -> {
                    for (int j = 0; j < Math.min(9, x.length); j += 3) {
                        bent += 0.5 * bends[j] * (x[j] * x[j] - 1) + 0.5 * bends[j + 1] * x[j] * x[partners[j]];
                    }
                }
                default -> bent = 0;
            }
            return sum + bent;
        }

        Table table(int rows) {
            int p = of.inputs();
            double[][] columns = new double[p][rows];
            double[] y = new double[rows];
            double[] x = new double[p];
            double noise = Math.sqrt((1 - of.r2()) / of.r2());
            for (int i = 0; i < rows; i++) {
                if (of.family().equals("copies") && i % 6 == 5) {
                    // As in data that were put together from files that overlap.
                    int row = i - 1 - random.nextInt(Math.min(i, rows / 2));
                    for (double[] column : columns) {
                        column[i] = column[row];
                    }
                    y[i] = y[row];
                    continue;
                }
                inputs(x);
                for (int j = 0; j < p; j++) {
                    columns[j][i] = x[j];
                }
                y[i] = truth(x) / signal + noise * error(x);
                double sd = Math.sqrt(1 + noise * noise);
                if (of.family().equals("classes")) {
                    y[i] = y[i] > 0 ? 1 : 0;
                } else if (of.family().equals("survey")) {
                    // A log income asked for in steps, which are wider at the top.
                    double u = Math.max(-3.5, Math.min(3.5, y[i] / sd));
                    y[i] = 10 + Math.rint(u * 57 / 7) * 7 / 57;
                } else if (of.ties() > 0) {
                    y[i] = Math.rint(y[i] / sd / of.ties()) * of.ties();
                }
            }
            List<Column> all = new ArrayList<>();
            for (int j = 0; j < p; j++) {
                all.add(Column.of("x" + j, columns[j]));
            }
            all.add(Column.of("y", y));
            return Table.of(of.name(), all);
        }

        private double error(double[] x) {
            double z = random.nextGaussian();
            return switch (of.family()) {
                // Skewed to the left and with a long tail there, as log incomes are.
                case "survey" -> 0.85 * z - (random.nextDouble() < 0.08 ? 1.5 * Math.abs(random.nextGaussian()) : 0);
                case "uneven" -> {
                    double eta = 0;
                    for (int j = 0; j < Math.min(3, x.length); j++) {
                        eta += 0.5 * unevenness[j] * x[j];
                    }
                    yield z * Math.exp(eta);
                }
                // Student's with 3 degrees of freedom, whose variance is 3.
                case "heavy" -> {
                    double chi = 0;
                    for (int j = 0; j < 3; j++) {
                        double g = random.nextGaussian();
                        chi += g * g;
                    }
                    yield z / Math.sqrt(chi);
                }
                case "skewed" -> -Math.log(1 - random.nextDouble()) - 1;
                // Logistic, with variance 1.
                case "classes" -> {
                    double u = random.nextDouble();
                    yield Math.log(u / (1 - u)) * Math.sqrt(3) / Math.PI;
                }
                case "twofold" -> 0.4 * z + (random.nextDouble() < 0.5 ? -1 : 1) * Math.sqrt(1 - 0.16);
                default -> z;
            };
        }
    }
}
