package org.driftfield.models.glm.family;

import java.util.List;
import java.util.Locale;
import org.driftfield.random.RandomStream;

/** One trial a row: the binomial with what only it can say of the data. */
public final class BernoulliLikelihood extends BinomialLikelihood {
    /** A class with fewer rows than this says little of what sets it apart, in data that have room for more. */
    private static final int FEW = 5;

    private static final int ENOUGH_TO_EXPECT_BOTH = 20;

    @Override
    public String mean(String response, List<String> levels) {
        return "probability of " + response + " = " + (levels.isEmpty() ? "1" : levels.get(1));
    }

    @Override
    public boolean takesTrials() {
        return false;
    }

    @Override
    public boolean allows(double y, double trials) {
        return y == 0 || y == 1;
    }

    @Override
    public String expects(boolean given, double trials) {
        return "0 or 1";
    }

    @Override
    public List<String> remarks(String response, int n, int ones) {
        int fewer = Math.min(ones, n - ones);
        return n < ENOUGH_TO_EXPECT_BOTH || fewer >= FEW
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        fewer == 0
                                ? "%3$s is %2$d in all %4$d rows: the answer rests on the priors"
                                : "only %1$d of %4$d rows have %3$s = %2$d: the answer rests on them and on the priors",
                        fewer,
                        fewer == 0 ? (ones == 0 ? 0 : 1) : (ones < n - ones ? 1 : 0),
                        response,
                        n));
    }

    @Override
    public double draw(double mean, double trials, double sigma, RandomStream random) {
        return random.nextDouble() < mean ? 1 : 0;
    }

    @Override
    public double variance(double mean, double trials) {
        return Double.NaN;
    }
}
