package org.driftfield.models.network;

import java.util.Arrays;
import java.util.BitSet;
import org.driftfield.data.EncodedRows;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.models.network.line.LogisticLine;
import org.driftfield.models.network.line.Ridge;
import org.driftfield.models.network.prediction.Blend;
import org.driftfield.models.network.prediction.HeldOut;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Recalibration;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/** The straight line beside the networks: ridge regression of a number, or logistic regression of classes. */
sealed interface Line {
    /** With more inputs than this a line is not fitted: it would take longer than the networks. */
    int MOST_INPUTS = 1000;

    static Line of(Task task, int units, EncodedRows train, EncodedRows validation) {
        if (train.inputs() > MOST_INPUTS || train.count() < 3 || validation.count() == 0) {
            return new None(train, task);
        }
        return task == Task.REGRESSION
                ? new OfNumber(train)
                : new OfClasses(
                        LogisticLine.of(train.x(), train.y(), validation.x(), validation.y(), train.inputs(), units),
                        units);
    }

    /** The same line fitted to other rows. */
    Line again(EncodedRows rows);

    /** What the networks are to learn: of a number what the line leaves, the classes themselves. */
    EncodedRows residual(EncodedRows rows);

    /** The centre of the predicted number. */
    double centre();

    /** The variance of a number around the line; NaN where there is none. */
    double noiseVariance();

    /**
     * How networks and line are put together.
     *
     * @param widening the factor of the noise's standard deviation
     */
    record Blending(double share, double widening, LogVariance variance, Recalibration recalibration) {}

    /** The networks of a run with this line beside them. */
    Mixture blend(OneRun run, Blending how, long seed);

    default boolean isNone() {
        return this instanceof None;
    }

    /** No line. */
    record None(double centre) implements Line {
        None(EncodedRows train, Task task) {
            this(task == Task.REGRESSION ? OneRun.moments(train.y())[0] : 0);
        }

        @Override
        public Line again(EncodedRows rows) {
            return this;
        }

        @Override
        public EncodedRows residual(EncodedRows rows) {
            return rows;
        }

        @Override
        public double noiseVariance() {
            return Double.NaN;
        }

        @Override
        public Mixture blend(OneRun run, Blending how, long seed) {
            Mixture all = run.mixture;
            Noise[] noise = all.noise() == null
                    ? null
                    : Arrays.stream(all.noise())
                            .map(own -> own.times(how.widening()))
                            .toArray(Noise[]::new);
            return new Mixture(
                    all.weights(),
                    all.particles(),
                    all.groups(),
                    noise,
                    all.sharpness(),
                    new Blend(null, 1, how.variance(), how.recalibration(), null));
        }
    }

    /** Ridge regression. */
    final class OfNumber implements Line {
        private final Ridge ridge;
        private final double[] coefficients;
        private final double centre;

        OfNumber(EncodedRows rows) {
            ridge = Ridge.of(rows.x(), rows.inputs(), rows.y());
            coefficients = ridge.coefficients();
            centre = OneRun.moments(rows.y())[0];
        }

        @Override
        public Line again(EncodedRows rows) {
            return new OfNumber(rows);
        }

        @Override
        public EncodedRows residual(EncodedRows rows) {
            int inputs = rows.inputs();
            double[] left = new double[rows.count()];
            for (int i = 0; i < left.length; i++) {
                double line = coefficients[inputs];
                for (int j = 0; j < inputs; j++) {
                    line += coefficients[j] * rows.x()[i * inputs + j];
                }
                left[i] = rows.y()[i] - line;
            }
            return new EncodedRows(rows.x(), left, rows.rows(), inputs, new BitSet());
        }

        @Override
        public double centre() {
            return centre;
        }

        @Override
        public double noiseVariance() {
            return ridge.variance();
        }

        @Override
        public Mixture blend(OneRun run, Blending how, long seed) {
            Mixture networks = run.mixture;
            double share = how.share();
            int width = coefficients.length;
            double[][] draws = new double[networks.particles()][];
            double[] mean = new double[width];
            for (int p = 0; p < draws.length; p++) {
                draws[p] = ridge.draw(RandomStream.of(seed, 0, StreamKeys.NETWORK_LINE, p));
                for (int j = 0; j < width; j++) {
                    mean[j] += draws[p][j] / draws.length;
                }
            }
            double around = noiseVariance() / (run.spread * run.spread);
            double left = 0;
            for (Noise own : networks.noise()) {
                left += HeldOut.noiseVariance(own.variance(), around, share) / networks.noise().length;
            }
            // The draws spread around the line, by as much as the noise leaves that the networks do not explain, and
            // their mean
            // is the line itself.
            double scale = Math.sqrt(Math.min(1, left / around));
            float[] line = new float[draws.length * width];
            double shift = share * run.centre - centre;
            for (int p = 0; p < draws.length; p++) {
                for (int j = 0; j < width; j++) {
                    double value = scale * (draws[p][j] - mean[j]) + coefficients[j] + (j == width - 1 ? shift : 0);
                    line[p * width + j] = (float) (value / run.spread);
                }
            }
            double rounding = rounding(line);
            Noise[] noise = Arrays.stream(networks.noise())
                    .map(own -> own.with(
                            how.widening() * how.widening() * HeldOut.noiseVariance(own.variance(), around, share)
                                    + rounding,
                            // Tails are those of what the networks leave; around the line noise is normal until
                            // recalibrated.
                            share > 0 ? own.dof() / (share * share) : Double.POSITIVE_INFINITY))
                    .toArray(Noise[]::new);
            return new Mixture(
                    networks.weights(),
                    networks.particles(),
                    networks.groups(),
                    noise,
                    networks.sharpness(),
                    new Blend(line, share, how.variance(), how.recalibration(), null));
        }
    }

    /** The variance that numbers of single precision bring to what is predicted: without any noise it would be taken for none. */
    private static double rounding(float[] line) {
        double largest = 0;
        for (float coefficient : line) {
            largest = Math.max(largest, Math.abs(coefficient));
        }
        double ulp = Math.scalb(largest, -23);
        return ulp * ulp;
    }

    /** Logistic regression. */
    record OfClasses(LogisticLine.Fitted fitted, int units) implements Line {
        @Override
        public Line again(EncodedRows rows) {
            return new OfClasses(LogisticLine.again(fitted, rows.x(), rows.y(), rows.inputs(), units), units);
        }

        @Override
        public EncodedRows residual(EncodedRows rows) {
            return rows;
        }

        @Override
        public double centre() {
            return 0;
        }

        @Override
        public double noiseVariance() {
            return Double.NaN;
        }

        @Override
        public Mixture blend(OneRun run, Blending how, long seed) {
            float[] line = new float[fitted.coefficients().length];
            for (int j = 0; j < line.length; j++) {
                line[j] = (float) fitted.coefficients()[j];
            }
            return run.mixture.with(new Blend(line, how.share(), null, Recalibration.NONE, null));
        }
    }
}
