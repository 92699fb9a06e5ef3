package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.driftfield.model.Variable;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a fit.json says, a command answers or refuses in one line. */
class DamagedFitTest {
    @TempDir
    static Path folder;

    private static Path fit;
    private static Path json;
    private static ObjectNode whole;

    @BeforeAll
    static void makeAFit() throws IOException {
        fit = folder.resolve("fit");
        json = fit.resolve("fit.json");
        Cli.Result made = Cli.run(
                "fit",
                "glm",
                "--data",
                Cli.EXAMPLES.resolve("challenger.csv"),
                "--family",
                "binomial",
                "--formula",
                "distressed | trials(rings) ~ temperature",
                "--method",
                "laplace",
                "--draws",
                200,
                "--out",
                fit,
                "--quiet",
                "--no-report");
        assertThat(made).isEqualTo(new Cli.Result(0, "", ""));
        whole = (ObjectNode) Json.MAPPER.readTree(json.toFile());
    }

    private static Cli.Result report(JsonNode said) throws IOException {
        Json.MAPPER.writeValue(json.toFile(), said);
        return Cli.run("report", fit);
    }

    private static void refused(Consumer<ObjectNode> damage, String word) throws IOException {
        ObjectNode damaged = whole.deepCopy();
        damage.accept(damaged);
        Cli.Result result = report(damaged);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(word).hasLineCount(1);
    }

    @Test
    void outputsDoNotReplaceInputs() throws IOException {
        Json.MAPPER.writeValue(json.toFile(), whole);
        Path data = Files.copy(Cli.EXAMPLES.resolve("challenger.csv"), folder.resolve("new.csv"));
        Path other = Files.copy(data, folder.resolve("other.csv"));
        byte[] before = Files.readAllBytes(data);
        for (Path out : List.of(data, fit.resolve("draws.csv"), fit.resolve("fit.json"), fit.resolve("new.csv"))) {
            Cli.Result result = Cli.run("predict", "--fit", fit, "--data", data, "--out", out);
            assertThat(result.code()).as(result.err()).isEqualTo(2);
        }
        assertThat(Files.readAllBytes(data)).isEqualTo(before);
        for (Path out : List.of(other, fit.resolve("report.html"))) {
            Cli.Result result = Cli.run("compare", fit, folder.resolve("./fit"), "--out", out);
            assertThat(result.code()).as(result.err()).isEqualTo(2);
        }
        assertThat(Files.readAllBytes(other)).isEqualTo(before);
    }

    @Test
    void anOptionIsGivenOnce() {
        Cli.Result result = Cli.run(
                "fit",
                "glm",
                "--data",
                folder.resolve("a.csv"),
                "--data=" + folder.resolve("b.csv"),
                "--formula",
                "y ~ x");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("driftfield: --data must be given once, got 2 of them");
    }

    @Test
    void numbersThatNoMethodCouldUseAreRefused() {
        Object[] glm = {
            "fit",
            "glm",
            "--data",
            Cli.EXAMPLES.resolve("challenger.csv"),
            "--family",
            "binomial",
            "--formula",
            "distressed | trials(rings) ~ temperature",
            "--out",
            folder.resolve("refused")
        };
        for (List<Object> more : List.<List<Object>>of(
                List.of("--method", "laplace", "--threads", 0), List.of("--minibatch", 24), List.of("--threads", -1))) {
            List<Object> words = new ArrayList<>(List.of(glm));
            words.addAll(more);
            Cli.Result result = Cli.run(words.toArray());
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.err()).contains("must be at");
            assertThat(folder.resolve("refused")).doesNotExist();
        }
    }

    /** Each part in turn is null, as another program might write it. */
    @Test
    void nothingBreaksForWantOfAPart() throws IOException {
        List<Consumer<ObjectNode>> damages = new ArrayList<>();
        List<String> names = new ArrayList<>();
        collect(whole, "", root -> root, damages, names);
        assertThat(damages.size()).isGreaterThan(60);
        for (int i = 0; i < damages.size(); i++) {
            ObjectNode damaged = whole.deepCopy();
            damages.get(i).accept(damaged);
            Cli.Result result = report(damaged);
            assertThat(result.code()).as("%s: %s", names.get(i), result.err()).isIn(0, 2);
        }
    }

    private interface Way {
        JsonNode in(JsonNode root);
    }

    private static void collect(
            JsonNode node, String where, Way way, List<Consumer<ObjectNode>> damages, List<String> names) {
        if (node instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> {
                names.add(where + "/" + name);
                damages.add(root -> ((ObjectNode) way.in(root)).putNull(name));
                collect(
                        object.get(name),
                        where + "/" + name,
                        root -> way.in(root).get(name),
                        damages,
                        names);
            });
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            names.add(where + "/0");
            damages.add(root -> ((ArrayNode) way.in(root)).setNull(0));
            collect(array.get(0), where + "/0", root -> way.in(root).get(0), damages, names);
        }
    }

    @Test
    void drawsAreReadFromTheFolderOnly() throws IOException {
        Files.copy(fit.resolve("draws.csv"), folder.resolve("draws.csv"));
        refused(root -> ((ObjectNode) root.get("draws")).put("file", "../draws.csv"), "got '../draws.csv'");
        refused(root -> ((ArrayNode) root.get("files")).add("../draws.csv"), "is no file of a fit");
    }

    @Test
    void absurdCountsAreRefused() throws IOException {
        for (int count : new int[] {0, -1, Integer.MAX_VALUE, 70_000}) {
            refused(
                    root -> ((ObjectNode) root.get("draws"))
                            .put("snapshots", count)
                            .put("units", count),
                    "is damaged: no fit has");
        }
        refused(root -> root.put("format", 1), "expected a fit of format");
    }

    /** Before variables had shapes, draws had names and ranges. */
    @Test
    void aFitOfTheFormatBeforeIsRead() throws IOException {
        ObjectNode before = whole.deepCopy().put("format", 2);
        ObjectNode draws = (ObjectNode) before.get("draws");
        ArrayNode names = draws.putArray("names");
        draws.remove("variables").forEach(variable -> names.add(variable.get("name")));
        draws.putObject("ranges").putObject("temperature").put("lower", -1).putNull("upper");
        // What regressions were not yet asked.
        ObjectNode details = (ObjectNode) before.get("details");
        details.remove("effects");
        ((ObjectNode) details.get("loo")).remove(List.of("skipped", "sampled", "points"));
        ((ObjectNode) details.get("predictive")).remove("dispersion");
        assertThat(report(before).err()).isEmpty();
        assertThat(Fit.load(fit).posterior().variables().get(1))
                .isEqualTo(Variable.scalar(
                        "temperature", new Variable.Range(-1, Double.POSITIVE_INFINITY), Variable.Role.PARAMETER));
    }
}
