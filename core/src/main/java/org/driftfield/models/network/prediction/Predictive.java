package org.driftfield.models.network.prediction;

import java.util.HashMap;
import java.util.Map;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The distribution of a new number given the outputs of all particles: a mixture over particles of Student distributions
 * around each outmade. With normal noise that is what remains of it once σ² is integrated out under q(σ²).
 */
final class Predictive {
    private final int particles;
    /** The group of each particle, and of each group the distribution around an outmade. */
    private final int[] group;

    private final Student[] students;
    private final double noiseVariance;
    private final Recalibration recalibration;
    private final Recalibration ofKnown;

    Predictive(Mixture mixture) {
        particles = mixture.particles();
        recalibration = mixture.blend().recalibration();
        ofKnown = recalibration.ofKnown();
        group = mixture.groupOf();
        students = new Student[mixture.groups()];
        Map<Double, double[]> tables = new HashMap<>();
        for (int g = 0; g < students.length; g++) {
            students[g] = new Student(mixture.noise()[g], tables);
        }
        double sum = 0;
        for (int p = 0; p < particles; p++) {
            sum += mixture.noise()[group[p]].variance();
        }
        noiseVariance = sum / particles;
    }

    /** Student's distribution with a scale; its probabilities come from a table. */
    private static final class Student {
        /** Points of the table, equally far apart in asinh z: close where the density is high, far in the tails. */
        private static final int POINTS = 4096;

        private static final double LAST = 16;
        private final double dof;
        private final double scale;
        private final double constant;
        private final double[] above;

        Student(Noise noise, Map<Double, double[]> tables) {
            dof = noise.predictiveDof();
            scale = Math.sqrt(noise.plugInSquare());
            constant = LogGamma.value((dof + 1) / 2)
                    - LogGamma.value(dof / 2)
                    - 0.5 * Math.log(Math.PI * dof)
                    - Math.log(scale);
            above = tables.computeIfAbsent(dof, Student::table);
        }

        /** The probabilities of a value above each point. */
        private static double[] table(double dof) {
            TDistribution standard = TDistribution.of(dof);
            double[] table = new double[POINTS + 1];
            for (int k = 0; k <= POINTS; k++) {
                table[k] = standard.survivalProbability(Math.sinh(k * LAST / POINTS));
            }
            return table;
        }

        double logDensity(double residual) {
            double z = residual / scale;
            return constant - 0.5 * (dof + 1) * Math.log1p(z * z / dof);
        }

        double below(double residual) {
            double z = Math.abs(residual) / scale;
            double at = Math.log(z + Math.sqrt(z * z + 1)) * (POINTS / LAST);
            int k = (int) Math.min(at, POINTS - 1);
            double tail = above[k] + Math.min(1, at - k) * (above[k + 1] - above[k]);
            return residual < 0 ? tail : 1 - tail;
        }
    }

    /** The variance of the noise, averaged over particles, where it is not stretched. */
    double noiseVariance() {
        return noiseVariance;
    }

    /**
     * The distribution at one row.
     *
     * @param at where the output of the first particle stands; the others are {@code stride} apart
     * @param around what is the row's own
     */
    Row row(float[] outputs, int at, int stride, Blend.Around around) {
        return new Row(outputs, at, stride, around);
    }

    /** The distribution of a new number at one row, recalibrated. */
    final class Row {
        private final float[] outputs;
        private final int at;
        private final int stride;
        private final double stretch;
        private final Recalibration calibration;

        private Row(float[] outputs, int at, int stride, Blend.Around around) {
            this.outputs = outputs;
            this.at = at;
            this.stride = stride;
            this.stretch = around.stretch();
            this.calibration = around.known() ? ofKnown : recalibration;
        }

        /** The log density of y. */
        double logDensity(double y) {
            double most = Double.NEGATIVE_INFINITY;
            for (int p = 0; p < particles; p++) {
                most = Math.max(most, students[group[p]].logDensity((y - outputs[at + p * stride]) / stretch));
            }
            double sum = 0;
            for (int p = 0; p < particles; p++) {
                sum += Math.exp(students[group[p]].logDensity((y - outputs[at + p * stride]) / stretch) - most);
            }
            double own = most + Math.log(sum / particles / stretch);
            return calibration.isNone() ? own : own + calibration.logDensityRatio(ownBelow(y));
        }

        /** The probability of a value below y. */
        double below(double y) {
            return calibration.told(ownBelow(y));
        }

        private double ownBelow(double y) {
            double sum = 0;
            for (int p = 0; p < particles; p++) {
                sum += students[group[p]].below((y - outputs[at + p * stride]) / stretch);
            }
            return sum / particles;
        }

        /** The value that a new number is below with probability u; mean and sd are of the outputs and noise. */
        double quantile(double u, double mean, double sd) {
            return ownQuantile(calibration.own(u), mean, sd);
        }

        /** To 1e-5 in u. */
        private double ownQuantile(double u, double mean, double sd) {
            double low = mean - sd;
            while (ownBelow(low) > u) {
                low -= 2 * sd;
            }
            double high = mean + sd;
            while (ownBelow(high) < u) {
                high += 2 * sd;
            }
            double lowU = ownBelow(low) - u;
            double highU = ownBelow(high) - u;
            double y = mean;
            // Secants between the ends of the bracket, halving the weight of an end that stays (the Illinois method).
            for (int step = 0; step < 60; step++) {
                y = highU > lowU ? (low * highU - high * lowU) / (highU - lowU) : 0.5 * (low + high);
                double miss = ownBelow(y) - u;
                if (Math.abs(miss) < 1e-5) {
                    return y;
                }
                if (miss > 0) {
                    high = y;
                    highU = miss;
                    lowU /= 2;
                } else {
                    low = y;
                    lowU = miss;
                    highU /= 2;
                }
            }
            return y;
        }
    }
}
