package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.driftfield.random.RandomStream;

/** A prior of one parameter, as users write it: {@code normal(0,2)}, {@code half-cauchy(2.5)}, {@code flat}. */
public sealed interface Prior {
    /** Improper: constant on the parameter's own scale. */
    Prior FLAT = new Flat();

    Pattern CALL = Pattern.compile("\\s*([a-z-]+)\\s*(?:\\(([^()]*)\\))?\\s*");

    /** Reads a prior. */
    static Prior of(String text) {
        Matcher matcher = CALL.matcher(text.toLowerCase(Locale.ROOT));
        require(matcher.matches(), "a prior must look like normal(0,2), got '%s'", text);
        String[] words =
                matcher.group(2) == null ? new String[0] : matcher.group(2).split(",", -1);
        double[] numbers = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            try {
                numbers[i] = Double.parseDouble(words[i].trim());
            } catch (NumberFormatException e) {
                throw new org.driftfield.InputException(
                        "prior '" + text + "': expected a number, got '" + words[i].trim() + "'", e);
            }
        }
        return switch (matcher.group(1)) {
            case "flat" -> counted(text, numbers, 0) ? FLAT : null;
            case "normal" -> counted(text, numbers, 2) ? new Normal(numbers[0], numbers[1]) : null;
            case "half-normal" -> counted(text, numbers, 1) ? new HalfNormal(numbers[0]) : null;
            case "half-cauchy" -> counted(text, numbers, 1) ? new HalfCauchy(numbers[0]) : null;
            case "inverse-gamma" -> counted(text, numbers, 2) ? new InverseGamma(numbers[0], numbers[1]) : null;
            default ->
                throw new org.driftfield.InputException("a prior must be one of flat, normal(mean,sd),"
                        + " half-normal(scale), half-cauchy(scale), inverse-gamma(shape,scale), got '" + text + "'");
        };
    }

    /** The density at a value of the parameter, on which an inverse-gamma is a variance; NaN where there is none. */
    double density(double x);

    /** Its logarithm where it is positive, 0 where the prior is flat. */
    double logDensity(double x);

    /** The derivative of the log density. */
    double slope(double x);

    /** A draw, NaN where the prior is no distribution. */
    double sample(RandomStream random);

    private static boolean counted(String text, double[] numbers, int expected) {
        require(
                numbers.length == expected,
                "prior '%s': expected %d number%s in brackets, got %d",
                text,
                expected,
                expected == 1 ? "" : "s",
                numbers.length);
        return true;
    }

    /** See {@link #FLAT}. */
    record Flat() implements Prior {
        @Override
        public double density(double x) {
            return Double.NaN;
        }

        @Override
        public double logDensity(double x) {
            return 0;
        }

        @Override
        public double slope(double x) {
            return 0;
        }

        @Override
        public double sample(RandomStream random) {
            return Double.NaN;
        }

        @Override
        public String toString() {
            return "flat";
        }
    }

    /** A normal prior, by its mean and standard deviation. */
    record Normal(double mean, double sd) implements Prior {
        public Normal {
            require(Double.isFinite(mean), "a normal prior must have a finite mean, got %s", mean);
            require(sd > 0 && Double.isFinite(sd), "a normal prior must have a positive sd, got %s", sd);
        }

        @Override
        public double density(double x) {
            return Math.exp(logDensity(x));
        }

        @Override
        public double logDensity(double x) {
            double z = (x - mean) / sd;
            return -0.5 * Math.log(2 * Math.PI) - Math.log(sd) - 0.5 * z * z;
        }

        @Override
        public double slope(double x) {
            return -(x - mean) / (sd * sd);
        }

        @Override
        public double sample(RandomStream random) {
            return mean + sd * random.nextNormal();
        }

        @Override
        public String toString() {
            return "normal(" + Digits.of(mean) + "," + Digits.of(sd) + ")";
        }
    }

    /** A half-normal prior on a standard deviation. */
    record HalfNormal(double scale) implements Prior {
        public HalfNormal {
            require(
                    scale > 0 && Double.isFinite(scale),
                    "a half-normal prior must have a positive scale, got %s",
                    scale);
        }

        @Override
        public double density(double x) {
            return x < 0 ? 0 : Math.exp(logDensity(x));
        }

        @Override
        public double logDensity(double x) {
            double u = x / scale;
            return 0.5 * Math.log(2 / Math.PI) - Math.log(scale) - 0.5 * u * u;
        }

        @Override
        public double slope(double x) {
            return -x / (scale * scale);
        }

        @Override
        public double sample(RandomStream random) {
            return scale * Math.abs(random.nextNormal());
        }

        @Override
        public String toString() {
            return "half-normal(" + Digits.of(scale) + ")";
        }
    }

    /** A half-Cauchy prior on a standard deviation. */
    record HalfCauchy(double scale) implements Prior {
        public HalfCauchy {
            require(
                    scale > 0 && Double.isFinite(scale),
                    "a half-Cauchy prior must have a positive scale, got %s",
                    scale);
        }

        @Override
        public double density(double x) {
            return x < 0 ? 0 : Math.exp(logDensity(x));
        }

        @Override
        public double logDensity(double x) {
            return Math.log(2 / (Math.PI * scale)) - Math.log1p(x * x / (scale * scale));
        }

        @Override
        public double slope(double x) {
            return -2 * x / (scale * scale + x * x);
        }

        @Override
        public double sample(RandomStream random) {
            return scale * Math.tan(Math.PI / 2 * random.nextDouble());
        }

        @Override
        public String toString() {
            return "half-cauchy(" + Digits.of(scale) + ")";
        }
    }

    /** An inverse-gamma prior on a variance, which is conjugate. */
    record InverseGamma(double shape, double scale) implements Prior {
        public InverseGamma {
            require(
                    shape > 0 && Double.isFinite(shape),
                    "an inverse-gamma prior must have a positive shape, got %s",
                    shape);
            require(
                    scale > 0 && Double.isFinite(scale),
                    "an inverse-gamma prior must have a positive scale, got %s",
                    scale);
        }

        @Override
        public double density(double x) {
            return x <= 0 ? 0 : Math.exp(logDensity(x));
        }

        @Override
        public double logDensity(double x) {
            return shape * Math.log(scale) - LogGamma.value(shape) - (shape + 1) * Math.log(x) - scale / x;
        }

        @Override
        public double slope(double x) {
            return -(shape + 1) / x + scale / (x * x);
        }

        @Override
        public double sample(RandomStream random) {
            return scale
                    / AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, 1)
                            .sample();
        }

        @Override
        public String toString() {
            return "inverse-gamma(" + Digits.of(shape) + "," + Digits.of(scale) + ")";
        }
    }
}
