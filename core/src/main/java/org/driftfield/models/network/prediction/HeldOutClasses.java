package org.driftfield.models.network.prediction;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.driftfield.data.EncodedRows;

/** What a cloud, and the line beside it, say of rows whose classes are known. */
public final class HeldOutClasses {
    private static final double LEAST_SHARP = 0.1;

    /** The standard deviation of the prior of the logarithm of the sharpness: few rows, or rows of which classes are clear, tell little of it. */
    private static final double PRIOR = 0.2;

    private final int classes;
    private final double[] came;
    /** Probabilities, averaged over the cloud: of the first row those of all classes, then of the next. */
    private final double[] networks;

    /** Those of the line; null where there is none. */
    private final double[] line;

    HeldOutClasses(int classes, double[] came, double[] networks, double[] line) {
        this.classes = classes;
        this.came = came;
        this.networks = networks;
        this.line = line;
    }

    /** Of a mixture whatever its share, before it is sharpened. */
    static HeldOutClasses of(Evaluation evaluation, int units, Mixture mixture, EncodedRows rows) {
        int classes = Math.max(2, units);
        double[] networks = new double[rows.count() * classes];
        double[] line = mixture.blend().line() == null ? null : new double[networks.length];
        evaluation.run(mixture, rows.x(), rows.count(), (first, count, f) -> {
            double[] p = new double[classes];
            double[] one = new double[classes];
            for (int r = 0; r < count; r++) {
                Probabilities.averaged(mixture.particles(), units, f, r, count, p, one);
                System.arraycopy(p, 0, networks, (first + r) * classes, classes);
                if (line != null) {
                    Probabilities.ofOutputs(units, f, mixture.particles() * units * count + r, count, one);
                    System.arraycopy(one, 0, line, (first + r) * classes, classes);
                }
            }
        });
        return new HeldOutClasses(classes, rows.y(), networks, line);
    }

    /** The rows of several clouds together. */
    public static HeldOutClasses together(List<HeldOutClasses> parts) {
        HeldOutClasses first = parts.get(0);
        return new HeldOutClasses(
                first.classes,
                join(parts, part -> part.came),
                join(parts, part -> part.networks),
                first.line == null ? null : join(parts, part -> part.line));
    }

    private static double[] join(List<HeldOutClasses> parts, Function<HeldOutClasses, double[]> column) {
        return parts.stream().map(column).flatMapToDouble(Arrays::stream).toArray();
    }

    /** Of this cloud and another of as many particles together. */
    public HeldOutClasses and(HeldOutClasses other) {
        double[] both = networks.clone();
        Arrays.setAll(both, i -> 0.5 * (networks[i] + other.networks[i]));
        return new HeldOutClasses(classes, came, both, line);
    }

    /**
     * The share of the networks under which these rows are the most probable, the rest being the line's, drawn towards 0 by as much as it may
     * be chance: with z² twice what it gains in log-likelihood, by a part of 2/z²; 1 where there is no line. The log-likelihood is concave
     * in it.
     */
    public double share() {
        if (line == null) {
            return 1;
        }
        double low = 0;
        double high = 1;
        while (high - low > 1e-3) {
            double a = low + (high - low) / 3;
            double b = high - (high - low) / 3;
            if (logLikelihood(a) < logLikelihood(b)) {
                low = a;
            } else {
                high = b;
            }
        }
        double best = 0.5 * (low + high);
        double gain = gain(best);
        double share = gain > Selection.CHANCE_OF_ONE ? best * (1 - Selection.CHANCE_OF_ONE / gain) : 0;
        return share < 0.01 ? 0 : share > 0.99 ? 1 : share;
    }

    /** Twice what a share gains in log-likelihood: about its square in standard errors. */
    public double gain(double share) {
        return line == null ? Double.POSITIVE_INFINITY : 2 * (logLikelihood(share) - logLikelihood(0));
    }

    private double logLikelihood(double share) {
        double sum = 0;
        for (int i = 0; i < came.length; i++) {
            int at = i * classes + (int) came[i];
            sum += Math.log(Math.max(share * networks[at] + (1 - share) * line[at], Double.MIN_NORMAL));
        }
        return sum;
    }

    /**
     * The power of class probabilities that predicts these rows best. Averaged over a wide posterior they tend to be too timid
     * where classes are clear, and are put right after they were averaged (Rahaman and Thiery 2021).
     */
    public double sharpness(double share) {
        double[] blended = blended(share);
        double low = Math.log(LEAST_SHARP);
        double high = -low;
        // The log posterior is concave, so thirds close in on its top.
        while (high - low > 1e-4) {
            double a = low + (high - low) / 3;
            double b = high - (high - low) / 3;
            if (logPosterior(a, blended) < logPosterior(b, blended)) {
                low = a;
            } else {
                high = b;
            }
        }
        return Math.exp(0.5 * (low + high));
    }

    private double logPosterior(double logSharpness, double[] blended) {
        double z = logSharpness / PRIOR;
        return -0.5 * z * z
                - Arrays.stream(losses(blended, Math.exp(logSharpness))).sum();
    }

    /** Minus the log probability of the class that came, row by row. */
    public double[] losses(double share, double sharpness) {
        return losses(blended(share), sharpness);
    }

    private double[] losses(double[] blended, double sharpness) {
        double[] losses = new double[came.length];
        double[] p = new double[classes];
        for (int i = 0; i < losses.length; i++) {
            System.arraycopy(blended, i * classes, p, 0, classes);
            Probabilities.sharpen(p, sharpness);
            losses[i] = -Math.log(Math.max(p[(int) came[i]], Double.MIN_NORMAL));
        }
        return losses;
    }

    private double[] blended(double share) {
        double[] blended = networks.clone();
        if (line != null) {
            Arrays.setAll(blended, i -> share * networks[i] + (1 - share) * line[i]);
        }
        return blended;
    }
}
