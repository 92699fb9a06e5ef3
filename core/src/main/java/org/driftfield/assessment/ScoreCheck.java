package org.driftfield.assessment;

import java.util.List;
import org.driftfield.assessment.Check.Level;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;

/**
 * Whether the scores (gradients of the log density) balance over the draws. For draws of the posterior, whatever its shape,
 * their mean is zero and their regression on the position has minus the inverse covariance for a slope (Stein's identity with a
 * linear function). Where that fails, the zero of the regression says where the mean should be and its slope how large the
 * spread. For a normal posterior both are exact however few the draws, which makes this the check for large data, where
 * posteriors are normal and draws few. On the free scale.
 */
final class ScoreCheck {
    static final String NAME = "scores";

    /**
     * What was found, and whether it tells.
     *
     * @param byChance whether chance explains all that it would change, so that a caution only says that it may be more
     */
    record Result(Check check, boolean telling, boolean byChance) {
        /** Whether all that speaks against the draws is that these are too few to tell, which others may. */
        boolean vague() {
            return check.level() == Level.CAUTION && byChance;
        }

        /** What is left to say where another check has told. */
        Check told() {
            return new Check(
                    check.name(),
                    check.value(),
                    check.threshold(),
                    Level.GOOD,
                    "The gradients at the draws are too few to tell; the draws moved on do.");
        }
    }

    private ScoreCheck() {}

    /**
     * The check, or null where the draws are too few or lie in fewer directions than there are coordinates.
     *
     * @param mean of all draws, of which {@code points} are some
     * @param sd of all draws
     * @param advice what to do where they do not balance
     */
    static Result of(
            List<String> names, double[][] points, double[][] scores, double[] mean, double[] sd, String advice) {
        int n = points.length;
        int d = names.size();
        if (n < 3 * d) {
            return null;
        }
        // u = (x - mean)/sd and its scores, with a column of ones for the intercept.
        DMatrixRMaj design = new DMatrixRMaj(n, d + 1);
        DMatrixRMaj response = new DMatrixRMaj(n, d);
        for (int i = 0; i < n; i++) {
            design.set(i, d, 1);
            for (int j = 0; j < d; j++) {
                design.set(i, j, (points[i][j] - mean[j]) / sd[j]);
                response.set(i, j, scores[i][j] * sd[j]);
            }
        }
        DMatrixRMaj cross = new DMatrixRMaj(d + 1, d + 1);
        CommonOps_DDRM.multTransA(design, design, cross);
        DMatrixRMaj right = new DMatrixRMaj(d + 1, d);
        CommonOps_DDRM.multTransA(design, response, right);
        DMatrixRMaj fitted = new DMatrixRMaj(d + 1, d);
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        DMatrixRMaj precision = new DMatrixRMaj(d, d);
        if (!CommonOps_DDRM.solve(cross, right, fitted)) {
            return null;
        }
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                precision.set(j, k, -(fitted.get(j, k) + fitted.get(k, j)) / 2);
            }
        }
        if (!CommonOps_DDRM.invert(precision, covariance) || MatrixFeatures_DDRM.hasUncountable(covariance)) {
            return null;
        }
        DMatrixRMaj residual = new DMatrixRMaj(n, d);
        CommonOps_DDRM.mult(design, fitted, residual);
        CommonOps_DDRM.subtract(response, residual, residual);
        DMatrixRMaj moved = new DMatrixRMaj(n, d);
        CommonOps_DDRM.mult(residual, covariance, moved);
        return judged(names, design, fitted, covariance, moved, advice);
    }

    private static Result judged(
            List<String> names,
            DMatrixRMaj design,
            DMatrixRMaj fitted,
            DMatrixRMaj covariance,
            DMatrixRMaj moved,
            String advice) {
        int n = design.getNumRows();
        int d = names.size();
        double chance = Distance.chance(d);
        double freedom = Math.sqrt(n / (n - d - 1.0));
        Distance worst = null;
        boolean telling = true;
        boolean byChance = true;
        Level level = Level.GOOD;
        for (int j = 0; j < d; j++) {
            // The zero of the regression: covariance times intercept.
            double shift = 0;
            for (int k = 0; k < d; k++) {
                shift += covariance.get(j, k) * fitted.get(d, k);
            }
            double variance = covariance.get(j, j);
            if (!(variance > 0)) {
                return null;
            }
            double squares = 0;
            double products = 0;
            for (int i = 0; i < n; i++) {
                double e = moved.get(i, j);
                squares += e * e;
                products += e * e * design.get(i, j) * design.get(i, j);
            }
            for (Distance found : List.of(
                    new Distance(names.get(j), false, shift, freedom * Math.sqrt(squares) / n),
                    new Distance(
                            names.get(j),
                            true,
                            Math.log(variance) / 2,
                            freedom * Math.sqrt(products) / n / (2 * variance)))) {
                worst = Distance.worse(worst, found, chance);
                telling &= found.telling();
                byChance &= found.level(chance) == Level.GOOD || found.byChance(chance);
                level = found.level(chance).compareTo(level) > 0 ? found.level(chance) : level;
            }
        }
        Check check = new Check(
                NAME,
                Math.abs(worst.estimate()),
                "means within 0.1 standard deviations, spreads within 10 %",
                level,
                level != Level.GOOD
                        ? "The gradients at the draws do not balance: they would change " + worst.words() + ". "
                                + advice
                        : (telling
                                        ? "The gradients at the draws balance; they would change "
                                        : "The gradients at the draws are too few to tell much; they would change ")
                                + worst.words() + " at most.");
        return new Result(check, telling, byChance);
    }
}
