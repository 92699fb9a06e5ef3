package org.driftfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.driftfield.driver.Session;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that is known on the free scale only: the same model goes into every method, the same posterior comes out. */
class FreeModelTest {
    /** A Dirichlet(3, 4, 5) by log ratios, with a standard normal drawn beside each draw. */
    private static final class Shares implements FreeModel {
        private static final double[] CONCENTRATION = {3, 4, 5};

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public List<String> freeNames() {
            return List.of("p.1", "p.2");
        }

        @Override
        public int[] coordinates(String name) {
            return name.equals("p") ? new int[] {0, 1} : new int[] {freeNames().indexOf(name)};
        }

        @Override
        public Evaluator evaluator() {
            double[] p = new double[3];
            return (z, gradient) -> {
                shares(z, 0, p, 0);
                double value = 0;
                for (int k = 0; k < 3; k++) {
                    // The Jacobian of the log ratios is the product of the shares.
                    value += CONCENTRATION[k] * Math.log(p[k]);
                }
                gradient[0] = CONCENTRATION[0] - 12 * p[0];
                gradient[1] = CONCENTRATION[1] - 12 * p[1];
                return value;
            };
        }

        private static void shares(double[] z, int at, double[] out, int outAt) {
            double first = Math.exp(z[at]);
            double second = Math.exp(z[at + 1]);
            double sum = 1 + first + second;
            out[outAt] = first / sum;
            out[outAt + 1] = second / sum;
            out[outAt + 2] = 1 / sum;
        }

        @Override
        public List<Variable> variables() {
            return List.of(
                    Variable.of("p", List.of(3), new Variable.Range(0, 1), Variable.Role.PARAMETER),
                    Variable.scalar("noise", Variable.Range.REAL, Variable.Role.GENERATED));
        }

        @Override
        public Writer writer() {
            return (z, zAt, random, out, outAt) -> {
                shares(z, zAt, out, outAt);
                out[outAt + 3] = random.nextNormal();
            };
        }

        @Override
        public String fingerprint() {
            return "shares";
        }
    }

    private static void assertRight(Posterior posterior, double tolerance) {
        assertThat(posterior.names()).containsExactly("p[1]", "p[2]", "p[3]", "noise");
        for (int k = 0; k < 3; k++) {
            double share = Shares.CONCENTRATION[k] / 12;
            double sd = Math.sqrt(share * (1 - share) / 13);
            String name = "p[" + (k + 1) + "]";
            assertThat(posterior.mean(name)).isCloseTo(share, within(tolerance * sd));
            assertThat(posterior.sd(name)).isCloseTo(sd, within(tolerance * sd));
        }
        assertThat(posterior.mean("noise")).isCloseTo(0, within(0.1));
        assertThat(posterior.sd("noise")).isCloseTo(1, within(0.1));
    }

    /** A tenth of a standard deviation is five Monte Carlo errors of 2500 effective draws; a Laplace approximation is rough. */
    @Test
    void everyMethodGivesThePosterior() {
        assertRight(Nuts.fit(new Shares(), NutsOptions.defaults(1).withThreads(1)), 0.1);
        assertRight(Pmfvb.fit(new Shares(), PmfvbOptions.defaults().withThreads(1)), 0.1);
        assertRight(Laplace.fit(new Shares(), LaplaceOptions.defaults(1)), 0.2);
    }

    @Test
    void blocksAreOfFreeCoordinatesAndThreadsChangeNoBit(@TempDir java.nio.file.Path folder) {
        PmfvbOptions options =
                PmfvbOptions.defaults().withParticles(200).withCollect(20, 1).withBlocks(Blocks.of("p.1 | p.2"));
        Posterior one = Pmfvb.fit(new Shares(), options.withThreads(1));
        for (int threads : new int[] {2, 7}) {
            Session saved = Session.NONE.savedTo(folder.resolve(threads + ".checkpoint"), 0);
            Posterior many = Pmfvb.fit(new Shares(), options.withThreads(threads), saved);
            Posterior again = Pmfvb.fit(new Shares(), options.withThreads(1), saved);
            for (String name : one.names()) {
                assertThat(many.draws(name)).isEqualTo(one.draws(name));
                assertThat(again.draws(name)).isEqualTo(one.draws(name));
            }
        }
    }

    @Test
    void whatIsDrawnIsKeyedByTheDraw() {
        Shares model = new Shares();
        Posterior posterior =
                Nuts.fit(model, NutsOptions.defaults(3).withDraws(50).withThreads(1));
        double[] z = new double[2];
        double[] written = new double[4];
        double[] draw = new double[4];
        for (int i = 0; i < posterior.size(); i += 17) {
            posterior.freeDraw(i, z);
            RandomStream random = RandomStream.of(3, i / 4, org.driftfield.random.StreamKeys.GENERATED, i % 4);
            model.writer().write(z, 0, random, written, 0);
            posterior.draw(i, draw);
            assertThat(draw).isEqualTo(written);
        }
    }
}
