package org.driftfield.assessment;

import java.util.List;
import java.util.Locale;
import org.driftfield.assessment.Check.Level;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * What a factorisation costs: a product of factors understates the spread of parameters that depend on each other across
 * blocks. The score of the target is regressed on the position over draws from the product; minus the slope estimates the
 * precision of the target there (exactly so for a normal target), and its inverse the standard deviations that the product
 * should have had.
 */
final class LostDependence {
    private static final double CAUTION = 1.1;
    private static final double BAD = 1.5;

    private LostDependence() {}

    static Check check(List<String> names, double[][] points, double[][] scores) {
        int n = points.length;
        int d = names.size();
        double[] mean = new double[d];
        double[] sd = new double[d];
        double[] meanScore = new double[d];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                mean[j] += points[i][j] / n;
                meanScore[j] += scores[i][j] / n;
            }
        }
        for (double[] point : points) {
            for (int j = 0; j < d; j++) {
                sd[j] += (point[j] - mean[j]) * (point[j] - mean[j]) / n;
            }
        }
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(sd[j]);
            if (!(sd[j] > 0)) {
                return unclear();
            }
        }
        // In units of each standard deviation: covariance of positions, and of positions with scores.
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        DMatrixRMaj crossed = new DMatrixRMaj(d, d);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                double u = (points[i][j] - mean[j]) / sd[j] / n;
                for (int k = 0; k < d; k++) {
                    covariance.add(j, k, u * (points[i][k] - mean[k]) / sd[k]);
                    crossed.add(j, k, -u * (scores[i][k] - meanScore[k]) * sd[k]);
                }
            }
        }
        DMatrixRMaj precision = new DMatrixRMaj(d, d);
        if (!CommonOps_DDRM.solve(covariance, crossed, precision)) {
            return unclear();
        }
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < j; k++) {
                double both = 0.5 * (precision.get(j, k) + precision.get(k, j));
                precision.set(j, k, both);
                precision.set(k, j, both);
            }
        }
        return verdict(names, precision, d);
    }

    private static Check verdict(List<String> names, DMatrixRMaj precision, int d) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
        if (!eigen.decompose(precision)) {
            return unclear();
        }
        double[] variance = new double[d];
        double largest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int e = 0; e < d; e++) {
            double value = eigen.getEigenvalue(e).real;
            largest = Math.max(largest, value);
            least = Math.min(least, value);
            for (int j = 0; j < d && value > 0; j++) {
                variance[j] += Math.pow(eigen.getEigenVector(e).get(j), 2) / value;
            }
        }
        if (!(least > 1e-3 * largest)) {
            return new Check(
                    "dependence lost",
                    Double.POSITIVE_INFINITY,
                    "standard deviations that are at most 10 % too small",
                    Level.BAD,
                    "The blocks cut through parameters that depend on each other almost completely: their standard"
                            + " deviations are many times too small. Put them in one block.");
        }
        int worst = 0;
        for (int j = 1; j < d; j++) {
            worst = variance[j] > variance[worst] ? j : worst;
        }
        double ratio = Math.sqrt(variance[worst]);
        Level level = ratio <= CAUTION ? Level.GOOD : ratio <= BAD ? Level.CAUTION : Level.BAD;
        return new Check(
                "dependence lost",
                ratio,
                "standard deviations that are at most 10 % too small",
                level,
                String.format(
                        Locale.ROOT,
                        level == Level.GOOD
                                ? "Cutting the parameters into blocks costs little: standard deviations are about right"
                                        + " (%s most affected, by a factor of %.2f)."
                                : "Cutting the parameters into blocks drops dependence: the standard deviation of %s should be"
                                        + " about %.2g times as large. Put parameters that depend on each other in one block.",
                        names.get(worst),
                        Math.max(1, ratio)));
    }

    private static Check unclear() {
        return new Check(
                "dependence lost",
                Double.NaN,
                "standard deviations that are at most 10 % too small",
                Level.CAUTION,
                "What the factorisation costs could not be estimated: the draws do not vary in every direction.");
    }
}
