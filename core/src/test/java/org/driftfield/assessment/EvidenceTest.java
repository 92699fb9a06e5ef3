package org.driftfield.assessment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.Prior;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evidence against integrals that are known. */
class EvidenceTest {
    private static final int ROWS = 30;

    private static String csv() {
        RandomStream random = RandomStream.of(5, 0, 0, 0);
        StringBuilder text = new StringBuilder("x,y\n");
        for (int i = 0; i < ROWS; i++) {
            double x = random.nextNormal();
            text.append(x).append(',').append(1 + 0.5 * x + random.nextNormal()).append('\n');
        }
        return text.toString();
    }

    private static GlmModel regression(Design design) {
        return GlmModel.of(
                design,
                Family.GAUSSIAN,
                new GlmPriors(
                        Prior.of("normal(0,2)"), Prior.of("normal(0,3)"), Map.of(), Prior.of("inverse-gamma(3,2)")));
    }

    /**
     * log p(y): given sigma2 the response is normal with covariance sigma2 I + X V Xᵀ, whose density needs only the 2 × 2 matrix
     * sigma2 V⁻¹ + XᵀX; over log sigma2 by the trapezoidal rule.
     */
    private static double truth(Design design) {
        double[] y = design.response();
        double[] x = design.x();
        double total = 0;
        double step = 0.002;
        double shift = 60;
        for (double log = -6; log < 6; log += step) {
            double s2 = Math.exp(log);
            double a = s2 / 9;
            double b = 0;
            double c = s2 / 4;
            double u = 0;
            double v = 0;
            double yy = 0;
            for (int i = 0; i < ROWS; i++) {
                a += x[i] * x[i];
                b += x[i] * x[ROWS + i];
                c += x[ROWS + i] * x[ROWS + i];
                u += x[i] * y[i];
                v += x[ROWS + i] * y[i];
                yy += y[i] * y[i];
            }
            double det = a * c - b * b;
            double explained = (c * u * u - 2 * b * u * v + a * v * v) / det;
            double logDet = (ROWS - 2) * log + Math.log(det) + Math.log(9 * 4);
            double likelihood = -0.5 * ROWS * Math.log(2 * Math.PI) - 0.5 * logDet - 0.5 * (yy - explained) / s2;
            double prior = 3 * Math.log(2) - Math.log(2) - 3 * log - 2 / s2;
            total += Math.exp(likelihood + prior + shift) * step;
        }
        return Math.log(total) - shift;
    }

    /** Within four of its errors, and these are small; the bound lies below. */
    @Test
    void isThatOfAConjugateRegression(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), csv());
        Design design = Design.of(Formula.parse("y ~ x"), Table.read(file, CsvOptions.defaults()), NaPolicy.ERROR);
        GlmModel model = regression(design);
        double truth = truth(design);
        Posterior cloud = Pmfvb.fit(model, PmfvbOptions.defaults().withThreads(1));
        Posterior chains = Nuts.fit(
                model,
                NutsOptions.defaults(2).withThreads(1).withMetric(Metric.DENSE).withDraws(1000));
        for (Posterior posterior : new Posterior[] {cloud, chains}) {
            Evidence evidence = Evidence.of(model, posterior, 1);
            assertThat(evidence.error()).isLessThan(0.02);
            assertThat(evidence.log()).isEqualTo(truth, within(4 * evidence.error()));
            assertThat(evidence.bound()).isLessThan(truth + 4 * evidence.boundError());
            assertThat(evidence.bound()).isGreaterThan(truth - 0.5);
        }
    }
}
