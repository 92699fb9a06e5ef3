package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Predictions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of Java by which the README loads a fit and predicts: compiled and run here, and the same text there. */
class ReadmeFitTest {
    private static final Path ROOT = Path.of(System.getProperty("driftfield.root"));

    @TempDir
    Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    private Path at(String name) {
        return name.startsWith("examples/") ? ROOT.resolve(name) : folder.resolve(name);
    }

    @Test
    void theLinesRun() {
        Cli.run(
                "fit",
                "glm",
                "--data",
                Cli.EXAMPLES.resolve("wages.csv"),
                "--formula",
                "log(wage) ~ education + poly(experience, 2) + C(region) + union",
                "--quiet",
                "--no-report",
                "--out",
                at("fit"));
        // snippet:fit
        Fit fit = Fit.load(at("fit"));
        out.println(fit.posterior().summary() + "\n" + fit.verdict().headline());
        Predictions wages = fit.predict(Table.read(at("examples/wages-new.csv"), CsvOptions.defaults()));
        for (int row = 0; row < wages.rows(); row++) {
            Predictions.Interval wage = wages.interval(row);
            out.printf("%.2f (90 %%: %.2f to %.2f)%n", wage.mean(), wage.q05(), wage.q95());
        }
        fit.writeReport(at("wages.html"));
        // end
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("education")
                .contains("check")
                .containsPattern("(?m)^\\d\\.\\d\\d \\(90 %: \\d\\.\\d\\d to \\d\\.\\d\\d\\)$");
        assertThat(at("wages.html")).content().contains("Regression of");
    }

    @Test
    void theReadmeShowsThem() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String shown = readme.substring(readme.indexOf("```java", readme.indexOf("<!-- snippet:fit -->")) + 7);
        String source = Files.readString(ROOT.resolve("cli/src/test/java/org/driftfield/cli/ReadmeFitTest.java"));
        String own = source.substring(source.indexOf("// snippet:fit\n") + "// snippet:fit\n".length());
        own = own.substring(0, own.indexOf("        // end\n"))
                .stripTrailing()
                .stripIndent()
                .strip();
        own = own.replace("at(\"", "Path.of(\"").replace("out.p", "System.out.p");
        assertThat(shown.substring(0, shown.indexOf("```")).strip()).isEqualTo(own);
        assertThat(own.lines().count()).isLessThanOrEqualTo(10);
    }

    /** With its imports, and nothing else, the Java of the README compiles as it stands. */
    @Test
    void theReadmeCompiles() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Path source = folder.resolve("Readme.java");
        Files.writeString(
                source,
                block(readme, "imports") + "class Readme {\nvoid first() {\n" + block(readme, "java")
                        + "}\nvoid second() {\n" + block(readme, "fit") + "}\n" + block(readme, "model") + "}\n");
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        complaints,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        source.toString());
        assertThat(code).as(complaints.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static String block(String readme, String name) {
        String shown = readme.substring(readme.indexOf("```java", readme.indexOf("<!-- snippet:" + name + " -->")) + 7);
        return shown.substring(0, shown.indexOf("```"));
    }
}
