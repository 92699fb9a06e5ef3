package org.driftfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the help promises, and what a wrong word gets. */
class HelpTest {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static final Pattern FIT =
            Pattern.compile("driftfield (?:fit|import) (?!--engine)[^`\\n]*--out (fit[\\w-]*)[^`\\n]*");

    @TempDir
    Path folder;

    @Test
    void everyExampleOfTheHelpRuns() {
        // In this order each example finds the fits that it needs.
        List<String> commands = List.of(
                "",
                "fit",
                "fit glm",
                "fit sv",
                "fit nn",
                "fit stan",
                "check",
                "predict",
                "compare",
                "report",
                "resume",
                "backtest",
                "reproduce");
        Set<String> seen = new LinkedHashSet<>();
        for (String command : commands) {
            List<Object> asked = new ArrayList<>(List.of((Object[]) command.split(" ")));
            asked.removeIf(word -> word.equals(""));
            asked.add("--help");
            Cli.Result help = Cli.run(asked.toArray());
            assertThat(help.code()).isZero();
            List<String> examples = examples(help.out());
            assertThat(examples).as("examples of '%s'", command).isNotEmpty();
            seen.addAll(examples);
        }
        for (String example : seen) {
            Cli.Result result = Cli.run(words(example));
            assertThat(result.err()).as(example).doesNotContain("driftfield:");
            assertThat(result.code()).as(example).isZero();
            assertThat(result.out()).as(example).isNotBlank();
        }
    }

