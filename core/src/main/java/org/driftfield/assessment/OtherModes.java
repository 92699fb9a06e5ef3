package org.driftfield.assessment;

import java.util.Locale;
import org.driftfield.InputException;
import org.driftfield.assessment.Check.Level;
import org.driftfield.model.FreeModel;
import org.driftfield.sampler.Pathfinder;
import org.driftfield.sampler.PathfinderOptions;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * Whether climbs from elsewhere end where no draw is. Each such place holds at least the mass of its lower bound; the draws
 * hold at most their mean log density plus the entropy of the normal with their covariance, which no other distribution with
 * that covariance exceeds. So the share of the posterior that the draws miss is at least the ratio of the two; two
 * standard errors of the bound are taken off.
 */
final class OtherModes {
    static final String NAME = "other modes";
    private static final PathfinderOptions CLIMBS = new PathfinderOptions(8, 100, 1, 10, 6, 200, 1, 1);
    private static final double SOME = 0.02;
    private static final double MUCH = 0.1;

    private OtherModes() {}

    /** The check, or null where the draws do not spread in every direction or nothing can be climbed. */
    static Check of(FreeModel.Evaluator density, double[][] draws, double[] mean, long seed) {
        int d = mean.length;
        int n = draws.length;
        if (n < 2 * d) {
            return null;
        }
        DMatrixRMaj covariance = new DMatrixRMaj(d, d);
        double[] ignored = new double[d];
        double logDensity = 0;
        for (double[] draw : draws) {
            logDensity += density.evaluate(draw, ignored) / n;
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    covariance.add(j, k, (draw[j] - mean[j]) * (draw[k] - mean[k]) / n);
                }
            }
        }
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(d, true);
        if (!cholesky.decompose(covariance)) {
            return null;
        }
        DMatrixRMaj root = cholesky.getT(null);
        double logRoot = 0;
        for (int j = 0; j < d; j++) {
            logRoot += Math.log(root.get(j, j));
        }
        double mass = logDensity + d / 2.0 * Math.log(2 * Math.PI * Math.E) + logRoot;
        Pathfinder found;
        try {
            found = Pathfinder.of(() -> density, d, CLIMBS.withSeed(seed));
        } catch (InputException e) {
            return null;
        }
        // Squared distances of normal draws have mean d and variance 2d.
        double far = d + 6 * Math.sqrt(2.0 * d) + 10;
        double most = Double.NEGATIVE_INFINITY;
        for (Pathfinder.Place place : found.places()) {
            double distance = 0;
            double[] u = new double[d];
            for (int j = 0; j < d; j++) {
                u[j] = place.centre()[j] - mean[j];
                for (int k = 0; k < j; k++) {
                    u[j] -= root.get(j, k) * u[k];
                }
                u[j] /= root.get(j, j);
                distance += u[j] * u[j];
            }
            if (distance > far) {
                // A not-a-number, where the density vanished at a proposal, is no bound.
                most = Math.max(most, place.error() >= 0 ? place.bound() - 2 * place.error() : most);
            }
        }
        double share = 1 / (1 + Math.exp(mass - most));
        Level level = share > MUCH ? Level.BAD : share > SOME ? Level.CAUTION : Level.GOOD;
        return new Check(
                NAME,
                share,
                "climbs from elsewhere end among the draws",
                level,
                level == Level.GOOD
                        ? "Climbs from elsewhere found no part of the posterior that the draws miss."
                        : String.format(
                                Locale.ROOT,
                                "A climb from elsewhere ended where no draw is: at least %.0f %% of the posterior are missed."
                                        + " Start chains or particles in every mode.",
                                100 * share));
    }
}
