package org.driftfield.models.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.driftfield.data.Column;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Split;
import org.driftfield.data.Table;
import org.driftfield.driver.Trace;
import org.driftfield.models.network.line.Ridge;
import org.driftfield.models.network.recipe.Errors;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.NetworkRecipe;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the default recipe promises of data that it has not seen. */
class SearchTest {
    private static NetworkData data(int n, boolean curved, boolean uneven, double step) {
        RandomStream random = RandomStream.of(11, 0, 0, 0);
        double[][] x = new double[4][n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 4; j++) {
                x[j][i] = random.nextNormal();
            }
            double noise = random.nextNormal() * (uneven ? Math.exp(x[3][i]) : 1);
            y[i] = x[0][i] + (curved ? 3 * Math.sin(2 * x[1][i]) : x[1][i]) + noise;
            y[i] = step > 0 ? step * Math.rint(y[i] / step) : y[i];
        }
        return data(x, y);
    }

    private static NetworkData data(double[][] x, double[] y) {
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < x.length; j++) {
            columns.add(Column.of("x" + j, x[j]));
        }
        columns.add(Column.of("y", y));
        return NetworkData.of(
                Table.of("rows", columns),
                "y",
                Task.REGRESSION,
                NetworkData.Part.fraction(0.2),
                NetworkData.Part.fraction(0.5),
                NaPolicy.ERROR,
                1);
    }

    private static NetworkFit fit(NetworkData data) {
        return Network.fit(data, NetworkOptions.defaults().withHidden(10).withParticles(20));
    }

    private static double ridge(NetworkData data) {
        Ridge ridge = Ridge.of(data.train().x(), 4, data.train().y());
        double sum = 0;
        for (int i = 0; i < data.test().count(); i++) {
            double error = data.test().y()[i] - ridge.coefficients()[4];
            for (int j = 0; j < 4; j++) {
                error -= ridge.coefficients()[j] * data.test().x()[i * 4 + j];
            }
            sum += error * error / data.test().count();
        }
        return sum;
    }

    /** A line is all there is to find, with and without ties in the target: the network does no harm. */
    @Test
    void aLineIsLeftALine() {
        for (double step : new double[] {0, 0.5}) {
            NetworkData data = data(800, false, false, step);
            NetworkFit fit = fit(data);
            assertThat(fit.test().mse()).isLessThan(1.02 * ridge(data));
            // Two standard errors of 400 rows, and one of the validation rows' recalibration.
            assertThat(fit.test().coverage90()).isCloseTo(0.9, within(0.05));
        }
    }

    /** Two yes and no say all of a large number: what is left is the rounding of single precision, of the size of what is told of it. */
    @Test
    void aNumberWithoutNoiseIsToldAsSurelyAsItIsHeld() {
        int n = 400;
        RandomStream random = RandomStream.of(13, 0, 0, 0);
        double[][] x = new double[3][n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[0][i] = random.nextInt(2);
            x[1][i] = random.nextInt(2);
            x[2][i] = random.nextNormal();
            y[i] = 5e6 + 1.2345e6 * x[0][i] - 3.21e6 * x[1][i];
        }
        NetworkFit fit = fit(data(x, y));
        assertThat(fit.test().rmse()).isLessThan(1e-5 * 3e6);
        assertThat(fit.test().coverage90()).isGreaterThan(0.85);
        // An error that was ten standard deviations would cost 50.
        assertThat(fit.test().nll()).isLessThan(Math.log(1e-5 * 3e6) + 3);
    }

    /** The share of the networks that leaves the smallest squares of the test rows. */
    private static double bestShare(NetworkFit fit, NetworkData data) {
        double[] blended = fit.posterior().predict(data.test(), 1).mean();
        double[] line = fit.posterior().line().predict(data.test(), 1).mean();
        double products = 0;
        double squares = 0;
        for (int i = 0; i < line.length; i++) {
            double networks = (blended[i] - line[i]) / fit.posterior().share();
            products += (data.test().y()[i] - line[i]) * networks;
            squares += networks * networks;
        }
        return products / squares;
    }

    @Test
    void aCurveIsFound() {
        NetworkData data = data(1200, true, false, 0);
        NetworkFit fit = fit(data);
        assertThat(fit.test().mse()).isLessThan(0.6 * ridge(data));
        assertThat(fit.posterior().share()).isCloseTo(bestShare(fit, data), within(0.1));
        assertThat(fit.trials()).hasSizeGreaterThan(1);
    }

    /** A schedule of given length on many rows is run once, and once more only where its noise turns out to depend on the inputs. */
    @Test
    void aGivenLengthOfManyRowsIsRunOnce() {
        NetworkOptions given = NetworkOptions.defaults()
                .withHidden(10)
                .withParticles(12)
                .withRecipe(NetworkRecipe.standard().withIterations(120).withGroups(3));
        NetworkFit even = Network.fit(data(40_000, true, false, 0), given);
        assertThat(even.trials()).hasSize(1);
        assertThat(even.trials().get(0).iterations()).isEqualTo(120);
        NetworkFit uneven = Network.fit(data(40_000, true, true, 0), given);
        assertThat(uneven.trials()).hasSize(2);
        assertThat(uneven.trials().get(1).errors()).isEqualTo(Errors.HETEROSCEDASTIC);
        assertThat(uneven.trials().get(1).score())
                .isLessThan(uneven.trials().get(0).score());
        assertThat(uneven.validation().nll()).isLessThan(uneven.trials().get(0).score());
    }

    /** A longer schedule that is no better, and was at its best no later, is the last; of these rows one is, by less than a standard error. */
    @Test
    void theSearchEndsWhereLongerSchedulesLearnByHeart() {
        List<NetworkTrial> trials = fit(data(100, true, false, 0)).trials().stream()
                .filter(trial -> trial.errors() != Errors.HETEROSCEDASTIC)
                .toList();
        NetworkTrial best = trials.get(0);
        int ended = 0;
        for (int k = 1; k < trials.size(); k++) {
            NetworkTrial longer = trials.get(k);
            if (longer.score() < best.score()) {
                best = longer;
            } else if (best.share() > 0 && longer.best() <= best.best()) {
                assertThat(k).isEqualTo(trials.size() - 1);
                ended++;
            }
        }
        assertThat(ended).isEqualTo(1);
    }

    /** Held-out rows have told of tails what they have told: the run on all rows keeps them, and finds none of its own. */
    @Test
    @SuppressWarnings("unchecked")
    void theLastRunHasTheTailsThatHeldOutRowsSaw() {
        RandomStream random = RandomStream.of(17, 0, 0, 0);
        int n = 800;
        double[][] x = new double[3][n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                x[j][i] = random.nextNormal();
            }
            double wild = random.nextInt(10) == 0 ? 6 : 1;
            y[i] = 3 * Math.sin(2 * x[0][i]) + wild * random.nextNormal();
        }
        NetworkFit fit = fit(data(x, y));
        List<Double> seen = (List<Double>) fit.held().toMap().get("noiseDof");
        List<Double> kept = (List<Double>) fit.posterior().toMap().get("noiseDof");
        double logs = seen.stream().mapToDouble(Math::log).average().orElseThrow();
        assertThat(Math.exp(logs)).isBetween(1.0, 20.0);
        assertThat(kept)
                .hasSize(seen.size())
                .allSatisfy(dof -> assertThat(dof).isCloseTo(Math.exp(logs), within(1e-9)));
    }

    /**
     * Runs while rows stand aside end where the best trial was at its best, and tell how wide intervals are: the run on all rows is as long, also where
     * all rows together see more in the networks than the validation rows did. It was five times as long.
     */
    @Test
    void theLastRunIsAsLongAsThoseThatToldOfIt() {
        RandomStream random = RandomStream.of(9, 0, 0, 0);
        int n = 240;
        double[][] x = new double[4][n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 4; j++) {
                x[j][i] = random.nextNormal();
            }
            y[i] = Math.max(0, Math.exp(1.2 * x[0][i] + 0.7 * random.nextNormal()) - 1);
        }
        NetworkData data = data(x, y);
        NetworkFit fit = fit(data);
        NetworkTrial best = fit.trials().stream()
                .min(Comparator.comparingDouble(NetworkTrial::score))
                .orElseThrow();
        int all = data.train().count() + data.validation().count();
        assertThat(best.best()).isLessThan(best.iterations() / 2);
        double more = all / (double) data.train().count();
        Trace trace = fit.run().trace();
        int end = trace.rows();
        assertThat(end).isEqualTo(Math.round(best.best() * more));
        // It ends at the place of the schedule where the trial was best: steps fall by a cosine.
        int before = 4 * end / 5;
        double length = Math.round(best.iterations() * more);
        double falls = (1 + Math.cos(Math.PI * (end - 1) / length)) / (1 + Math.cos(Math.PI * (before - 1) / length));
        double last = trace.get(end - 1, NetworkAlgorithm.STEP);
        assertThat(last / trace.get(before - 1, NetworkAlgorithm.STEP)).isCloseTo(falls, within(1e-9));
    }

    @Test
    void unevenNoiseIsNoticed() {
        NetworkFit fit = fit(data(1200, false, true, 0));
        assertThat(fit.posterior().heteroscedastic()).isTrue();
    }

    /** Half of the test rows, and some of those for validation, are copies of rows that are learnt from. */
    @Test
    void copiesAreNoticedAndKept(@TempDir Path folder) {
        NetworkData once = data(400, false, false, 0);
        NetworkData data = new NetworkData(
                Task.REGRESSION,
                once.encoding(),
                once.train().and(once.test().some(IntStream.range(0, 100).toArray())),
                once.validation().and(once.train().some(IntStream.range(0, 60).toArray())),
                once.test(),
                0);
        NetworkFit fit = fit(data);
        assertThat(fit.posterior().repeatCorrelation()).isGreaterThan(0.7);
        assertThat(fit.test().mse())
                .isLessThan(0.7
                        * fit.posterior()
                                .withoutRepeats()
                                .scores(data.test(), 1)
                                .mse());
        fit.posterior().saveArrays(folder);
        NetworkPosterior loaded = NetworkPosterior.load(fit.posterior().toMap(), folder);
        assertThat(loaded.predict(data.test(), 1).q95())
                .containsExactly(fit.posterior().predict(data.test(), 1).q95());
    }

    @Test
    void tiesAreNoticed() {
        assertThat(Errors.CHOSEN.tails(new double[] {1, 2, 2, 3, 3, 3})).isEqualTo(Errors.NORMAL);
        assertThat(Errors.CHOSEN.tails(RandomStream.of(1, 0, 0, 0).doubles(1000).toArray()))
                .isEqualTo(Errors.STUDENT);
        assertThat(Errors.STUDENT.tails(new double[] {1, 1, 1})).isEqualTo(Errors.STUDENT);
    }

    /**
     * Two classes by the logit of a line, 160 rows to learn from and 40 for validation. On these the validation rows alone took networks for better, at
     * up to 0.04 in log-likelihood; rows that stand aside in turn do not.
     */
    @Test
    void classesOfFewRowsAreLeftToALine() {
        for (int seed : new int[] {21, 28, 36, 44}) {
            RandomStream random = RandomStream.of(seed, 0, 0, 0);
            int n = 2200;
            double[][] x = new double[4][n];
            double[] y = new double[n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < x.length; j++) {
                    x[j][i] = random.nextNormal();
                }
                y[i] = random.nextDouble() < 1 / (1 + Math.exp(-x[0][i] - 0.5 * x[1][i])) ? 1 : 0;
            }
            List<Column> columns = new ArrayList<>();
            for (int j = 0; j < x.length; j++) {
                columns.add(Column.of("x" + j, x[j]));
            }
            columns.add(Column.of("y", y));
            Split split = new Split(
                    IntStream.range(0, 160).toArray(),
                    IntStream.range(160, 200).toArray(),
                    IntStream.range(200, n).toArray());
            NetworkData data = NetworkData.of(Table.of("rows", columns), "y", Task.BINARY, split);
            NetworkFit fit = Network.fit(
                    data,
                    NetworkOptions.defaults().withHidden(20).withParticles(60).withThreads(1));
            double line = fit.posterior().line().scores(data.test(), 1).nll();
            assertThat(fit.test().nll()).as("seed %d", seed).isLessThan(line + 0.002);
        }
    }
}