    /** The lines after "Example", those that end in a backslash joined with the next. */
    private static List<String> examples(String help) {
        String text = help.substring(help.indexOf("Example")).replaceAll("\\\\\\R", " ");
        return text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("driftfield "))
                .toList();
    }

    /** The words as a shell reads them, with paths moved to where the test may write. */
    private Object[] words(String example) {
        List<Object> words = new ArrayList<>();
        var matcher = WORD.matcher(example);
        while (matcher.find()) {
            String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            if (word.startsWith("examples/")) {
                word = Cli.EXAMPLES
                        .resolve(word.substring("examples/".length()))
                        .toString();
            } else if (word.endsWith("/") || word.endsWith(".csv") || word.endsWith(".html")) {
                word = folder.resolve(word).toString();
            }
            words.add(word);
        }
        words.remove(0);
        return words.toArray();
    }

    /** Who tries README, help and guides in turn never meets a folder that is there already. */
    @Test
    void noTwoExamplesWriteTheSameFit() throws IOException {
        Map<String, String> writers = new HashMap<>();
        List<String> texts = new ArrayList<>(List.of(Files.readString(Cli.EXAMPLES.resolveSibling("README.md"))));
        try (Stream<Path> pages = Files.list(Cli.EXAMPLES.resolveSibling("docs"))) {
            for (Path page :
                    pages.filter(name -> name.toString().endsWith(".md")).toList()) {
                texts.add(Files.readString(page));
            }
        }
        for (String command :
                List.of("", "fit ", "fit glm ", "fit sv ", "fit nn ", "fit stan ", "compare ", "import ")) {
            texts.add(Cli.run((Object[]) (command + "--help").split(" ")).out());
        }
        for (String text : texts) {
            Matcher example = FIT.matcher(text.replaceAll("\\\\\\R", " "));
            while (example.find()) {
                String line = example.group().replaceAll("\\s+", " ");
                assertThat(writers.merge(example.group(1), line, (first, again) -> first))
                        .as("two examples write %s", example.group(1))
                        .isEqualTo(line);
            }
        }
        assertThat(writers).hasSizeGreaterThan(15);
    }

    @Test
    void tellsItsVersion() {
        assertThat(Cli.run("--version")).isEqualTo(new Cli.Result(0, "driftfield 0.1.0-SNAPSHOT\n", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                " # expected a command: fit, predict, backtest, resume, compare, report, studio, export, import, check, calibrate, reproduce (see driftfield --help)",
                "fit # expected a model: glm, sv, nn, stan (see driftfield fit --help)",
                "fti # Unmatched argument at index 0: 'fti' (see driftfield --help)",
                "fit glm --data d.csv # Missing required option: --formula=F (see driftfield fit glm --help)",
                "fit sv --data d.csv # Missing required option: --column=NAME (see driftfield fit sv --help)",
                "fit glm --seed x # Invalid value for option '--seed': 'x' is not a long (see driftfield fit glm"
                        + " --help)",
                "compare one # compare needs at least 2 fit folders, got 1",
                "predict --fit nowhere --data d.csv # nowhere is not a folder",
                "resume nowhere # nowhere is not a folder",
            })
    void oneLineSaysWhatIsWrong(String words, String message) {
        Cli.Result result = Cli.run((Object[]) (words == null ? new String[0] : words.split(" ")));
        assertThat(result).isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "--method nuts --particles 10 # --particles belongs to --method pmfvb, got --method nuts",
                "--chains 2 # --chains belongs to --method nuts, got --method pmfvb",
                "--draws 2 # --draws belongs to --method nuts or laplace, got --method pmfvb",
                "--method laplace --warmup 2 # --warmup belongs to --method nuts, got --method laplace",
                "--method gibbs # --method must be one of pmfvb, nuts, laplace, got 'gibbs'",
                "--family gamma # family must be one of gaussian, bernoulli, binomial, poisson, got 'gamma'",
                "--prior cauchy(1) # a prior must be one of flat, normal(mean,sd), half-normal(scale),"
                        + " half-cauchy(scale), inverse-gamma(shape,scale), got 'cauchy(1)'",
                "--prior-for x # --prior-for must look like 'x1=normal(0,1)', got 'x'",
                "--expectation some # --expectation must be auto, exact, all, mean or subset:M, got 'some'",
                "--step fast # --step (auto, a number or A/(B+t)): expected a number, got 'fast'",
                "--particles 1 # particles must be at least 2, got 1",
                "--window 0 # --window must be at least 10 iterations, got 0",
                "--separator ab # --separator must be one character or 'tab', got 'ab'",
                "--blocks Intercept|foo # no parameter 'foo' in the model; it has Intercept, age",
                "--threads 0 # --threads must be at least 1, got 0",
            })
    void optionsAreChecked(String words, String message) {
        List<Object> all = new ArrayList<>(List.of("fit", "glm", "--data", Cli.EXAMPLES.resolve("visits.csv")));
        all.addAll(List.of("--formula", "visits ~ age", "--out", folder.resolve("fit")));
        if (!words.contains("--family")) {
            all.addAll(List.of("--family", "poisson"));
        }
        all.addAll(List.of((Object[]) words.split(" ")));
        assertThat(Cli.run(all.toArray())).isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
        assertThat(folder.resolve("fit")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "--method nuts --factorization paper # --factorization belongs to --method pmfvb, got --method nuts",
                "--method nuts --particles 10 # --particles belongs to --method pmfvb or smc, got --method nuts",
                "--method smc --step 0.1 # --step belongs to --method pmfvb, got --method smc",
                "--draws 2 # --draws belongs to --method nuts, got --method pmfvb",
                "--method laplace # --method must be one of pmfvb, nuts, smc, got 'laplace'",
                "--factorization both # --factorization must be one of joint, paper, parameters, got 'both'",
                "--dynamics unadjusted # --dynamics unadjusted needs a step size, such as --step 0.002",
                "--forecast 0 # --forecast must be at least 1 step, got 0",
                "--prior-phi beta(20) # --prior-phi must look like 'beta(1,2)', got 'beta(20)'",
                "--prior-sigma2 inverse-gamma(2,-1) # the scale of the prior of sigma2 must be positive, got -1.0",
                "--prior-mu normal(0,x) # --prior-mu: expected a number, got 'x'",
                "--time return # --time and --column name the same column 'return'",
                "--time dates # no column 'dates' in returns.csv; did you mean 'date'? columns: date, return",
            })
    void optionsOfAVolatilityFitAreChecked(String words, String message) {
        List<Object> all = new ArrayList<>(List.of("fit", "sv", "--data", Cli.EXAMPLES.resolve("returns.csv")));
        all.addAll(List.of("--column", "return", "--out", folder.resolve("fit")));
        all.addAll(List.of((Object[]) words.split(" ")));
        assertThat(Cli.run(all.toArray())).isEqualTo(new Cli.Result(2, "", "driftfield: " + message + "\n"));
        assertThat(folder.resolve("fit")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5", "3/(10+t)", "auto"})
    void stepSizesAreUnderstood(String step) {
        assertThat(Cli.run(
                                "fit",
                                "glm",
                                "--data",
                                Cli.EXAMPLES.resolve("visits.csv"),
                                "--formula",
                                "visits ~ age",
                                "--family",
                                "poisson",
                                "--step",
                                step,
                                "--particles",
                                100,
                                "--max-iterations",
                                60,
                                "--quiet",
                                "--out",
                                folder.resolve("fit"))
                        .code())
                .isZero();
    }
}
