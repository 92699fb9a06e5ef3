package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.Json;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every value of a fit arrives in other programs, and theirs here. */
class ExportTest {
    @TempDir
    static Path folder;

    /** Chains with a vector of parameters. */
    private static Path schools;

    /** A cloud of particles, one coefficient of which has a name that no file can have. */
    private static Path cloud;

    @BeforeAll
    static void fit() {
        schools = folder.resolve("schools");
        cloud = folder.resolve("cloud");
        done(
                "fit",
                "stan",
                "--model",
                Cli.EXAMPLES.resolve("schools.stan"),
                "--data",
                Cli.EXAMPLES.resolve("schools.json"),
                "--chains",
                3,
                "--warmup",
                150,
                "--draws",
                50,
                "--out",
                schools,
                "--no-report",
                "--quiet");
        done(
                "fit",
                "glm",
                "--data",
                Cli.EXAMPLES.resolve("challenger.csv"),
                "--family",
                "binomial",
                "--formula",
                "distressed | trials(rings) ~ I(temperature / 10)",
                "--particles",
                100,
                "--collect",
                5,
                "--out",
                cloud,
                "--no-report",
                "--quiet");
    }

    private static void done(Object... words) {
        Cli.Result result = Cli.run(words);
        assertThat(result.code()).as(result.err()).isZero();
    }

