package org.driftfield.bench;

import java.util.List;
import org.driftfield.bench.KnownTargets.Truth;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;

/** Models with groups, whose posterior is known to many digits since all but one scale is normal. */
final class KnownGroups {
    private KnownGroups() {}

    /**
     * Means of groups, b + s z_j or centred, seen with noise of a known standard deviation; b ~ N(0, 5), s half normal of scale 3. Where s is large
     * or noise small the z_j lie in a neck; where s may be 0 centred means do.
     */
    record Groups(double[] seen, double noise, boolean centred) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("b"), Parameter.positive("s"), Parameter.real("z", seen.length));
        }

        @Override
        public double logDensity(double[] at, double[] gradient) {
            double b = at[0];
            double s = at[1];
            double value = -b * b / 50 - s * s / 18 - (centred ? seen.length * Math.log(s) : 0);
            gradient[0] = -b / 25;
            gradient[1] = -s / 9 - (centred ? seen.length / s : 0);
            for (int j = 0; j < seen.length; j++) {
                double z = centred ? (at[2 + j] - b) / s : at[2 + j];
                double off = (seen[j] - (centred ? at[2 + j] : b + s * z)) / noise;
                value -= 0.5 * (off * off + z * z);
                if (centred) {
                    gradient[0] += z / s;
                    gradient[1] += z * z / s;
                    gradient[2 + j] = off / noise - z / s;
                } else {
                    gradient[0] += off / noise;
                    gradient[1] += z * off / noise;
                    gradient[2 + j] = s * off / noise - z;
                }
            }
            return value;
        }

        /** Given s all is normal: a sum over a fine grid of s. */
        Truth truth() {
            int cells = 20_000;
            int d = 2 + seen.length;
            double total = 0;
            double[] first = new double[d];
            double[] second = new double[d];
            for (int c = 0; c < cells; c++) {
                double s = 20 * (c + 0.5) / cells;
                double variance = s * s + noise * noise;
                double precision = 1.0 / 25 + seen.length / variance;
                double weighted = 0;
                double squares = 0;
                for (double value : seen) {
                    weighted += value / variance;
                    squares += value * value / variance;
                }
                double b = weighted / precision;
                double weight = Math.exp(-s * s / 18
                        - 0.5 * (seen.length * Math.log(variance) + squares - weighted * b + Math.log(precision)));
                total += weight;
                add(weight, b, 1 / precision, 0, first, second);
                add(weight, s, 0, 1, first, second);
                // The mean of a group is share seen + (1 - share) b + noise, z its distance from b in units of s.
                double share = s * s / variance;
                double unit = centred ? 1 : s;
                double byB = (centred ? 1 - share : -share) / unit;
                double own = share * noise * noise / (unit * unit);
                for (int j = 0; j < seen.length; j++) {
                    double mean = share * seen[j] / unit + byB * b;
                    add(weight, mean, own + byB * byB / precision, 2 + j, first, second);
                }
            }
            double[] sd = new double[d];
            for (int j = 0; j < d; j++) {
                first[j] /= total;
                sd[j] = Math.sqrt(second[j] / total - first[j] * first[j]);
            }
            return new Truth(first, sd);
        }

        private static void add(double weight, double mean, double variance, int j, double[] first, double[] second) {
            first[j] += weight * mean;
            second[j] += weight * (mean * mean + variance);
        }
    }

    /** The eight schools of Rubin (1981), centred or not: μ ~ N(0, 5), τ half-Cauchy(5). */
    record Schools(boolean centred) implements Model {
        private static final double[] Y = {28, 8, -3, 7, -1, 1, 18, 12};
        private static final double[] S = {15, 10, 16, 11, 9, 11, 10, 18};

        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("theta", 8), Parameter.real("mu"), Parameter.positive("tau"));
        }

        @Override
        public double logDensity(double[] at, double[] gradient) {
            double mu = at[8];
            double tau = at[9];
            double value = -mu * mu / 50 - Math.log1p(tau * tau / 25);
            gradient[8] = -mu / 25;
            gradient[9] = -2 * tau / (25 + tau * tau);
            for (int j = 0; j < 8; j++) {
                double theta = centred ? at[j] : mu + tau * at[j];
                double u = centred ? (at[j] - mu) / tau : at[j];
                double byTheta = (Y[j] - theta) / (S[j] * S[j]);
                value -= (Y[j] - theta) * (Y[j] - theta) / (2 * S[j] * S[j]) + u * u / 2;
                if (centred) {
                    value -= Math.log(tau);
                    gradient[j] = byTheta - u / tau;
                    gradient[8] += u / tau;
                    gradient[9] += (u * u - 1) / tau;
                } else {
                    gradient[j] = byTheta * tau - u;
                    gradient[8] += byTheta;
                    gradient[9] += byTheta * at[j];
                }
            }
            return value;
        }

        /** Given τ all is normal: a sum over a fine grid of log τ. */
        Truth truth() {
            int cells = 20_000;
            double total = 0;
            double[] first = new double[10];
            double[] second = new double[10];
            for (int c = 0; c < cells; c++) {
                double log = -12 + 18 * (c + 0.5) / cells;
                double tau = Math.exp(log);
                double precision = 1.0 / 25;
                double weighted = 0;
                double logs = log - Math.log1p(tau * tau / 25);
                for (int j = 0; j < 8; j++) {
                    double variance = S[j] * S[j] + tau * tau;
                    precision += 1 / variance;
                    weighted += Y[j] / variance;
                    logs -= Math.log(variance) / 2 + Y[j] * Y[j] / (2 * variance);
                }
                double mu = weighted / precision;
                double weight = Math.exp(logs - Math.log(precision) / 2 + weighted * mu / 2);
                total += weight;
                for (int j = 0; j < 8; j++) {
                    // θ = a + b μ + noise, or z = (θ - μ)/τ.
                    double share = tau * tau / (tau * tau + S[j] * S[j]);
                    double a = share * Y[j];
                    double b = 1 - share;
                    double noise = share * S[j] * S[j];
                    if (!centred) {
                        a /= tau;
                        b = (b - 1) / tau;
                        noise /= tau * tau;
                    }
                    double mean = a + b * mu;
                    first[j] += weight * mean;
                    second[j] += weight * (mean * mean + noise + b * b / precision);
                }
                first[8] += weight * mu;
                second[8] += weight * (mu * mu + 1 / precision);
                first[9] += weight * tau;
                second[9] += weight * tau * tau;
            }
            for (int j = 0; j < 10; j++) {
                first[j] /= total;
                second[j] = Math.sqrt(second[j] / total - first[j] * first[j]);
            }
            return new Truth(first, second);
        }
    }
}
