package org.driftfield.assessment.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.models.network.NetworkTrial;
import org.driftfield.models.network.prediction.NetworkScores;
import org.driftfield.models.network.recipe.Errors;
import org.junit.jupiter.api.Test;

/** What is said of scores that tell little. */
class NetworkChecksTest {
    private static final NetworkChecks.Search SEARCH =
            new NetworkChecks.Search(List.of(new NetworkTrial(Errors.NORMAL, 312, 100, 0.1, 0.2, 1)), true, null, null);

    private static NetworkScores classes(int rows) {
        return new NetworkScores(
                rows,
                0.02,
                0.02,
                Double.NaN,
                Double.NaN,
                0.005,
                Double.NaN,
                Double.NaN,
                0.002,
                List.of(new NetworkScores.Bin(0.99, 0.995, rows)));
    }

    private static NetworkScores numbers(int rows, double mse) {
        return numbers(rows, mse, 0.9);
    }

    private static NetworkScores numbers(int rows, double mse, double held) {
        return new NetworkScores(
                rows, 1, 1, mse, mse, Double.NaN, 0.5, held, 0.01, List.of(new NetworkScores.Bin(0.5, 0.5, rows)));
    }

    private static Assessment of(NetworkScores train, NetworkScores test, NetworkChecks.Rarest rarest) {
        return NetworkChecks.of(
                Map.of(NetworkChecks.TRAIN, train, NetworkChecks.TEST, test),
                SEARCH,
                new NetworkChecks.Given(train.rows(), 2, 300, 0.01, null, rarest),
                false,
                null);
    }

    @Test
    void aClassWithAHandfulOfRowsIsPointedOut() {
        Assessment few = of(classes(900), classes(300), new NetworkChecks.Rarest("yes", 7, 2));
        assertThat(few.checks())
                .filteredOn(check -> check.level() != Check.Level.GOOD)
                .singleElement()
                .satisfies(check -> assertThat(check.sentence())
                        .isEqualTo(
                                "Class 'yes' has 2 of the 300 test rows and 7 of the 900 training rows: how well it is told from"
                                        + " others is not known."));
        Assessment enough = of(classes(900), classes(300), new NetworkChecks.Rarest("yes", 40, 12));
        assertThat(enough.checks()).allMatch(check -> check.level() == Check.Level.GOOD);
    }

    /** The error of one row says nothing of others, neither for nor against the network. */
    @Test
    void oneRowIsNoVerdict() {
        Assessment one = of(numbers(60, 1), numbers(1, 25), null);
        assertThat(one.checks()).noneMatch(check -> check.level() == Check.Level.BAD);
        assertThat(one.checks()).anyMatch(check -> check.sentence().contains("On the one test row"));
        Assessment many = of(numbers(60, 1), numbers(200, 25), null);
        assertThat(many.checks()).anyMatch(check -> check.level() == Check.Level.BAD);
    }

    /** Of a hundred rows intervals without fault hold 97 or more eight times in a thousand: a caution, no failure. */
    @Test
    void chanceOfFewRowsIsNoFailureOfIntervals() {
        assertThat(coverage(100, 0.97)).isEqualTo(Check.Level.CAUTION);
        assertThat(coverage(100, 0.95)).isEqualTo(Check.Level.GOOD);
        assertThat(coverage(100, 0.78)).isEqualTo(Check.Level.BAD);
        assertThat(coverage(2000, 0.85)).isEqualTo(Check.Level.CAUTION);
        assertThat(coverage(2000, 0.97)).isEqualTo(Check.Level.BAD);
    }

    private static Check.Level coverage(int rows, double held) {
        return of(numbers(900, 1), numbers(rows, 1, held), null).checks().stream()
                .filter(check -> check.sentence().startsWith("The 90 % intervals hold"))
                .findFirst()
                .orElseThrow()
                .level();
    }
}