    private static double[] doubles(Path chunk) throws IOException {
        var buffer = ByteBuffer.wrap(Files.readAllBytes(chunk))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer();
        double[] values = new double[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    @Test
    void zarrHoldsChainsDrawsAndElements() throws IOException {
        Path zarr = folder.resolve("schools.zarr");
        done("export", schools, "--format", "arviz", "--out", zarr);
        Posterior posterior = Fit.load(schools).posterior();
        double[] theta = doubles(zarr.resolve("posterior/theta/0.0.0"));
        for (int k = 0; k < 8; k++) {
            double[] draws = posterior.draws("theta[" + (k + 1) + "]");
            for (int c = 0; c < 3; c++) {
                for (int i = 0; i < 50; i++) {
                    assertThat(theta[(c * 50 + i) * 8 + k]).isEqualTo(draws[i * 3 + c]);
                }
            }
        }
        Map<?, ?> all = Json.MAPPER.readValue(zarr.resolve(".zmetadata").toFile(), Map.class);
        assertThat(((Map<?, ?>) all.get("metadata")).keySet().stream().map(Object::toString))
                .contains(".zgroup", "posterior/.zgroup", "posterior/theta/.zarray", "posterior/theta_dim_0/.zarray");
        assertThat(Cli.run("export", schools, "--out", zarr).err()).contains("exists already");
    }

    /** Particles follow each other, each with its draws in the order of time, and none is lost. */
    @Test
    void aCloudBecomesAFewChains() throws IOException {
        Path zarr = folder.resolve("cloud.zarr");
        done("export", cloud, "--out", zarr, "--quiet");
        Posterior posterior = Fit.load(cloud).posterior();
        assertThat(posterior.units()).isEqualTo(100);
        double[] draws = posterior.draws("Intercept");
        double[] written = doubles(zarr.resolve("posterior/Intercept/0.0"));
        for (int i = 0; i < written.length; i++) {
            int particle = i / posterior.snapshots();
            assertThat(written[i]).isEqualTo(draws[i % posterior.snapshots() * 100 + particle]);
        }
        try (var inside = Files.list(zarr.resolve("posterior"))) {
            assertThat(inside.map(path -> path.getFileName().toString()))
                    .contains("Intercept", "I(temperature _ 10)", "chain", "draw");
        }
    }

    @Test
    void stanFilesComeBackAsTheyWere() {
        Path chains = folder.resolve("chains");
        Path back = folder.resolve("back");
        done("export", schools, "--format", "stan-csv", "--out", chains);
        done(
                "import",
                chains.resolve("chain_1.csv"),
                chains.resolve("chain_2.csv"),
                chains.resolve("chain_3.csv"),
                "--out",
                back);
        Posterior before = Fit.load(schools).posterior();
        Posterior after = Fit.load(back).posterior();
        assertThat(after.names()).isEqualTo(before.names());
        assertThat(after.units()).isEqualTo(3);
        before.names().forEach(name -> assertThat(after.draws(name)).isEqualTo(before.draws(name)));
        assertThat(back.resolve("report.html")).isNotEmptyFile();
        Cli.Result compared = Cli.run("compare", schools, back, "--out", folder.resolve("both.html"));
        assertThat(compared.code()).as(compared.err()).isZero();
    }

    /** Matrices are in Stan's order there, warm-up draws are left out, divergences reach the verdict. */
    @Test
    void filesOfCmdStanAreRead() throws IOException {
        StringBuilder text = new StringBuilder("# model = m_model\n# num_warmup = 2\n# save_warmup = 1\n# thin = 1\n"
                + "# max_depth = 10\nlp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,"
                + "a,W.1.1,W.2.1,W.1.2,W.2.2\n# Step size = 0.5\n");
        for (int i = 0; i < 12; i++) {
            int divergent = i == 5 ? 1 : 0;
            text.append(String.format("-1,1,0.5,3,7,%d,%d,%d,11,21,12,22%n", divergent, 5 + i % 3, i));
        }
        Path file = folder.resolve("one.csv");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        done("import", file, "--out", folder.resolve("one"), "--no-report", "--quiet");
        Fit fit = Fit.load(folder.resolve("one"));
        assertThat(fit.posterior().names()).containsExactly("a", "W[1,1]", "W[1,2]", "W[2,1]", "W[2,2]");
        assertThat(fit.posterior().draws("a")).containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(fit.posterior().draws("W[1,2]")).containsOnly(12);
        assertThat(fit.verdict().checks())
                .anyMatch(check -> check.sentence().startsWith("1 of 10 transitions diverged"));
        for (String damage : List.of("a,b\n1\n", "W.1,W.3\n1,2\n", "a\nx\n", "", "a.0\n1\n", "a\n")) {
            Files.writeString(file, damage);
            Cli.Result result = Cli.run("import", file, "--out", folder.resolve("none"));
            assertThat(result.code()).as(damage).isEqualTo(2);
            assertThat(result.err()).hasLineCount(1);
        }
        assertThat(folder.resolve("none")).doesNotExist();
    }

    /** Where Python and xarray are there, they read every value of every variable. */
    @Test
    void xarrayReadsEveryValue() throws Exception {
        Assumptions.assumeTrue(python("import xarray, zarr").equals("0 "), "xarray or zarr is not installed");
        for (Path fit : List.of(schools, cloud)) {
            Path zarr = folder.resolve(fit.getFileName() + "-python.zarr");
            done("export", fit, "--out", zarr);
            Posterior posterior = Fit.load(fit).posterior();
            Path draws = folder.resolve(fit.getFileName() + "-python");
            done("export", fit, "--format", "csv", "--out", draws);
            // Every number of every variable, the chains of a cloud being its particles in four groups.
            String said = python("import xarray, numpy, csv, os\n"
                    + "d = xarray.open_zarr('" + zarr + "', group='posterior')\n"
                    + "assert d.attrs['inference_library'] == 'driftfield'\n"
                    + "rows = list(csv.reader(open('" + draws.resolve("draws.csv") + "')))\n"
                    + "table = {n: numpy.array([float(r[j]) for r in rows[1:]]) for j, n in enumerate(rows[0])}\n"
                    + "units = " + posterior.units() + "\n"
                    + "seen = 0\n"
                    + "for name, v in d.data_vars.items():\n"
                    + "    assert v.dims[:2] == ('chain', 'draw')\n"
                    + "    chains = v.sizes['chain']\n"
                    + "    for at in numpy.ndindex(*v.shape[2:]):\n"
                    + "        own = name.replace('_ 10', '/ 10') + ('[' + ','.join(str(i + 1) for i in at) + ']' if at else '')\n"
                    + "        wanted = table[own].reshape(-1, units).T.reshape(chains, -1)\n"
                    + "        assert numpy.array_equal(v.values[(slice(None), slice(None)) + at], wanted), own\n"
                    + "        seen += 1\n"
                    + "for group in ('sample_stats', 'log_likelihood', 'posterior_predictive', 'observed_data'):\n"
                    + "    if not os.path.isdir('" + zarr + "/' + group): continue\n"
                    + "    g = xarray.open_zarr('" + zarr + "', group=group)\n"
                    + "    assert all(numpy.isfinite(x.values.astype(float)).all() for x in g.data_vars.values()), group\n"
                    + "print(seen)\n");
            assertThat(said.strip()).isEqualTo("0 " + posterior.names().size());
        }
    }

    /** Where R and posterior are there, they read every value of every chain. */
    @Test
    void posteriorReadsEveryValue() throws Exception {
        Assumptions.assumeTrue(
                said("Rscript", "-e", "suppressMessages(library(posterior))").equals("0 "),
                "R or posterior is not installed");
        for (Path fit : List.of(schools, cloud)) {
            Path chains = folder.resolve(fit.getFileName() + "-r");
            done("export", fit, "--format", "stan-csv", "--out", chains, "--quiet");
            Path table = folder.resolve(fit.getFileName() + "-r-csv");
            done("export", fit, "--format", "csv", "--out", table, "--quiet");
            Posterior posterior = Fit.load(fit).posterior();
            String said = said("Rscript", "-e", """
                    suppressMessages(library(posterior))
                    files <- sort(list.files('%s', 'csv$', full.names = TRUE))
                    read <- function(file) as_draws_array(as.matrix(read.csv(file, comment.char = '#', check.names = FALSE)))
                    draws <- do.call(bind_draws, c(lapply(files, read), along = 'chain'))
                    own <- setdiff(variables(draws), grep('__$', variables(draws), value = TRUE))
                    table <- as.matrix(read.csv('%s', check.names = FALSE))[, -(1:2)]
                    stopifnot(ncol(table) == length(own), nchains(draws) == length(files))
                    for (j in seq_along(own)) {
                      wanted <- matrix(t(matrix(table[, j], nrow = %d)), ncol = length(files))
                      stopifnot(identical(unname(as.vector(draws[, , own[j]])), as.vector(wanted)))
                    }
                    # It says so where it caps the effective draws of chains that swing about their mean.
                    summary <- suppressWarnings(summarise_draws(subset_draws(draws, own)))
                    stopifnot(all(is.finite(summary$rhat)))
                    cat(length(own))
                    """.formatted(chains, table.resolve("draws.csv"), posterior.units()));
            assertThat(said).isEqualTo("0 " + posterior.names().size());
        }
    }

    private static String python(String program) throws Exception {
        return said("python3", "-c", program);
    }

    private static String said(String... words) throws Exception {
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() + " " + said;
        } catch (IOException e) {
            return "not there";
        }
    }
}
