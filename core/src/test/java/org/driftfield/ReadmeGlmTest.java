package org.driftfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmModel;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.posterior.Posterior;
import org.junit.jupiter.api.Test;

/** The five lines of Java that the README shows: compiled and run here, and the same text there. */
class ReadmeGlmTest {
    private static final Path ROOT = Path.of(System.getProperty("driftfield.root", ".."));

    private static Path example(String name) {
        return ROOT.resolve("examples").resolve(name);
    }

    @Test
    void theFiveLinesRun() {
        // snippet:java
        Table table = Table.read(example("challenger.csv"), CsvOptions.defaults());
        Design design = Design.of(Formula.parse("distressed | trials(rings) ~ temperature"), table, NaPolicy.DROP);
        GlmModel model = GlmModel.of(design, Family.BINOMIAL, GlmPriors.defaults());
        Posterior posterior = Pmfvb.fit(model);
        assertThat(posterior.summary()).hasToString(posterior.summary().toString());
        // end
        assertThat(posterior.mean("temperature")).isBetween(-0.14, -0.09);
        assertThat(posterior.summary().toString()).contains("temperature").contains("R-hat");
    }

    @Test
    void theReadmeShowsThem() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String shown = readme.substring(readme.indexOf("```java", readme.indexOf("<!-- snippet:java -->")) + 7);
        String source = Files.readString(ROOT.resolve("core/src/test/java/org/driftfield/ReadmeGlmTest.java"));
        String own = source.substring(source.indexOf("// snippet:java\n") + "// snippet:java\n".length());
        own = own.substring(0, own.indexOf("        // end\n"))
                .stripTrailing()
                .stripIndent()
                .strip();
        own = own.replace("example(\"challenger.csv\")", "Path.of(\"examples/challenger.csv\")")
                .replace(
                        "assertThat(posterior.summary()).hasToString(posterior.summary().toString());",
                        "System.out.println(posterior.summary());");
        assertThat(shown.substring(0, shown.indexOf("```")).strip()).isEqualTo(own);
    }
}
