package org.driftfield.meanfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.model.ParameterSpace;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On Gaussian targets the optimal mean field is known in closed form, for any factorisation. */
class GaussianTargetTest {
    private record Case(
            int d, double rho, String blocks, Expectation expectation, Dynamics dynamics, int m, int collect) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        String three = "x[1],x[4],x[9] | x[2],x[3],x[5],x[6] | x[7],x[8],x[10]";
        for (Expectation how :
                List.of(Expectation.ALL_PAIRS, Expectation.subset(50), Expectation.PARTICLE_MEAN, Expectation.EXACT)) {
            cases.add(new Case(2, 0.95, "x[1] | x[2]", how, Dynamics.ADJUSTED, 1000, 100));
            cases.add(new Case(10, 0.8, three, how, Dynamics.ADJUSTED, 1000, 100));
            cases.add(new Case(50, 0.5, halves(), how, Dynamics.ADJUSTED, 2000, 60));
            cases.add(new Case(2, 0.95, "x[1] | x[2]", how, Dynamics.UNADJUSTED, 1000, 1000));
            cases.add(new Case(10, 0.8, three, how, Dynamics.UNADJUSTED, 1000, 300));
            cases.add(new Case(50, 0.5, halves(), how, Dynamics.UNADJUSTED, 2000, 100));
        }
        cases.add(new Case(10, 0.95, "joint", Expectation.AUTOMATIC, Dynamics.ADJUSTED, 2000, 60));
        cases.add(new Case(10, 0.95, "joint", Expectation.AUTOMATIC, Dynamics.UNADJUSTED, 2000, 60));
        return cases.stream();
    }

    /** Blocks of 15 and 35 coordinates, interleaved. */
    private static String halves() {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        for (int j = 1; j <= 50; j++) {
            (j % 10 < 3 ? first : second).add("x[" + j + "]");
        }
        return String.join(",", first) + " | " + String.join(",", second);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachFactorIsTheOptimum(Case c) {
        GaussianModel plain = GaussianModel.autoregressive(c.d(), c.rho());
        GaussianModel model = c.d() > 10
                        || c.expectation() instanceof Expectation.Exact
                        || c.expectation() instanceof Expectation.AllPairs
                ? new GaussianModel.Knowing(plain)
                : plain;
        PmfvbOptions options = PmfvbOptions.defaults()
                .withParticles(c.m())
                .withBlocks(Blocks.of(c.blocks()))
                .withExpectation(c.expectation())
                .withDynamics(c.dynamics())
                .withCollect(c.collect(), 5)
                .withEntropyEvery(0)
                .withSeed(7);
        long t0 = System.nanoTime();
        Posterior posterior = Pmfvb.fit(model, options);
        double worst = 0;
        for (int j = 0; j < c.d(); j++) {
            Summary.Row row = posterior.summary().rows().get(j);
            worst = Math.max(worst, Math.abs(row.mean() - model.mean[j]) / row.mcse());
        }
        double worstc = 0;
        for (Block block : options.blocks().resolve(ParameterSpace.of(model.parameters()))) {
            worstc = Math.max(worstc, covarianceError(posterior, model, block));
        }
        System.out.printf(
                "Case %d %s %s: settled %d %s, %.2f s, mean off %.2f mcse, cov off %.3f%n",
                c.d(),
                c.expectation(),
                c.dynamics(),
                posterior.trace().rows(),
                posterior.settled(),
                (System.nanoTime() - t0) / 1e9,
                worst,
                worstc);
        assertThat(worst).isLessThan(4);
        assertThat(worstc).isLessThan(0.05);
    }

    /** ‖C^-½ Ĉ C^-½ - I‖ in operator norm, C = Λ_kk⁻¹. */
    private static double covarianceError(Posterior posterior, GaussianModel model, Block block) {
        int[] own = block.coordinates();
        int k = own.length;
        int n = posterior.size();
        double[] points = new double[n * k];
        double[] draw = new double[model.mean.length];
        for (int i = 0; i < n; i++) {
            posterior.draw(i, draw);
            for (int j = 0; j < k; j++) {
                points[i * k + j] = draw[own[j]];
            }
        }
        double[] covariance = new double[k * k];
        Moments.meanAndCovariance(points, n, k, new double[k], covariance);
        DMatrixRMaj factor = new DMatrixRMaj(k, k);
        DMatrixRMaj optimum = model.factorCovariance(own);
        org.ejml.interfaces.decomposition.CholeskyDecomposition_F64<DMatrixRMaj> chol =
                org.ejml.dense.row.factory.DecompositionFactory_DDRM.chol(k, true);
        chol.decompose(optimum.copy());
        CommonOps_DDRM.invert(chol.getT(null), factor);
        DMatrixRMaj half = new DMatrixRMaj(k, k);
        DMatrixRMaj white = new DMatrixRMaj(k, k);
        CommonOps_DDRM.mult(factor, new DMatrixRMaj(k, k, true, covariance), half);
        CommonOps_DDRM.multTransB(half, factor, white);
        for (int j = 0; j < k; j++) {
            white.add(j, j, -1);
        }
        return NormOps_DDRM.inducedP2(white);
    }
}
