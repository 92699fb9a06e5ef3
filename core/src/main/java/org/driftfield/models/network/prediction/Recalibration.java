package org.driftfield.models.network.prediction;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * What makes predicted probabilities come true. With u the predicted probability of a value below the one that came, z = Φ⁻¹(u) is brought to a
 * standard normal by a {@linkplain SinhArcsinh curve} and then by {@linkplain Levels levels}, both found on held-out rows; Φ(z') is the probability that is told. Networks
 * tell means: where what comes is skewed most of it is on one side of them, which takes a shift besides the skew.
 */
public final class Recalibration {
    public static final Recalibration NONE = new Recalibration(SinhArcsinh.NONE, Levels.NONE, Levels.NONE);

    /** Of the intervals that rows seen before are evened out for, */
    private static final double LEVEL = 0.9;

    /** and the most that those of other rows are short of it for that. */
    private static final double MOST_GIVEN = 0.02;

    /** By how much narrower intervals are tried, again and again. */
    private static final double STEP = 0.01;

    private final SinhArcsinh curve;
    private final Levels levels;
    /** Of rows whose inputs were seen before. */
    private final Levels ofKnown;

    private Recalibration(SinhArcsinh curve, Levels levels, Levels ofKnown) {
        this.curve = curve;
        this.levels = levels;
        this.ofKnown = ofKnown;
    }

    /** The most probable one given the predicted probabilities of values below those that came. */
    public static Recalibration of(double[] below) {
        double[] z = Arrays.stream(below).map(Recalibration::quantile).toArray();
        SinhArcsinh curve = SinhArcsinh.of(z);
        Levels levels = Levels.of(Arrays.stream(z).map(curve::up).toArray());
        return new Recalibration(curve, levels, levels);
    }

    /** Reads back {@link #numbers}; earlier programs wrote the first eleven of them, or the first six or three. */
    public static Recalibration read(double... numbers) {
        double[] all = NONE.numbers();
        int known = all.length - Levels.COUNT;
        require(
                numbers.length == 3
                        || numbers.length == known - Levels.COUNT
                        || numbers.length == known
                        || numbers.length == all.length,
                "network: expected %d numbers at 'recalibration', got %d",
                all.length,
                numbers.length);
        System.arraycopy(numbers, 0, all, 0, numbers.length);
        if (numbers.length == known) {
            System.arraycopy(numbers, known - Levels.COUNT, all, known, Levels.COUNT);
        }
        if (Arrays.equals(all, NONE.numbers())) {
            return NONE;
        }
        Levels levels = new Levels(Arrays.copyOfRange(all, known - Levels.COUNT, known));
        Levels ofKnown = new Levels(Arrays.copyOfRange(all, known, all.length));
        String text = Arrays.toString(numbers);
        require(
                all[0] > 0 && all[1] > 0,
                "network: expected two positive numbers first at 'recalibration', got %s",
                text);
        require(
                all[4] <= all[5],
                "network: expected a range, the lower end first, as fifth and sixth number of 'recalibration', got %s",
                text);
        require(
                levels.isGentle() && ofKnown.isGentle(),
                "network: expected levels that rise at the end of 'recalibration', got %s",
                text);
        return new Recalibration(new SinhArcsinh(all[0], all[1], all[2], all[3], all[4], all[5]), levels, ofKnown);
    }

    /**
     * Scale, tail, skew and shift of the curve, the range of what it was found on, and what the levels are told from, of rows seen before by
     * themselves.
     */
    public double[] numbers() {
        double[] all = {curve.scale(), curve.tail(), curve.skew(), curve.shift(), curve.low(), curve.high()};
        double[] numbers = Arrays.copyOf(all, all.length + 2 * Levels.COUNT);
        System.arraycopy(levels.from(), 0, numbers, all.length, Levels.COUNT);
        System.arraycopy(ofKnown.from(), 0, numbers, all.length + Levels.COUNT, Levels.COUNT);
        return numbers;
    }

    static double quantile(double u) {
        double z = -Math.sqrt(2) * InverseErfc.value(2 * u);
        return Math.max(-SinhArcsinh.FURTHEST, Math.min(SinhArcsinh.FURTHEST, z));
    }

    static double probability(double z) {
        return 0.5 * Erfc.value(-z / Math.sqrt(2));
    }

    /** For rows whose inputs were seen before. */
    Recalibration ofKnown() {
        return isNone() ? NONE : new Recalibration(curve, ofKnown, ofKnown);
    }

    boolean isNone() {
        return this == NONE;
    }

    /** From a probability of the network to the one that is told. */
    double told(double u) {
        return isNone() ? u : probability(levels.up(curve.up(quantile(u))));
    }

    /** From a probability that is told to the one of the network. */
    double own(double told) {
        return isNone() ? told : probability(curve.down(levels.down(quantile(told))));
    }

    /** The logarithm of by how much the density grows where the network's probability is u. */
    double logDensityRatio(double u) {
        if (isNone()) {
            return 0;
        }
        double z = quantile(u);
        double between = curve.up(z);
        double there = levels.up(between);
        return curve.logSlope(z) + levels.logSlope(between) - 0.5 * there * there + 0.5 * z * z;
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
        return isNone() ? 1 : Math.sqrt((squares - mean * mean) / plain);
    }

    /**
     * For rows among which there are some that are known from others, of which this does not tell: what comes of them is another
     * distribution, so that the levels are not theirs. Where they are held more often than promised, intervals are narrower, so that
     * together they come closer to what they promise, and the others not far below it.
     *
     * @param unseen the predicted probabilities of values below those that came, of rows that are not known
     * @param known those of rows that are
     */
    public Recalibration together(double[] unseen, double[] known) {
        Recalibration even = new Recalibration(curve, levels, Levels.NONE);
        for (double narrower = 1 - STEP; narrower > 0.5; narrower -= STEP) {
            Recalibration tried = new Recalibration(curve.times(narrower), levels, Levels.NONE);
            long held = tried.held(unseen);
            boolean fewer = held + tried.ofKnown().held(known) < LEVEL * (unseen.length + known.length);
            if (fewer || held < (LEVEL - MOST_GIVEN) * unseen.length) {
                break;
            }
            even = tried;
        }
        return even;
    }

    /** How many rows the intervals hold. */
    private long held(double[] below) {
        double edge = 0.5 * (1 - LEVEL);
        return Arrays.stream(below)
                .map(this::told)
                .filter(u -> u >= edge && u <= 1 - edge)
                .count();
    }
}
