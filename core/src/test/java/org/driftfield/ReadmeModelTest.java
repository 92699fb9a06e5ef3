package org.driftfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.model.GradientCheck;
import org.driftfield.model.Model;
import org.driftfield.model.Parameter;
import org.driftfield.posterior.Posterior;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The model of one's own that the README shows: compiled and run here, and the same text there. */
class ReadmeModelTest {
    // snippet:model
    /** Poisson regression: counts y with log rate a + b x, priors N(0, 10²). */
    record Counts(double[] x, double[] y) implements Model {
        @Override
        public List<Parameter> parameters() {
            return List.of(Parameter.real("a"), Parameter.real("b"));
        }

        @Override
        public double logDensity(double[] theta, double[] gradient) {
            double a = theta[0];
            double b = theta[1];
            double sum = -(a * a + b * b) / 200;
            gradient[0] = -a / 100;
            gradient[1] = -b / 100;
            for (int i = 0; i < x.length; i++) {
                double rate = Math.exp(a + b * x[i]);
                sum += y[i] * (a + b * x[i]) - rate;
                gradient[0] += y[i] - rate;
                gradient[1] += (y[i] - rate) * x[i];
            }
            return sum;
        }
    }
    // end

    private static final double[] X = {-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2};
    private static final double[] Y = {1, 0, 2, 1, 3, 4, 7, 11, 14};

    @Test
    void theModelIsRight() {
        assertThat(GradientCheck.largestError(new Counts(X, Y), 0.8, 0.9)).isLessThan(1e-7);
    }

    /** Against the posterior on a grid, 4 Monte Carlo errors. */
    @Test
    void theAnswerIsRight() {
        Posterior posterior = Pmfvb.fit(new Counts(X, Y));
        Counts model = new Counts(X, Y);
        double mass = 0;
        double meanB = 0;
        double squareB = 0;
        for (double a = -2; a < 4; a += 0.01) {
            for (double b = -1; b < 3; b += 0.01) {
                double weight = Math.exp(model.logDensity(new double[] {a, b}, new double[2]) - 45);
                mass += weight;
                meanB += weight * b;
                squareB += weight * b * b;
            }
        }
        double mean = meanB / mass;
        double sd = Math.sqrt(squareB / mass - mean * mean);
        assertThat(posterior.mean("b"))
                .isCloseTo(mean, within(4 * posterior.summary().row("b").mcse()));
        assertThat(posterior.sd("b")).isCloseTo(sd, within(0.03 * sd));
        assertThat(posterior.warnings()).isEmpty();
    }

    @Test
    void theReadmeShowsThisModel() throws IOException {
        Path root = Path.of(System.getProperty("driftfield.root", ".."));
        Path readme = root.resolve("README.md");
        Assumptions.assumeTrue(Files.exists(readme), "no README.md at the root");
        String text = Files.readString(readme);
        String marker = "<!-- snippet:model -->";
        Assumptions.assumeTrue(text.contains(marker), "README.md has no " + marker);
        String shown = text.substring(text.indexOf("```java", text.indexOf(marker)) + "```java".length());
        shown = shown.substring(0, shown.indexOf("```")).strip();
        String source = Files.readString(root.resolve("core/src/test/java/org/driftfield/ReadmeModelTest.java"));
        String own = source.substring(source.indexOf("// snippet:model\n") + "// snippet:model\n".length());
        own = own.substring(0, own.indexOf("    // end\n"))
                .stripTrailing()
                .stripIndent()
                .strip();
        assertThat(shown).isEqualTo(own);
        assertThat(own.lines().count()).isLessThan(30);
    }
}
